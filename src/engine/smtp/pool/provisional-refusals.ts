import type { Answer } from '../session/mail-transactions';
import type { PendingQuestion } from './question';
import type { QuestionSource } from './question-source';

/**
 * Refusals beyond the usual limits of servers, where some refuse everybody: believed once the host accepts somebody after them,
 * and asked again in another session if it does not.
 */
export class ProvisionalRefusals {
  private refusals: { pending: PendingQuestion; answer: Answer }[] = [];

  constructor(private readonly destination: QuestionSource) {}

  get count(): number {
    return this.refusals.length;
  }

  add(pending: PendingQuestion, answer: Answer): void {
    this.refusals.push({ pending, answer });
  }

  /** The host accepted somebody. */
  confirm(): void {
    for (const { pending, answer } of this.refusals) this.destination.settle(pending, { ...answer, layer: 'smtp' });
    this.refusals = [];
  }

  /** The session is over. */
  requeue(): void {
    for (const { pending } of this.refusals.reverse()) this.destination.requeue(pending);
    this.refusals = [];
  }
}
