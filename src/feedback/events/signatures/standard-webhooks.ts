import { createHmac, createPublicKey, verify, type KeyObject } from 'node:crypto';
import type { FeedbackRequest, SourceTrust, Verification } from '../feedback-provider';
import { shortId } from '../event-builder';
import { sameBytes } from './same-bytes';
import { isWithinWindow } from './signature-age';

/** Standard Webhooks 1.0.0: five minutes either way. */
const WINDOW = { past: 300, future: 300 };
const MOST_SIGNATURES = 20;
/** DER of a SubjectPublicKeyInfo for Ed25519 (RFC 8410 4) in front of the 32 octets of the key. */
const ED25519_SPKI = Buffer.from('302a300506032b6570032100', 'hex');

interface Signed {
  readonly id: string;
  readonly timestamp: string;
  readonly signatures: string;
}

/**
 * Checks the signature of Standard Webhooks 1.0.0 (Svix's headers are the same by other names): `v1`, HMAC-SHA256 with a `whsec_` secret,
 * and `v1a`, Ed25519 with a `whpk_` key. One that matches is enough; versions that are not known are passed over.
 */
export function verifyStandardWebhook(
  { headers, body }: FeedbackRequest,
  { secrets }: SourceTrust,
  now: Date,
): Verification {
  const signed = headersOf(headers, 'webhook') ?? headersOf(headers, 'svix');
  if (!signed) return refused('The request carries no webhook-id, webhook-timestamp and webhook-signature.');
  const { id, timestamp, signatures } = signed;
  // A dot would let the parts of the signed text be cut elsewhere.
  if (id.includes('.')) return refused('The webhook-id has a dot in it.');
  if (!isWithinWindow(timestamp, now, WINDOW)) {
    return refused('The webhook-timestamp is not within five minutes of the clock of this server.');
  }
  const content = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
  const given = signatures.split(' ', MOST_SIGNATURES).map(parseSignature);
  const matches = secrets.flatMap((secret) => given.map((signature) => isSignedBy(secret, content, signature)));
  return matches.includes(true)
    ? { ok: true, replayKey: shortId(id) }
    : refused('No signature of the request was made with the secret of this source.');
}

const LEAST_KEY_BYTES = 24;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** Whether a text is a key by which `verifyStandardWebhook` can check: `whsec_` (or nothing) before base64 of 24 bytes or more, or `whpk_`. */
export function isStandardWebhookKey(secret: string): boolean {
  const base64 = secret.replace(/^wh(?:sec|pk)_/, '');
  if (!BASE64.test(base64)) return false;
  return secret.startsWith('whpk_')
    ? ed25519Key(base64) !== undefined
    : Buffer.from(base64, 'base64').length >= LEAST_KEY_BYTES;
}

const refused = (reason: string): Verification => ({ ok: false, reason });

function headersOf(headers: FeedbackRequest['headers'], prefix: string): Signed | undefined {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => headers[`${prefix}-${name}`]);
  return id && timestamp && signatures ? { id, timestamp, signatures } : undefined;
}

interface Signature {
  readonly version: string;
  readonly bytes: Buffer;
}

function parseSignature(text: string): Signature {
  const comma = text.indexOf(',');
  return { version: text.slice(0, Math.max(comma, 0)), bytes: Buffer.from(text.slice(comma + 1), 'base64') };
}

function isSignedBy(secret: string, content: Buffer, { version, bytes }: Signature): boolean {
  if (secret.startsWith('whpk_')) {
    const key = version === 'v1a' ? ed25519Key(secret.slice('whpk_'.length)) : undefined;
    return key !== undefined && verify(null, content, key, bytes);
  }
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return version === 'v1' && key.length > 0 && sameBytes(createHmac('sha256', key).update(content).digest(), bytes);
}

function ed25519Key(base64: string): KeyObject | undefined {
  const raw = Buffer.from(base64, 'base64');
  return raw.length === 32
    ? createPublicKey({ key: Buffer.concat([ED25519_SPKI, raw]), format: 'der', type: 'spki' })
    : undefined;
}
