import type { FeedbackRequest, SourceTrust, Verification } from '../feedback-provider';
import { sameText } from './same-bytes';

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

function credentialsIn(authorization: string): string[] {
  const [, scheme = '', value = ''] = /^(basic|bearer) +(\S{1,4096})\s*$/i.exec(authorization) ?? [];
  if (scheme.toLowerCase() !== 'basic') return value === '' ? [] : [value];
  const pair = Buffer.from(value, 'base64').toString('utf8');
  return [pair, pair.slice(pair.indexOf(':') + 1)];
}
