import { Agent as HttpAgent, type ClientRequestArgs } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Duplex } from 'node:stream';

/** Connections without a request: of an origin, and in all. */
const MOST_IDLE_OF_ORIGIN = 10;
const MOST_IDLE = 200;
/** Shorter than servers keep them: the 5 s of Node's own are among the shortest. */
const IDLE_MS = 4000;
/** A server that is to be replaced has seen the last of us after so long. */
const LONGEST_MS = 60_000;
const OPTIONS = { keepAlive: true, maxFreeSockets: MOST_IDLE_OF_ORIGIN, timeout: IDLE_MS };

/** What an agent is given of a request: with the addresses that its connection may go to. */
export type JudgedRequest = ClientRequestArgs & { judged: string };

export interface KeptConnections {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
}

/**
 * Connections that are kept for a moment after their request, for the next: to connect is most of the work of a small one. One is
 * used again only where it might be made anew: for the same host, port and TLS, and the same addresses as were judged now. Idle
 * ones let the process end.
 */
export function keptConnections(): KeptConnections {
  return { http: keeping(new HttpAgent(OPTIONS)), https: keeping(new HttpsAgent(OPTIONS)) };
}

function keeping<Agent extends HttpAgent>(agent: Agent): Agent {
  const nameOf = agent.getName.bind(agent);
  // It says whether the connection may be kept: a server may tell that it closes sooner.
  const keep = agent.keepSocketAlive.bind(agent) as (connection: Duplex) => boolean;
  const keptSince = new WeakMap<Duplex, number>();
  return Object.assign(agent, {
    getName: (request?: ClientRequestArgs) => `${nameOf(request)}:${(request as JudgedRequest | undefined)?.judged}`,
    keepSocketAlive: (connection: Duplex): boolean => {
      const now = performance.now();
      const since = keptSince.get(connection) ?? now;
      keptSince.set(connection, since);
      const idle = Object.values(agent.freeSockets).reduce((sum, some) => sum + (some?.length ?? 0), 0);
      return idle < MOST_IDLE && now - since < LONGEST_MS && keep(connection);
    },
  });
}
