import { createHmac } from 'node:crypto';
import type { FeedbackProviderName, FeedbackRequest } from '../feedback-provider';
import { TEST_PAYLOADS, type TestFacts } from './test-payloads';

/**
 * What a test says of signatures: `checked`: made by us, and checked as the provider's are; `not_checked`: the provider alone
 * holds the key that makes them; `none`: this source has none to check.
 */
export const TEST_SIGNATURES = ['checked', 'not_checked', 'none'] as const;
export type TestSignature = (typeof TEST_SIGNATURES)[number];

export interface SignedTestFacts extends TestFacts {
  /** The key of its signatures; null: none is stored. */
  secret: string | null;
  /** The address at which it is told: Mandrill signs it. */
  url: string;
}

/** Which of its signatures a test can show. Pure. */
export function testSignatureOf(provider: FeedbackProviderName, secret: string | null): TestSignature {
  switch (provider) {
    case 'ses':
      return 'not_checked';
    case 'sendgrid':
      return secret === null ? 'none' : 'not_checked';
    case 'mailgun':
    case 'mandrill':
      return 'checked';
    case 'resend':
    case 'generic':
      // `whpk_`: the public half of a pair, whose other half is the sender's.
      if (secret?.startsWith('whpk_') === true) return 'not_checked';
      return secret === null && provider === 'generic' ? 'none' : 'checked';
    case 'postmark':
    case 'sparkpost':
    case 'brevo':
    case 'mailjet':
      return secret === null ? 'none' : 'checked';
  }
}

/** A request as this provider sends one, about a hard bounce of nobody's address; signed where the key is ours too. Pure. */
export function testRequest(provider: FeedbackProviderName, facts: SignedTestFacts): FeedbackRequest {
  const payload = TEST_PAYLOADS[provider](facts);
  const { secret, url } = facts;
  switch (provider) {
    case 'mailgun':
      return json({ signature: mailgunSignature(facts), 'event-data': payload }, url);
    case 'mandrill':
      return mandrillForm(JSON.stringify(payload), facts);
    case 'resend':
      return standardWebhook(JSON.stringify(payload), 'svix', facts);
    case 'generic':
      return standardWebhook(JSON.stringify(payload), 'webhook', facts);
    case 'postmark':
    case 'sparkpost':
    case 'brevo':
    case 'mailjet':
      return json(payload, url, secret === null ? {} : { authorization: `Basic ${base64(secret)}` });
    case 'ses':
    case 'sendgrid':
      return json(payload, url);
  }
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const seconds = (at: Date): string => Math.floor(at.getTime() / 1000).toString();

function json(payload: unknown, url: string, headers: Record<string, string> = {}): FeedbackRequest {
  return {
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify(payload)),
    url,
  };
}

function mailgunSignature({ id, at, secret }: SignedTestFacts): object {
  const timestamp = seconds(at);
  const signature = createHmac('sha256', secret ?? '')
    .update(timestamp + id)
    .digest('hex');
  return { timestamp, token: id, signature };
}

function mandrillForm(events: string, { secret, url }: SignedTestFacts): FeedbackRequest {
  const signature = createHmac('sha1', secret ?? '')
    .update(`${url}mandrill_events${events}`)
    .digest('base64');
  return {
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-mandrill-signature': signature },
    body: Buffer.from(new URLSearchParams({ mandrill_events: events }).toString()),
    url,
  };
}

/** Standard Webhooks 1.0.0; Svix's headers are the same by other names. */
function standardWebhook(
  body: string,
  prefix: 'webhook' | 'svix',
  { id, at, secret, url }: SignedTestFacts,
): FeedbackRequest {
  const timestamp = seconds(at);
  const key = Buffer.from((secret ?? '').replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const signed = { id, timestamp, signature: `v1,${signature}` };
  const headers = Object.fromEntries(Object.entries(signed).map(([name, value]) => [`${prefix}-${name}`, value]));
  return {
    headers: { 'content-type': 'application/json', ...(secret === null ? {} : headers) },
    body: Buffer.from(body),
    url,
  };
}
