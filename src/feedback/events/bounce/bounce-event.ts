import { enhancedCodeOf, feedbackEvent, type EventDetails } from '../event-builder';
import type { FeedbackEvent } from '../feedback-event';
import type { BounceClass } from './bounce-class';
import { readBounceText } from './bounce-text';
import { classifyBounce } from './classify-bounce';

export interface BounceFacts extends EventDetails {
  /** See `Bounce.otherwise`. */
  readonly otherwise?: BounceClass;
}

/** The event of a refusal, classified by what is known of it; codes come from the diagnostic where the provider names none. */
export function bounceEvent({ otherwise, ...facts }: BounceFacts): FeedbackEvent {
  const { recipient, smtpCode, diagnostic } = facts;
  const enhancedCode = enhancedCodeOf(facts.enhancedCode);
  const text = diagnostic === undefined ? undefined : readBounceText(diagnostic);
  const found = classifyBounce({
    ...(recipient !== undefined && { recipient }),
    ...(smtpCode !== undefined && { smtpCode }),
    ...(enhancedCode !== undefined && { enhancedCode }),
    ...(diagnostic !== undefined && { diagnostic }),
    ...(otherwise && { otherwise }),
  });
  return feedbackEvent({
    ...facts,
    ...found,
    smtpCode: text?.code ?? smtpCode,
    enhancedCode: text?.enhanced ?? enhancedCode,
  });
}
