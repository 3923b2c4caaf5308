import type { FeedbackProviderName } from '../../../src/feedback/events/provider-names';

/** How those write themselves who send people's mails: names, the same in every language. */
export const MAIL_PROVIDERS: Readonly<Record<Exclude<FeedbackProviderName, 'generic'>, string>> = {
  ses: 'Amazon SES',
  sendgrid: 'Twilio SendGrid',
  mailgun: 'Mailgun',
  postmark: 'Postmark',
  sparkpost: 'SparkPost (Bird)',
  brevo: 'Brevo',
  mailjet: 'Mailjet',
  resend: 'Resend',
  mandrill: 'Mailchimp Transactional (Mandrill)',
};
