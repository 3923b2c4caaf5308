import type { Attempt } from '../database/attempt';
import type { Step } from '../database/database';
import { fingerprint } from './fingerprint';
import { AttemptLostError } from './idempotency.errors';
import type { IdempotencyKeysRepository, Reservation } from './idempotency-keys.repository';
import type { KeyedRequest } from './keyed-request';
import type { SealedAnswers } from './sealed-answers';

/** A try of a request with a key, for whoever works on it. */
export class KeyedAttempt<Made> implements Attempt<Made> {
  private print: string | null;

  constructor(
    private readonly request: KeyedRequest,
    readonly reservation: Reservation,
    private readonly keys: IdempotencyKeysRepository,
    private readonly sealed: SealedAnswers,
  ) {
    this.print = reservation.fingerprint;
  }

  /** Null: what was sent has not come whole. */
  get fingerprint(): string | null {
    return this.print;
  }

  /** To be called before the write, where what is sent is known when it has come whole. */
  came(payload: unknown): void {
    this.print = fingerprint(...this.request.facts, payload);
  }

  step(made: (insertIds: readonly number[]) => Made): Step {
    const { id } = this.reservation;
    return {
      statement: (insertIds) =>
        this.keys.making(this.reservation, this.sealed.close(made(insertIds), id), this.fingerprint),
      ifNone: 'rollback',
    };
  }

  async require(): Promise<void> {
    if (!(await this.keys.isHeld(this.reservation))) throw new AttemptLostError();
  }
}
