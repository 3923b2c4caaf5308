import type { Socket } from 'node:net';

/** The engine's ports: resolver, dialler, clock, randomness. Tests script them; `network-engine.ts` wires the real ones. */

/** A DNS question that got no records, and why. Only `not_found` and `no_data` are answers about the name. */
export type NoRecords =
  | { kind: 'not_found' } // NXDOMAIN (RFC 8020)
  | { kind: 'no_data' } // the name exists, records of this type do not (RFC 2308 2.2)
  // SERVFAIL, REFUSED, malformed answers, loops: nothing is known. `isLocal`: this machine had no resource left for a query.
  | { kind: 'error'; detail: string; isLocal?: true }
  | { kind: 'timeout' };

export interface MxRecord {
  /** Host name in lower case without a trailing dot; `''` is the root: a null MX (RFC 7505). */
  exchange: string;
  preference: number;
}

/** Messages to name servers that one piece of work has caused. The resolver adds, the caller decides what is enough. */
export interface MessageCount {
  messages: number;
}

/** DNS over real packets, cached by TTL. Never rejects, except with the signal's reason once `signal` is aborted. */
export interface Resolver {
  /** MX records of an A-label domain, in the order of the answer (not sorted). */
  mx(
    domain: string,
    signal?: AbortSignal,
    count?: MessageCount,
  ): Promise<{ kind: 'records'; records: MxRecord[] } | NoRecords>;
  /** A and AAAA of a host, IPv4 first, as canonical text. Records are returned unvetted. */
  addresses(
    host: string,
    signal?: AbortSignal,
    count?: MessageCount,
  ): Promise<{ kind: 'addresses'; addresses: string[] } | NoRecords>;
}

/** Opens TCP connections. It connects to that very address: it never resolves a name. */
export interface Dialler {
  /**
   * Resolves with a connected socket; rejects with a `DialError` (see `smtp/wire/dial-error.ts`) that says who failed:
   * the peer (refused, timeout, unreachable) or the proxy.
   */
  dial(address: string, port: number, signal: AbortSignal): Promise<Socket>;
}

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when aborted before. Leaves no timer behind. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface Random {
  /** A uniformly distributed integer, 0 <= n < max. */
  integer(max: number): number;
}

/**
 * What the processes of a fleet tell each other of mail hosts, for a while: no secret, and nothing of people. Never rejects: while
 * it is away each process goes by what it knows itself.
 */
export interface SharedFacts {
  /** Null: nobody has told. */
  read(key: string): Promise<string | null>;
  /** @param lifeMs milliseconds; @param isStronger stands instead of what was told before, which stays otherwise */
  tell(key: string, fact: string, lifeMs: number, isStronger: boolean): void;
}
