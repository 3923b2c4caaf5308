import { MalformedRequestError } from '../common/malformed-request.error';

/** A string of RFC 9651 (3.3.3) without parameters. */
const QUOTED = /^"((?:[\x20\x21\x23-\x5B\x5D-\x7E]|\\["\\])*)"$/;
const KEY = /^[\x21-\x7E]{1,255}$/;

/**
 * The key that a header names: a quoted string, as draft-ietf-httpapi-idempotency-key-header-07 has it, or bare, as most clients
 * send it; the same key either way.
 * @throws MalformedRequestError
 */
export function readKey(header: string): string {
  const text = header.trim();
  const key = text.startsWith('"') ? QUOTED.exec(text)?.[1]?.replace(/\\(["\\])/g, '$1') : text;
  if (key !== undefined && KEY.test(key)) return key;
  throw new MalformedRequestError(
    'The Idempotency-Key must be 1 to 255 visible ASCII characters, in double quotes or without; a UUID, for example.',
  );
}
