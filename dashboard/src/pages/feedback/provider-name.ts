import type { FeedbackProviderName } from '../../api/feedback';
import { feedbackTexts } from '../../texts/feedback';
import { MAIL_PROVIDERS } from '../../texts/mail-providers';

export const providerName = (provider: FeedbackProviderName): string =>
  provider === 'generic' ? feedbackTexts().newSource.other : MAIL_PROVIDERS[provider];
