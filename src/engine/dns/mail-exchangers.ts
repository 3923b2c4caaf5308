import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import type { MxRecord, Random } from '../ports';
import { isHostName } from './dns-name';

export interface MailExchanger {
  name: string;
  preference: number;
}

/** The exchangers worth asking about, best first, and what it means when there is none. */
export interface MailExchangers {
  exchangers: MailExchanger[];
  ifNone: 'null_mx' | 'unroutable' | 'no_usable_hosts';
}

/**
 * Sorts by preference with equals in random order (RFC 5321 5.1). Dropped: the root beside other records (a null MX
 * stands alone, RFC 7505 3), IP addresses as text, `localhost`, and whatever else is no host name.
 */
export function selectMailExchangers(records: readonly MxRecord[], random: Random): MailExchangers {
  if (records.every((record) => record.exchange === '')) return { exchangers: [], ifNone: 'null_mx' };
  const best = new Map<string, number>();
  for (const { exchange, preference } of records) {
    if (!isHostName(exchange) || isLocal(exchange)) continue;
    best.set(exchange, Math.min(preference, best.get(exchange) ?? preference));
  }
  const exchangers = shuffled([...best], random).map(([name, preference]) => ({ name, preference }));
  exchangers.sort((one, other) => one.preference - other.preference);
  const pointsHome = records.some((record) => isIP(record.exchange) !== 0 || isLocal(record.exchange));
  return { exchangers, ifNone: pointsHome ? 'unroutable' : 'no_usable_hosts' };
}

/** A key of bounded length for facts about a domain that hold as long as its mail hosts are the same. */
export function mxSetKey(domain: string, names: readonly string[]): string {
  const set = [...new Set(names)].sort().join(' ');
  return `${domain}:${createHash('sha256').update(set).digest('base64url').slice(0, 22)}`;
}

function isLocal(exchange: string): boolean {
  return exchange === 'localhost' || exchange.endsWith('.localhost');
}

function shuffled<T>(items: T[], random: Random): T[] {
  const rest = [...items];
  const mixed: T[] = [];
  while (rest.length > 0) mixed.push(...rest.splice(random.integer(rest.length), 1));
  return mixed;
}
