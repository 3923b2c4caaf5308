import { LRUCache } from 'lru-cache';
import type { Clock } from '../../ports';
import type { PoolAnswer } from './question';

/** How long a failure is cached: long enough for a batch, short enough for a caller who tries again. */
const REMEMBERED_MS = 60_000;
/** Questions in a row without a reply until what they were about counts as failing. */
const FAILURES_IN_A_ROW = 3;
/** Tenants that are remembered for an address since its last reply. */
const MAX_TENANTS = 100;
/** Recipients of one domain about whom a host was silent, until the whole domain counts as failing. */
const SILENT_RECIPIENTS = 2;
const MAX_REMEMBERED = 10_000;

interface Failure {
  answer: PoolAnswer;
  /** Found out in `single` mode: `batch` waits longer, and may still get an answer. */
  isImpatient: boolean;
  until: number;
}

/** A negative cache of addresses of mail hosts that failed lately, by keys of the caller's: no further question waits for them. */
export class FailedAddresses {
  private readonly failures = new LRUCache<string, Failure>({ max: MAX_REMEMBERED });
  private readonly inARow = new LRUCache<string, number>({ max: MAX_REMEMBERED });
  /** Domains without a reply since the address last gave one, by address and tenant. */
  private readonly domainsInARow = new LRUCache<string, Map<string, Set<string>>>({ max: MAX_REMEMBERED });
  private readonly silentAbout = new LRUCache<string, Set<string>>({ max: MAX_REMEMBERED });

  constructor(private readonly clock: Clock) {}

  /** What the last attempt came to, if it is fresh. */
  get(key: string, mode: 'single' | 'batch'): PoolAnswer | undefined {
    const failure = this.failures.get(key);
    if (!failure || (failure.isImpatient && mode === 'batch')) return undefined;
    if (this.clock.now() < failure.until) return failure.answer;
    this.failures.delete(key);
    return undefined;
  }

  /** No session came about. */
  openFailed(key: string, answer: PoolAnswer): void {
    this.remember(key, answer, false);
  }

  /** It was silent for as long as a caller could wait: `single` questions need not try. */
  wasSilent(key: string, answer: PoolAnswer): void {
    this.remember(key, answer, true);
  }

  /** A session came about, and a question in it got no reply. Returns true once this key counts as failing. */
  gotNoReply(key: string, answer: PoolAnswer): boolean {
    const count = (this.inARow.get(key) ?? 0) + 1;
    this.inARow.set(key, count);
    if (count < FAILURES_IN_A_ROW) return false;
    this.openFailed(key, answer);
    return true;
  }

  /**
   * The same, and a recipient had been named: silence about several domains counts for the tenant
   * that met it alone: the owner of some domains there must not close the host for others. Returns true once this tenant need
   * not try.
   */
  gotNoReplyFor({ key, tenant, domain }: { key: string; tenant: string; domain: string }, answer: PoolAnswer): boolean {
    const tenants = this.domainsInARow.get(key) ?? new Map<string, Set<string>>();
    const domains = tenants.get(tenant) ?? new Set();
    if (tenants.size < MAX_TENANTS || tenants.has(tenant)) tenants.set(tenant, domains.add(domain));
    this.domainsInARow.set(key, tenants);
    if (domains.size < FAILURES_IN_A_ROW) return false;
    tenants.delete(tenant);
    this.openFailed(`${key} ${tenant}`, answer);
    return true;
  }

  /** It was silent about a recipient in `single` mode. Returns true once further such questions with this key need not try. */
  wasSilentAbout(key: string, recipient: string, answer: PoolAnswer): boolean {
    const recipients = (this.silentAbout.get(key) ?? new Set()).add(recipient);
    this.silentAbout.set(key, recipients);
    if (recipients.size < SILENT_RECIPIENTS) return false;
    this.silentAbout.delete(key);
    this.wasSilent(key, answer);
    return true;
  }

  /** A reply to RCPT came. */
  repliedAbout(key: string): void {
    this.silentAbout.delete(key);
    this.inARow.delete(key);
  }

  gotReply(key: string): void {
    this.inARow.delete(key);
    this.domainsInARow.delete(key);
  }

  private remember(key: string, answer: PoolAnswer, isImpatient: boolean): void {
    this.failures.set(key, { answer, isImpatient, until: this.clock.now() + REMEMBERED_MS });
  }
}
