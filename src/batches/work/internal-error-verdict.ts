import type { Verification } from '../../engine';

/** The verdict on an address that could not be judged because of an internal error: `unknown`/`exception_occurred`. */
export function internalErrorVerdict(address: string): Verification {
  return {
    email: address,
    normalised: null,
    status: 'unknown',
    subStatus: 'exception_occurred',
    confidence: 50,
    mxFound: false,
    smtpValid: null,
    isDisposable: false,
    isCatchAll: null,
    isRoleAccount: false,
    didYouMean: null,
    evidence: {
      layer: 'syntax',
      by: null,
      mxHost: null,
      replyCode: null,
      enhancedCode: null,
      text: null,
      provider: null,
      isFreeProvider: false,
      durationMs: 0,
    },
    retryAfterSeconds: null,
  };
}
