import { EmailValidationError } from './errors.js';
import type { WebhookEvent } from './types.js';

/** What came is not of the service, or too old. */
export class WebhookSignatureError extends EmailValidationError {}

export interface WebhookOptions {
  /** How far `webhook-timestamp` may be from now, in seconds; 300 unless said. */
  toleranceSeconds?: number | undefined;
}

/** Headers as `fetch` or Node have them. */
export type WebhookHeaders = Headers | Record<string, string | readonly string[] | undefined>;

const TOLERANCE_SECONDS = 300;

/**
 * Checks that a webhook is of the service (Standard Webhooks 1.0.0, symmetric), in constant time.
 * @param body as it came, to the byte: parsed and written again it has another signature
 * @param secrets of the webhook, `whsec_…`; after a rotation the new and the old one
 * @returns the event
 * @throws WebhookSignatureError: it is not of the service; TypeError: the secret or the body is not what it must be, a fault of the
 *   receiver, for which it had better answer 500, so that the service tries again
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS }: WebhookOptions = {},
): Promise<WebhookEvent> {
  const bytes = bytesOf(body);
  const keys = await keysOf(secrets);
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  if (!/^\d{1,15}$/.test(timestamp)) throw new WebhookSignatureError('The webhook-timestamp is no number of seconds.');
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookSignatureError(`The webhook-timestamp is more than ${toleranceSeconds} s from now.`);
  }
  const signed = concatenate(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  const given = signatures
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => fromBase64(signature.slice(3)))
    .filter((signature) => signature !== null);
  const checks = keys.flatMap((key) => given.map((signature) => crypto.subtle.verify('HMAC', key, signature, signed)));
  if (!(await Promise.all(checks)).includes(true)) {
    throw new WebhookSignatureError('No webhook-signature is of a secret that was given.');
  }
  return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
  if (typeof value !== 'string' || value === '') throw new WebhookSignatureError(`There is no header ${name}.`);
  return value;
}

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

// What both take is checked, too: callers without types give what a variable or a framework holds.

function bytesOf(body: unknown): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return body;
  throw new TypeError(
    'The body of a webhook is taken as it came, as text or bytes: read it before anything parses it (express.raw, not express.json).',
  );
}

async function keysOf(secrets: unknown): Promise<Key[]> {
  const given = [secrets].flat().filter((secret) => secret !== undefined && secret !== null && secret !== '');
  if (given.length === 0) throw new TypeError('The secret of the webhook is missing: `whsec_…`. Is its variable set?');
  return Promise.all(given.map(keyOf));
}

async function keyOf(secret: unknown): Promise<Key> {
  const bytes = typeof secret === 'string' ? fromBase64(secret.trim().replace(/^whsec_/, '')) : null;
  if (bytes === null || bytes.length === 0) throw new TypeError('A webhook secret is `whsec_` and base64.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/** null: it is none. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function concatenate(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(head.length + tail.length);
  all.set(head);
  all.set(tail, head.length);
  return all;
}
