import { LRUCache } from 'lru-cache';
import type { Clock } from '../ports';
import type { PoolAnswer } from './question';

/** So long is a host that failed left in peace; long enough for a batch, short enough for somebody who tries again. */
const REMEMBERED_MS = 60_000;
/** Sessions that ended badly in a row until the host itself counts as failing. */
const FAILURES_IN_A_ROW = 3;
/** So many recipients of one domain about whom a host was silent are no longer an accident. */
const SILENT_RECIPIENTS = 2;
const MAX_REMEMBERED = 10_000;

interface Failure {
  answer: PoolAnswer;
  /** Somebody who does not wait for the answer may have more patience. */
  isImpatient: boolean;
  until: number;
}

/** Addresses of mail hosts that could not be talked to lately, so that each further question does not wait for it again. */
export class FailedAddresses {
  private readonly failures = new LRUCache<string, Failure>({ max: MAX_REMEMBERED });
  private readonly inARow = new LRUCache<string, number>({ max: MAX_REMEMBERED });

  private readonly silentAbout = new LRUCache<string, Set<string>>({ max: MAX_REMEMBERED });

  constructor(private readonly clock: Clock) {}

  /** What the last attempt came to, if it is fresh. */
  get(address: string, mode: 'single' | 'batch'): PoolAnswer | undefined {
    const failure = this.failures.get(address);
    if (!failure || (failure.isImpatient && mode === 'batch')) return undefined;
    if (this.clock.now() < failure.until) return failure.answer;
    this.failures.delete(address);
    return undefined;
  }

  /** No session came about. */
  couldNotOpen(address: string, answer: PoolAnswer): void {
    this.remember(address, answer, false);
  }

  /** It was silent for as long as somebody could wait: others who wait need not try. */
  wasSilent(address: string, answer: PoolAnswer): void {
    this.remember(address, answer, true);
  }

  /** A session came about, and a question in it got no reply. Returns true once that is a habit. */
  gotNoReply(address: string, answer: PoolAnswer): boolean {
    const count = (this.inARow.get(address) ?? 0) + 1;
    this.inARow.set(address, count);
    if (count < FAILURES_IN_A_ROW) return false;
    this.couldNotOpen(address, answer);
    return true;
  }

  /** It was silent about a recipient of somebody who waits. Returns true once others at this place need not try. */
  wasSilentAbout(place: string, recipient: string, answer: PoolAnswer): boolean {
    const recipients = (this.silentAbout.get(place) ?? new Set()).add(recipient);
    this.silentAbout.set(place, recipients);
    if (recipients.size < SILENT_RECIPIENTS) return false;
    this.silentAbout.delete(place);
    this.wasSilent(place, answer);
    return true;
  }

  /** It said something about a recipient there. */
  spokeOf(place: string): void {
    this.silentAbout.delete(place);
  }

  gotReply(address: string): void {
    this.inARow.delete(address);
  }

  private remember(address: string, answer: PoolAnswer, isImpatient: boolean): void {
    this.failures.set(address, { answer, isImpatient, until: this.clock.now() + REMEMBERED_MS });
  }
}
