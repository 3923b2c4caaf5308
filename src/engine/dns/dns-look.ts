import { DnsClient } from './dns-client';
import { MX } from './dns-question';
import type { NameServerAddress } from './name-servers';

/** Milliseconds: for one server, and for all of them. */
const SERVER_MS = 1500;
const LOOK_MS = 5000;

/**
 * Makes a question whether the name servers answer anything at all: about these names, side by side, in a line of its own,
 * so that no flood of questions to broken zones makes it wait. Nothing is kept.
 */
export function dnsLook(
  servers: readonly NameServerAddress[],
): (names: readonly string[], signal: AbortSignal) => Promise<boolean> {
  const client = new DnsClient({ servers, timeoutMs: SERVER_MS, tries: 1, deadlineMs: LOOK_MS, maxInFlight: 16 });
  return async (names, signal) => {
    const done = new AbortController();
    const stop = (): void => {
      done.abort();
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      // The first answer ends the look.
      await Promise.any(
        names.map(async (name) => {
          const result = await client.ask(name, MX, done.signal);
          // What this machine lacks is nothing against the servers.
          const isFailure = result.kind === 'error' ? result.isOurs !== true : result.kind === 'timeout';
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
