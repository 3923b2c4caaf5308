import { makeSecret } from '../../common/secrets';
import { FEEDBACK_PROVIDERS, type FeedbackProviderName } from '../events/feedback-provider';

/**
 * The secret in a source's address. It begins with the provider's name, so that a process can answer in the way of the provider
 * while it can't look the source up: Brevo discards events for good that others send again.
 */
export const makeToken = (provider: FeedbackProviderName): string => `${provider}.${makeSecret()}`;

/** Whose a token says that it is, which nobody has checked; undefined for those of older addresses, which say nothing. */
export function providerIn(token: string): FeedbackProviderName | undefined {
  return FEEDBACK_PROVIDERS.find((name) => token.startsWith(`${name}.`));
}
