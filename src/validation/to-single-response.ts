import type { Verification } from '../engine';
import type { KnownKind } from '../feedback/known/known-kind';
import type { SingleResponse, SingleResultDetails } from './single.response';

/** Finer times would tell whether another organization has asked about the domain shortly before: its DNS is shared. */
const DURATION_STEP_MS = 250;

/** Puts a verdict into the form of the interface. @param charge with the text that `result` has in any case, if there is one */
export function toSingleResponse(
  email: string,
  verification: Verification,
  charge: { fromCache: boolean; creditsUsed: number; known: KnownKind | null; text?: string },
  withEvidence: boolean,
): SingleResponse {
  return {
    email,
    status: verification.status,
    confidence: verification.confidence,
    mx_found: verification.mxFound,
    smtp_valid: verification.smtpValid,
    is_disposable: verification.isDisposable,
    is_catch_all: verification.isCatchAll,
    is_role_account: verification.isRoleAccount,
    did_you_mean: verification.didYouMean,
    from_cache: charge.fromCache,
    credits_used: charge.creditsUsed,
    result: resultOf(verification, charge, withEvidence),
  };
}

/** Of what is known soft bounces alone are no reason for a verdict: they are a remark beside it. */
function resultOf(
  verification: Verification,
  { known, text }: { known: KnownKind | null; text?: string },
  withEvidence: boolean,
): SingleResultDetails | [] {
  const { subStatus } = verification;
  const remark = known === 'soft_bounces' ? { known } : {};
  if (withEvidence) return Object.assign(withEvidenceOf(verification), remark);
  if (subStatus === null && known !== 'soft_bounces') return [];
  return { sub_status: subStatus, ...remark, ...(text !== undefined && { text }) };
}

function withEvidenceOf({ subStatus, evidence }: Verification): SingleResultDetails {
  return {
    sub_status: subStatus,
    layer: evidence.layer,
    by: evidence.by,
    mx_host: evidence.mxHost,
    reply_code: evidence.replyCode,
    enhanced_code: evidence.enhancedCode,
    text: evidence.text,
    provider: evidence.provider,
    is_free_provider: evidence.isFreeProvider,
    duration_ms: Math.ceil(evidence.durationMs / DURATION_STEP_MS) * DURATION_STEP_MS,
  };
}
