import { SOFT, STRONG, UNKNOWN, WEAK } from '../../bounce/bounce-class';
import { bounceEvent } from '../../bounce/bounce-event';
import { feedbackEvent, type EventDetails } from '../../event-builder';
import type { FeedbackEvent } from '../../feedback-event';

const SUPPRESSED = ['Suppressed', 'OnAccountSuppressionList', 'UnsubscribedRecipient'];
/** SES's own words in the place of a host's. */
const NOT_TRIED = /^(?:smtp; ?)?amazon ses (?:has suppressed|did not send)/i;
const BLOCKS = ['MessageTooLarge', 'ContentRejected', 'AttachmentRejected'];

/**
 * A bounce by SES's `bounceType` and `bounceSubType`, whose words Resend uses as well. Both mislabel, so that the text decides wherever
 * there is one; where there is none, a status code says nothing either, since SES fills it in.
 */
export function sesBounce(type: string, subType: string, facts: EventDetails): FeedbackEvent {
  const common = { ...facts, providerClass: [type, subType].filter(Boolean).join('/') };
  if (SUPPRESSED.includes(subType) || NOT_TRIED.test(facts.diagnostic ?? ''))
    return feedbackEvent({ ...common, type: 'suppressed' });
  if (BLOCKS.includes(subType)) return feedbackEvent({ ...common, type: 'block' });
  const isSilent = facts.diagnostic === undefined && !facts.enhancedCode?.startsWith('4.');
  const { enhancedCode: _, ...withoutCode } = common;
  return bounceEvent({ ...(isSilent ? withoutCode : common), otherwise: otherwise(type, subType) });
}

function otherwise(type: string, subType: string): typeof WEAK {
  if (type === 'Permanent') return subType === 'NoEmail' ? STRONG : WEAK;
  return type === 'Transient' ? SOFT : UNKNOWN;
}
