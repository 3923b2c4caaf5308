import type { IncomingMessage } from 'node:http';
import { MalformedRequestError } from './malformed-request.error';
import { readBody, type BodyLimits } from './read-body';

export type JsonLimits = BodyLimits;

/** Made once: making one costs more than most bodies do. */
const UTF_8 = new TextDecoder('utf-8', { fatal: true });
const NOT_JSON = 'The body is not well-formed JSON in UTF-8.';
const ONE_OBJECT = 'Send one JSON object as the body, with Content-Type: application/json.';

/**
 * The JSON object that is the body of a request. What it does not read of a refused body is the connection's business.
 * @throws MalformedRequestError, BodyTooLargeError, RequestTimeoutError
 */
export async function readJsonObject(request: IncomingMessage, limits: JsonLimits): Promise<object> {
  const { 'content-type': type = '', 'content-length': length, 'transfer-encoding': coding } = request.headers;
  const isJson = /^application\/json *(;|$)/i.test(type.trim());
  if (!isJson || (length === undefined && coding === undefined)) throw new MalformedRequestError(ONE_OBJECT);
  const body = parse(await readBody(request, limits, NOT_JSON), type);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new MalformedRequestError(ONE_OBJECT);
  return body;
}

function parse(bytes: Buffer, type: string): unknown {
  if (bytes.length === 0) return {};
  const charset = /;\s*charset\s*=\s*"?([\w-]+)/i.exec(type)?.[1] ?? 'utf-8';
  try {
    if (!/^utf-?(8|16(le|be)?)$/i.test(charset)) throw new MalformedRequestError(NOT_JSON);
    const decoder = /8$/.test(charset) ? UTF_8 : new TextDecoder(charset, { fatal: true });
    return JSON.parse(decoder.decode(bytes)) as unknown;
  } catch {
    throw new MalformedRequestError(NOT_JSON);
  }
}
