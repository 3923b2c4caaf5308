import { getServers } from 'node:dns';
import { isIP } from 'node:net';

const DNS_PORT = 53;
/** So many time-outs in a row move a server to the end of the list … */
const TIMEOUTS_TO_REST = 3;
/** … for so long. Without it, one dead server costs every question a time-out. */
const REST_MS = 30_000;

export interface NameServerAddress {
  /** IP address as text. */
  address: string;
  port: number;
}

export interface NameServer extends NameServerAddress {
  /** Cleared for good once the server answered a plain query after refusing one with EDNS. */
  edns: boolean;
  timeoutsInRow: number;
  restsUntil: number;
}

/** Reads `192.0.2.1`, `192.0.2.1:5353`, `2001:db8::1` or `[2001:db8::1]:5353`; null when it is none of them. */
export function parseNameServer(text: string): NameServerAddress | null {
  const match = /^\[([^\]]+)\](?::(\d{1,5}))?$/.exec(text) ?? /^([\d.]+)(?::(\d{1,5}))?$/.exec(text);
  const address = match?.[1] ?? text;
  const port = Number(match?.[2] ?? DNS_PORT);
  return isIP(address) !== 0 && port > 0 && port <= 0xffff ? { address, port } : null;
}

/** The servers of this machine (`/etc/resolv.conf`), in their order. */
export function systemNameServers(): NameServerAddress[] {
  return getServers().flatMap((text) => parseNameServer(text) ?? []);
}

/** The servers to ask, in the operator's order, those that went silent last. */
export class NameServers {
  private readonly servers: NameServer[];

  constructor(addresses: readonly NameServerAddress[]) {
    this.servers = addresses.map((server) => ({ ...server, edns: true, timeoutsInRow: 0, restsUntil: 0 }));
  }

  /** `now` in milliseconds on a monotonic clock, as in `timedOut`. */
  inOrder(now: number): NameServer[] {
    const resting = this.servers.filter((server) => server.restsUntil > now);
    return resting.length === 0 ? this.servers : this.servers.filter((s) => s.restsUntil <= now).concat(resting);
  }

  answered(server: NameServer): void {
    server.timeoutsInRow = 0;
    server.restsUntil = 0;
  }

  timedOut(server: NameServer, now: number): void {
    server.timeoutsInRow += 1;
    if (server.timeoutsInRow >= TIMEOUTS_TO_REST) server.restsUntil = now + REST_MS;
  }
}
