import { STATUSES, SUB_STATUSES, type Status, type SubStatus, type Verification } from '../../engine';
import { orderEvidence } from './evidence-order';
import { KNOWN_KINDS, type KnownKind } from './known-kind';

function found(status: Status, subStatus: SubStatus | null): Verification {
  return {
    email: 'jane@company.test',
    normalised: 'jane@company.test',
    status,
    subStatus,
    confidence: { valid: 97, catch_all: 55, risky: 30, invalid: 3, unknown: 50 }[status],
    mxFound: true,
    smtpValid: status === 'valid' ? true : null,
    isDisposable: false,
    isCatchAll: null,
    isRoleAccount: false,
    didYouMean: null,
    evidence: {
      layer: 'smtp',
      by: null,
      mxHost: 'mx.company.test',
      replyCode: 250,
      enhancedCode: null,
      text: 'OK',
      provider: null,
      isFreeProvider: false,
      durationMs: 5,
    },
    retryAfterSeconds: subStatus === 'greylisted' ? 0 : null,
  };
}

/** All that the engine can say. */
const FOUND = STATUSES.flatMap((status) =>
  [...new Set<SubStatus | null>([null, ...SUB_STATUSES[status]])]
    .filter((subStatus) => subStatus?.startsWith('known_') !== true)
    .map((subStatus) => found(status, subStatus)),
);
const PAIRS = FOUND.flatMap((verification) =>
  [...KNOWN_KINDS, null].map((known) => [verification.status, verification.subStatus, known, verification] as const),
);
const BY_HOST = ['provider_unverifiable', 'greylisted', 'antispam_system'];

/** The table, in one place: status and sub-status of what is answered. */
function expected(
  status: Status,
  subStatus: SubStatus | null,
  known: KnownKind | null,
): [Status, SubStatus | null, confidence: 'same' | 'less' | 'more'] {
  if (status === 'invalid' || known === null || known === 'soft_bounces') return [status, subStatus, 'same'];
  if (known === 'hard_bounce') return ['invalid', 'known_hard_bounce', 'less'];
  if (known === 'complaint') return ['risky', 'known_complaint', 'same'];
  if (known === 'weak_hard_bounce') return ['risky', 'known_hard_bounce', 'less'];
  if (known === 'suppressed') return ['risky', 'known_suppressed', 'less'];
  if (status === 'catch_all') return ['catch_all', subStatus, 'more'];
  if (status === 'unknown' && BY_HOST.includes(subStatus ?? '')) return ['valid', 'known_delivery', 'more'];
  return [status, subStatus, 'same'];
}

describe('the order of evidence', () => {
  it.each(PAIRS)('found %s, %s; known: %s', (status, subStatus, known, verification) => {
    const answer = orderEvidence(verification, known);
    const [wantedStatus, wantedSubStatus, confidence] = expected(status, subStatus, known);
    expect([answer.status, answer.subStatus]).toEqual([wantedStatus, wantedSubStatus]);
    const isSame = status === wantedStatus && subStatus === wantedSubStatus;
    const difference = Math.sign(answer.confidence - verification.confidence);
    expect(difference).toBe({ same: 0, less: -1, more: 1 }[confidence]);
    expect(answer.evidence).toEqual(verification.evidence);
    expect(answer.smtpValid).toBe(verification.smtpValid);
    // What is settled is not asked again.
    expect(answer.retryAfterSeconds).toBe(isSame ? verification.retryAfterSeconds : null);
    const allowed: readonly (SubStatus | null)[] = [null, ...SUB_STATUSES[answer.status]];
    expect(allowed).toContain(answer.subStatus);
  });

  it('never turns a no into anything else, nor makes one of anything but a hard bounce', () => {
    for (const [status, , known, verification] of PAIRS) {
      const isNo = orderEvidence(verification, known).status === 'invalid';
      expect(isNo).toBe(status === 'invalid' || known === 'hard_bounce');
    }
  });
});
