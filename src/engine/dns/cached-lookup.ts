import { LRUCache } from 'lru-cache';
import type { MessageCount } from '../ports';
import type { DnsClient, DnsResult } from './dns-client';
import type { QuestionType } from './dns-question';
import { SingleFlight } from './single-flight';

/** How long answers are kept, in seconds. */
export interface CacheLifetimes {
  /** Whatever the records say, an answer is kept this long at least. */
  min: number;
  maxPositive: number;
  /** For NXDOMAIN and "no such records" (RFC 2308 5 proposes one to three hours). */
  maxNegative: number;
  /** For SERVFAIL and time-outs, so that a broken zone is not asked for each of its addresses (RFC 2308 7, RFC 9520). */
  failure: number;
}

interface Kept<T> {
  result: DnsResult<T>;
  /** How often failures had been forgotten when the query was sent. */
  generation: number;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

export interface LookupCounters {
  cacheHits: number;
  /** Questions that joined one in flight. */
  coalesced: number;
  /** Questions that went out, by how they ended. */
  outcomes: Record<DnsResult<unknown>['kind'], number>;
  /** When a question last got an answer, and about which name; -Infinity: never. */
  lastAnswer: { at: number; name: string };
}

/** Questions of one type: each name is asked once at a time, and again only when its answer has expired. */
export class CachedLookup<T> {
  private readonly kept: LRUCache<string, Kept<T>>;
  private generation = 0;
  private readonly inFlight = new Map<string, SingleFlight<DnsResult<T>>>();

  constructor(
    private readonly client: DnsClient,
    private readonly type: QuestionType<T>,
    private readonly now: () => number,
    private readonly lifetimes: CacheLifetimes,
    private readonly counters: LookupCounters,
    maxEntries: number,
  ) {
    this.kept = new LRUCache({ max: maxEntries });
  }

  /**
   * `name` in canonical form. Rejects only with the reason of an aborted signal.
   * @param count of the caller's messages; to join a question in flight costs none
   */
  async find(name: string, signal: AbortSignal | undefined, count?: MessageCount): Promise<DnsResult<T>> {
    signal?.throwIfAborted();
    const known = this.atHand(name);
    if (known !== undefined) return known;
    const running = this.inFlight.get(name);
    if (running !== undefined) {
      this.counters.coalesced += 1;
      return running.join(signal);
    }
    return this.start(name, count).join(signal);
  }

  /** What the cache holds of the name and has not expired. Sends nothing. */
  atHand(name: string): DnsResult<T> | undefined {
    const kept = this.kept.get(name);
    if (kept === undefined || kept.expiresAt <= this.now()) return undefined;
    if (kept.generation !== this.generation && isFailure(kept.result)) return undefined;
    this.counters.cacheHits += 1;
    return kept.result;
  }

  /** Drops failures from the cache: the next look-up sends a query. */
  forgetFailures(): void {
    this.generation += 1;
  }

  private start(name: string, count: MessageCount | undefined): SingleFlight<DnsResult<T>> {
    const { generation } = this;
    const work = new SingleFlight(
      async (signal) => {
        const result = await this.client.ask(name, this.type, signal, count);
        if (signal.aborted) return result;
        this.inFlight.delete(name);
        this.counters.outcomes[result.kind] += 1;
        if (!isFailure(result)) this.counters.lastAnswer = { at: this.now(), name };
        // A local error says nothing about the name.
        if (result.kind !== 'error' || result.isLocal !== true) this.keep(name, result, generation);
        return result;
      },
      () => this.inFlight.delete(name),
    );
    this.inFlight.set(name, work);
    return work;
  }

  private keep(name: string, result: DnsResult<T>, generation: number): void {
    this.kept.set(name, { result, generation, expiresAt: this.now() + this.lifetimeSeconds(result) * 1000 });
  }

  private lifetimeSeconds(result: DnsResult<T>): number {
    const { min, maxPositive, maxNegative, failure } = this.lifetimes;
    switch (result.kind) {
      case 'records':
        return Math.min(Math.max(result.ttl, min), maxPositive);
      case 'not_found':
      case 'no_data':
        return Math.min(Math.max(result.ttl, min), maxNegative);
      case 'error':
      case 'timeout':
        return failure;
    }
  }
}

function isFailure({ kind }: DnsResult<unknown>): boolean {
  return kind === 'error' || kind === 'timeout';
}
