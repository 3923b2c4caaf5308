export const FEEDBACK_PROVIDERS = [
  'ses',
  'sendgrid',
  'mailgun',
  'postmark',
  'sparkpost',
  'brevo',
  'mailjet',
  'resend',
  'mandrill',
  'generic',
] as const;

export type FeedbackProviderName = (typeof FEEDBACK_PROVIDERS)[number];
