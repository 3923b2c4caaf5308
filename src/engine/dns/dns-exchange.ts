import { isOutOfResources } from '../out-of-resources';
import type { Query, Reply } from './dns-message';
import type { NameServerAddress } from './name-servers';

/** One question to one server, over UDP or TCP. Never rejects; an abort ends it at once with an error. */
export interface ExchangeRequest {
  server: NameServerAddress;
  query: Query;
  timeoutMs: number;
  signal: AbortSignal;
}

/** `detail` is an error code or a few words; it never holds an address. */
export type Exchange =
  Exclude<Reply, { kind: 'malformed' }> | { kind: 'error'; detail: string; isLocal?: true } | { kind: 'timeout' };

export const MALFORMED: Exchange = { kind: 'error', detail: 'malformed reply' };
/** Ended from this side: the server has said nothing. */
export const ABORTED = { kind: 'error', detail: 'aborted' } as const;

export function errorOf(error: NodeJS.ErrnoException): Exchange {
  const detail = error.code ?? error.name;
  return isOutOfResources(error.code) ? { kind: 'error', detail, isLocal: true } : { kind: 'error', detail };
}
