import { LRUCache } from 'lru-cache';
import type { QuestionCount } from '../ports';
import type { DnsClient, DnsResult } from './dns-client';
import type { QuestionType } from './dns-question';
import { SharedWork } from './shared-work';

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
  /** How often failures had been forgotten when the question was asked. */
  era: number;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

export interface LookupCounters {
  cacheHits: number;
  /** Questions that joined one already on its way. */
  coalesced: number;
  /** Questions that went out, by how they ended. */
  outcomes: Record<DnsResult<unknown>['kind'], number>;
  /** When a question last got an answer, and about which name; -Infinity: never. */
  lastAnswer: { at: number; name: string };
}

/** Questions of one type: each name is asked once at a time, and again only when its answer has expired. */
export class CachedLookup<T> {
  private readonly kept: LRUCache<string, Kept<T>>;
  private era = 0;
  private readonly onTheirWay = new Map<string, SharedWork<DnsResult<T>>>();

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
   * @param count of whoever asks; who joins a question on its way causes no message
   */
  async find(name: string, signal: AbortSignal | undefined, count?: QuestionCount): Promise<DnsResult<T>> {
    signal?.throwIfAborted();
    const kept = this.kept.get(name);
    if (kept !== undefined && kept.expiresAt > this.now() && (kept.era === this.era || !isFailure(kept.result))) {
      this.counters.cacheHits += 1;
      return kept.result;
    }
    const running = this.onTheirWay.get(name);
    if (running !== undefined) {
      this.counters.coalesced += 1;
      return running.join(signal);
    }
    return this.start(name, count).join(signal);
  }

  /** Whoever failed is asked again, when somebody wants to know. */
  forgetFailures(): void {
    this.era += 1;
  }

  private start(name: string, count: QuestionCount | undefined): SharedWork<DnsResult<T>> {
    const { era } = this;
    const work = new SharedWork(
      async (signal) => {
        const result = await this.client.ask(name, this.type, signal, count);
        if (signal.aborted) return result;
        this.onTheirWay.delete(name);
        this.counters.outcomes[result.kind] += 1;
        if (!isFailure(result)) this.counters.lastAnswer = { at: this.now(), name };
        // What this machine lacked says nothing about the name.
        if (result.kind !== 'error' || result.isOurs !== true) this.keep(name, result, era);
        return result;
      },
      () => this.onTheirWay.delete(name),
    );
    this.onTheirWay.set(name, work);
    return work;
  }

  private keep(name: string, result: DnsResult<T>, era: number): void {
    this.kept.set(name, { result, era, expiresAt: this.now() + this.lifetimeSeconds(result) * 1000 });
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
