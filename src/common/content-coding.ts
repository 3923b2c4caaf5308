import type { IncomingMessage } from 'node:http';

export type ContentCoding = 'identity' | 'gzip' | 'deflate' | 'br';

const CODINGS: ReadonlyMap<string, ContentCoding> = new Map([
  ['identity', 'identity'],
  ['gzip', 'gzip'],
  // RFC 9110 8.4.1.3: the same.
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'br'],
]);

/** How a body is packed (RFC 9110 8.4); null: in a way that nobody here unpacks, or in several. */
export function contentCodingOf({ headers }: Pick<IncomingMessage, 'headers'>): ContentCoding | null {
  return CODINGS.get(headers['content-encoding']?.trim().toLowerCase() ?? 'identity') ?? null;
}
