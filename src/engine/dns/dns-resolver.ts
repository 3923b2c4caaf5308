import type { Clock, MxRecord, NoRecords, MessageCount, Resolver } from '../ports';
import { AddressLookup } from './address-lookup';
import { CachedLookup, type CacheLifetimes, type LookupCounters } from './cached-lookup';
import { DnsClient, type DnsClientOptions } from './dns-client';
import { canonicalName } from './dns-name';
import { A, AAAA, MX, type QuestionType } from './dns-question';
import { systemNameServers } from './name-servers';

export interface DnsResolverOptions extends Partial<DnsClientOptions> {
  /** Names, per record type, whose answers are kept; the least recently used go first. Default 100,000. */
  cacheEntries?: number;
  /** Seconds that answers are kept. Default: 60 at least, 24 h at most, absences 3 h at most, failures 30. */
  lifetimes?: Partial<CacheLifetimes>;
  /** Milliseconds for which addresses of IPv4 wait for those of IPv6. Default 50. */
  graceMs?: number;
  /** Milliseconds after which a host that has not answered about IPv6 is silent about it, counted from IPv4's answer. Default 500. */
  silentAfterMs?: number;
  /** Tells the age of kept answers; time-outs run on real time. */
  clock?: Pick<Clock, 'now'>;
}

export interface DnsStats extends Omit<LookupCounters, 'lastAnswer'> {
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
    lastAnswer: { at: -Infinity, name: '' },
  };
  private readonly lookups: Pick<CachedLookup<unknown>, 'forgetFailures'>[] = [];
  private readonly mxLookup: CachedLookup<MxRecord>;
  private readonly addressLookup: AddressLookup;

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
    const lookup = <T>(type: QuestionType<T>): CachedLookup<T> => {
      const most = options.cacheEntries ?? 100_000;
      const made = new CachedLookup(this.client, type, () => clock.now(), lifetimes, this.counters, most);
      this.lookups.push(made);
      return made;
    };
    this.mxLookup = lookup(MX);
    this.addressLookup = new AddressLookup({
      a: lookup(A),
      aaaa: lookup(AAAA),
      now: () => clock.now(),
      graceMs: options.graceMs,
      silentAfterMs: options.silentAfterMs,
    });
  }

  async mx(
    domain: string,
    signal?: AbortSignal,
    count?: MessageCount,
  ): Promise<{ kind: 'records'; records: MxRecord[] } | NoRecords> {
    const result = await this.mxLookup.find(canonicalName(domain), signal, count);
    return result.kind === 'records' ? { kind: 'records', records: [...result.records] } : result;
  }

  async addresses(
    host: string,
    signal?: AbortSignal,
    count?: MessageCount,
  ): Promise<{ kind: 'addresses'; addresses: string[] } | NoRecords> {
    return this.addressLookup.find(canonicalName(host), signal, count);
  }

  /** When a question last got an answer, "there is none" included, and about which name; -Infinity: never. */
  get lastAnswer(): LookupCounters['lastAnswer'] {
    return this.counters.lastAnswer;
  }

  /** What failed so far is asked again, instead of failing for as long as failures are kept. */
  forgetFailures(): void {
    for (const lookup of this.lookups) lookup.forgetFailures();
  }

  /** A snapshot; the numbers only grow. */
  stats(): DnsStats {
    const { cacheHits, coalesced, outcomes } = this.counters;
    return { cacheHits, coalesced, outcomes: { ...outcomes }, queries: this.client.queriesSent };
  }
}
