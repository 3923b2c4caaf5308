import { DnsClient } from './dns-client';
import { MX } from './dns-question';
import type { NameServerAddress } from './name-servers';

/** Milliseconds: for one server, and for all of them. */
const SERVER_MS = 1500;
const CHECK_MS = 5000;

/**
 * Asks whether the name servers answer anything at all: about these names, in parallel, with a client of its own,
 * so that no flood of questions to broken zones makes it wait. Nothing is kept.
 */
export function dnsHealthCheck(
  servers: readonly NameServerAddress[],
): (names: readonly string[], signal: AbortSignal) => Promise<boolean> {
  const client = new DnsClient({ servers, timeoutMs: SERVER_MS, tries: 1, deadlineMs: CHECK_MS, maxInFlight: 16 });
  return async (names, signal) => {
    const done = new AbortController();
    const stop = (): void => {
      done.abort();
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      // The first answer ends the check.
      await Promise.any(
        names.map(async (name) => {
          const result = await client.ask(name, MX, done.signal);
          // A local error says nothing about the servers.
          const isFailure = result.kind === 'error' ? result.isLocal !== true : result.kind === 'timeout';
          if (isFailure) throw new Error(result.kind);
        }),
      );
      return true;
    } catch {
      return false;
    } finally {
      signal.removeEventListener('abort', stop);
      done.abort();
    }
  };
}
