import type { Clock, MxRecord, NoRecords, Resolver } from '../ports';
import { CachedLookup, type CacheLifetimes, type LookupCounters } from './cached-lookup';
import { DnsClient, type DnsClientOptions, type DnsResult } from './dns-client';
import { canonicalName } from './dns-name';
import { A, AAAA, MX, type QuestionType } from './dns-question';
import { systemNameServers } from './name-servers';

/** Addresses handed out for one host. */
const MAX_ADDRESSES = 16;

export interface DnsResolverOptions extends Partial<DnsClientOptions> {
  /** Names, per record type, whose answers are kept; the least recently used go first. Default 100,000. */
  cacheEntries?: number;
  /** Seconds that answers are kept. Default: 60 at least, 24 h at most, absences 3 h at most, failures 30. */
  lifetimes?: Partial<CacheLifetimes>;
  /** Tells the age of kept answers; time-outs run on real time. */
  clock?: Pick<Clock, 'now'>;
}

export interface DnsStats extends LookupCounters {
  /** Messages sent, retries and TCP included. */
  queries: number;
}

/**
 * DNS over real packets to recursive name servers, kept by TTL. Defaults: the system's servers, 2 s and two rounds a
 * server, 10 s a question, 100 questions at once.
 */
export class DnsResolver implements Resolver {
  private readonly client: DnsClient;
  private readonly counters: LookupCounters = {
    cacheHits: 0,
    coalesced: 0,
    outcomes: { records: 0, not_found: 0, no_data: 0, error: 0, timeout: 0 },
  };
  private readonly lookups: { mx: CachedLookup<MxRecord>; a: CachedLookup<string>; aaaa: CachedLookup<string> };

  constructor(options: DnsResolverOptions = {}) {
    this.client = new DnsClient({
      servers: options.servers ?? systemNameServers(),
      timeoutMs: options.timeoutMs ?? 2_000,
      tries: options.tries ?? 2,
      deadlineMs: options.deadlineMs ?? 10_000,
      maxInFlight: options.maxInFlight ?? 100,
    });
    const clock = options.clock ?? Date;
    const lifetimes = { min: 60, maxPositive: 86_400, maxNegative: 10_800, failure: 30, ...options.lifetimes };
    const lookup = <T>(type: QuestionType<T>): CachedLookup<T> =>
      new CachedLookup(this.client, type, () => clock.now(), lifetimes, this.counters, options.cacheEntries ?? 100_000);
    this.lookups = { mx: lookup(MX), a: lookup(A), aaaa: lookup(AAAA) };
  }

  async mx(domain: string, signal?: AbortSignal): Promise<{ kind: 'records'; records: MxRecord[] } | NoRecords> {
    const result = await this.lookups.mx.find(canonicalName(domain), signal);
    return result.kind === 'records' ? { kind: 'records', records: [...result.records] } : result;
  }

  async addresses(host: string, signal?: AbortSignal): Promise<{ kind: 'addresses'; addresses: string[] } | NoRecords> {
    const name = canonicalName(host);
    const [v4, v6] = await Promise.all([this.lookups.a.find(name, signal), this.lookups.aaaa.find(name, signal)]);
    const addresses = [...recordsOf(v4), ...recordsOf(v6)].slice(0, MAX_ADDRESSES);
    return addresses.length > 0 ? { kind: 'addresses', addresses } : neither(v4, v6);
  }

  /** A snapshot; the numbers only grow. */
  stats(): DnsStats {
    return { ...this.counters, outcomes: { ...this.counters.outcomes }, queries: this.client.queriesSent };
  }
}

function recordsOf(result: DnsResult<string>): string[] {
  return result.kind === 'records' ? result.records : [];
}

/** No address of either family. Only when both families are known to have none is that an answer about the host. */
function neither(v4: DnsResult<string>, v6: DnsResult<string>): NoRecords {
  const results = [v4, v6];
  const error = results.find((result) => result.kind === 'error');
  if (error?.kind === 'error') return error;
  if (results.some((result) => result.kind === 'timeout')) return { kind: 'timeout' };
  return results.every((result) => result.kind === 'not_found') ? { kind: 'not_found' } : { kind: 'no_data' };
}
