import type { FeedbackRequest, SourceTrust, Verification } from '../feedback-provider';
import { sameText } from './same-bytes';

const MOST_CREDENTIALS = 4096;
const CREDENTIALS = new RegExp(`^(basic|bearer) +(\\S{1,${MOST_CREDENTIALS}})\\s*$`, 'i');

/**
 * For providers that sign nothing: where the source has a secret, it must come with the request, as the password (or `user:password`)
 * of basic authentication, or as a bearer token. Without one, the token of the source's address is all there is.
 */
export function verifyPresentedSecret({ headers }: FeedbackRequest, { secrets }: SourceTrust): Verification {
  if (secrets.length === 0) return { ok: true };
  const presented = credentialsIn(headers.authorization ?? '');
  // No early end: each secret is compared with each form.
  const matches = secrets.flatMap((secret) => presented.map((form) => sameText(secret, form)));
  return matches.includes(true)
    ? { ok: true }
    : { ok: false, reason: 'The request did not carry the secret of this source in its Authorization header.' };
}

/** One that can't be presented as it is: at its ends it was copied with more than itself. */
export function presentedSecretFault(secret: string): string | undefined {
  if (/^\s|\s$|\p{Cc}/u.test(secret)) return 'The secret begins or ends with a blank, or has a line break in it.';
  return base64Length(secret) > MOST_CREDENTIALS
    ? 'The secret is too long for an Authorization header: 3,000 bytes fit.'
    : undefined;
}

const base64Length = (text: string): number => Math.ceil(Buffer.byteLength(`user:${text}`) / 3) * 4;

function credentialsIn(authorization: string): string[] {
  const [, scheme = '', value = ''] = CREDENTIALS.exec(authorization) ?? [];
  if (scheme.toLowerCase() !== 'basic') return value === '' ? [] : [value];
  const pair = Buffer.from(value, 'base64').toString('utf8');
  return [pair, pair.slice(pair.indexOf(':') + 1)];
}
