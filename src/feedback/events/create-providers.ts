import type { CertificateSource } from './certificates/certificate-source';
import type { FeedbackProvider, FeedbackProviderName } from './feedback-provider';
import { brevo } from './providers/brevo';
import { generic } from './providers/generic/generic';
import { mailgun } from './providers/mailgun';
import { mailjet } from './providers/mailjet';
import { mandrill } from './providers/mandrill';
import { postmark } from './providers/postmark';
import { resend } from './providers/resend';
import { sendgrid } from './providers/sendgrid';
import { createSes } from './providers/ses/ses';
import { sparkpost } from './providers/sparkpost';

export type FeedbackProviders = Readonly<Record<FeedbackProviderName, FeedbackProvider>>;

/** Every provider by its name. */
export function createProviders({ certificates }: { readonly certificates: CertificateSource }): FeedbackProviders {
  return {
    ses: createSes(certificates),
    sendgrid,
    mailgun,
    postmark,
    sparkpost,
    brevo,
    mailjet,
    resend,
    mandrill,
    generic,
  };
}
