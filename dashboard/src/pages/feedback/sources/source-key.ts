import type { FeedbackProviderName } from '../../../api/feedback';

/** Providers that make the key of their signatures themselves. */
export const GIVES_KEY = ['sendgrid', 'mailgun', 'resend', 'mandrill'] as const;
export type GivesKey = (typeof GIVES_KEY)[number];

/** Where a source's key comes from: the provider gives it, we make it, or there is none. */
export function keyOrigin(provider: FeedbackProviderName): 'given' | 'made' | 'none' {
  if (provider === 'ses') return 'none';
  return givesKey(provider) ? 'given' : 'made';
}

export const givesKey = (provider: FeedbackProviderName): provider is GivesKey =>
  GIVES_KEY.some((name) => name === provider);

/** Whose events are refused as long as the key is missing. */
export const needsKey = (provider: FeedbackProviderName): boolean => givesKey(provider) && provider !== 'sendgrid';

/** Beside the password of providers that ask for both. */
export const USER_NAME = 'feedback';

/** A new one: of Standard Webhooks for our own format, else a password. */
export function makeKey(provider: FeedbackProviderName): string {
  const bytes = window.crypto.getRandomValues(new Uint8Array(provider === 'generic' ? 32 : 24));
  const base64 = window.btoa(String.fromCharCode(...bytes));
  return provider === 'generic' ? `whsec_${base64}` : base64.replaceAll('+', '-').replaceAll('/', '_');
}

/** The providers whose consoles take the password within the URL alone. */
export const takesPasswordInUrl = (provider: FeedbackProviderName): boolean =>
  provider === 'brevo' || provider === 'mailjet';

export const withPassword = (url: string, password: string): string =>
  url.replace('://', `://${USER_NAME}:${encodeURIComponent(password)}@`);
