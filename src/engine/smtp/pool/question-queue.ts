import { FairQueue } from './fair-queue';
import type { PendingQuestion } from './question';

/**
 * The queue of one destination. `single` has priority over `batch`; within a priority the least recently served tenant is
 * next, then its least recently served job, then first in, first out. Nobody is passed over twice by the same tenant.
 */
export class QuestionQueue {
  private readonly urgent = new FairQueue();
  private readonly normal = new FairQueue();
  private readonly counts = new Map<string, number>();
  private total = 0;

  get size(): number {
    return this.total;
  }

  add(pending: PendingQuestion): void {
    this.queueOf(pending).add(pending);
    this.count(pending, 1);
  }

  /** Before all of its flow and priority: it was asked already, or belongs to what was just answered. */
  addFirst(pending: PendingQuestion): void {
    this.queueOf(pending).addFirst(pending);
    this.count(pending, 1);
  }

  has(address: string): boolean {
    return this.counts.has(address);
  }

  /** Whose turn it is, for `address`; for any address when it is undefined. */
  peek(address?: string): PendingQuestion | undefined {
    if (this.total === 0) return undefined;
    return this.urgent.peek(address) ?? this.normal.peek(address);
  }

  take(address?: string): PendingQuestion | undefined {
    if (this.total === 0 || (address !== undefined && !this.counts.has(address))) return undefined;
    const next = this.urgent.take(address) ?? this.normal.take(address);
    if (next) this.count(next, -1);
    return next;
  }

  /** The next whose address fits. */
  peekWhere(fits: (address: string) => boolean): PendingQuestion | undefined {
    const head = this.peek();
    if (!head || fits(head.question.address)) return head;
    const address = [...this.counts.keys()].find(fits);
    return address === undefined ? undefined : this.peek(address);
  }

  takeWhere(fits: (address: string) => boolean): PendingQuestion | undefined {
    const next = this.peekWhere(fits);
    if (!next) return undefined;
    return next === this.peek() ? this.take() : this.take(next.question.address);
  }

  /** False when it does not wait here. */
  remove(pending: PendingQuestion): boolean {
    const wasHere = this.queueOf(pending).remove(pending);
    if (wasHere) this.count(pending, -1);
    return wasHere;
  }

  all(): PendingQuestion[] {
    return [...this.urgent.all(), ...this.normal.all()];
  }

  /** Takes all out, or all for one address. */
  removeAll(address?: string): PendingQuestion[] {
    const removed = this.all().filter(({ question }) => address === undefined || question.address === address);
    for (const pending of removed) this.remove(pending);
    return removed;
  }

  private queueOf({ question }: PendingQuestion): FairQueue {
    return question.mode === 'single' ? this.urgent : this.normal;
  }

  private count({ question: { address } }: PendingQuestion, change: 1 | -1): void {
    this.total += change;
    const left = (this.counts.get(address) ?? 0) + change;
    if (left === 0) this.counts.delete(address);
    else this.counts.set(address, left);
  }
}
