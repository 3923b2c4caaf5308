import { Injectable, Logger } from '@nestjs/common';
import type { Response } from 'express';
import { randomUUID } from 'node:crypto';
import { Clock } from '../common/clock';
import { DomainError } from '../common/domain-error';
import { withTimeout } from '../common/with-timeout';
import { fingerprint } from './fingerprint';
import { AnswerUnreadableError, KeyUsedError, RefusedBeforeError, RequestInProgressError } from './idempotency.errors';
import type { IdempotencyKey } from './idempotency-key.entity';
import { IdempotencyKeysRepository, LEASE_MS, type Reservation } from './idempotency-keys.repository';
import { KeyedAttempt } from './keyed-attempt';
import { keyedRequestOf, type KeyedRequest } from './keyed-request';
import { SealedAnswers } from './sealed-answers';
import { isLasting, Refusals, type StoredAnswer } from './stored-answer';

/** What is to be done once. */
export interface KeyedWork<Answer, Made> {
  /** What was sent; or how it is read, for a body that comes by and by: asked for where the key was used before. */
  payload: object | (() => Promise<unknown>);
  /** `addressKey` of the one address that it is about, as far as that is known. */
  addressKey?: () => string | null;
  /**
   * Does it. Where what is done is a write, `Attempt.step` is among its steps.
   * @param attempt null: without a key
   */
  run: (attempt: KeyedAttempt<Made> | null) => Promise<Answer>;
  /** The answer, of what the write noted: where that became true, and its answer was not stored. */
  answerAgain?: (made: Made) => Answer | Promise<Answer>;
}

/** Others are at the same key, again and again: no. */
const MOST_TRIES = 5;
const RENEWED_EVERY_MS = LEASE_MS / 3;
/** Nobody waits longer for the end of a key: what was done is known by then, and a lease ends by itself. */
const END_WITHIN_MS = 1000;

/**
 * Does what a request asks for once, however often it comes under its `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header-07):
 * a row says who works on it, the write that does it says so in that row, and who has lost the row does nothing (ADR 0039).
 * Without a key it costs nothing.
 */
@Injectable()
export class Idempotency {
  private readonly logger = new Logger('Idempotency');

  constructor(
    private readonly keys: IdempotencyKeysRepository,
    private readonly sealed: SealedAnswers,
    private readonly refusals: Refusals,
    private readonly clock: Clock,
  ) {}

  /**
   * @param response of the request, behind its guards; says that an answer is a replay
   * @throws MalformedRequestError, RequestInProgressError, KeyUsedError, AnswerUnreadableError, RefusedBeforeError,
   * AttemptLostError, DatabaseUnavailableError, and what the work throws
   */
  once<Answer, Made = never>(response: Response, work: KeyedWork<Answer, Made>): Promise<Answer> {
    const request = keyedRequestOf(response);
    return request === null ? work.run(null) : this.underKey(request, response, work);
  }

  private async underKey<Answer, Made>(
    request: KeyedRequest,
    response: Response,
    work: KeyedWork<Answer, Made>,
  ): Promise<Answer> {
    const print = typeof work.payload === 'function' ? null : fingerprint(...request.facts, work.payload);
    const { id, organizationId, accountId } = request;
    const addressKey = work.addressKey?.() ?? null;
    const claim = randomUUID();
    const found = await this.reserve({ id, organizationId, accountId, addressKey, fingerprint: print, claim });
    if ('claim' in found) return this.run(new KeyedAttempt(request, found, this.keys, this.sealed), work);
    const { row } = found;
    const given = typeof work.payload === 'function' ? fingerprint(...request.facts, await work.payload()) : print;
    if (row.fingerprint !== given) throw new KeyUsedError();
    const answer = await this.replay(row, work);
    response.setHeader('Idempotency-Replayed', 'true');
    return answer;
  }

  /** Takes the key, or finds what was done under it. @throws RequestInProgressError, KeyUsedError */
  private async reserve(reservation: Reservation): Promise<Reservation | { row: IdempotencyKey }> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      if (await this.keys.reserve(reservation)) return reservation;
      const row = await this.keys.find(reservation.id);
      if (row === null) continue;
      const prints = [row.fingerprint, reservation.fingerprint];
      if (!prints.includes(null) && prints[0] !== prints[1]) throw new KeyUsedError();
      if (row.made !== null || row.answer !== null) return { row };
      const leftMs = row.leaseUntil - this.clock.now();
      if (leftMs > 0) throw new RequestInProgressError(secondsToAsk(leftMs));
      if (await this.keys.takeOver(row, reservation)) return reservation;
    }
    throw new RequestInProgressError();
  }

  private async run<Answer, Made>(attempt: KeyedAttempt<Made>, work: KeyedWork<Answer, Made>): Promise<Answer> {
    const renewal = setInterval(() => {
      // The next one, or whoever finds the lease at its end.
      this.keys.renew(attempt.reservation).catch(() => undefined);
    }, RENEWED_EVERY_MS);
    try {
      const body = await work.run(attempt);
      await this.end(attempt, { body });
      return body;
    } catch (error) {
      const refusal = this.refusals.replyTo(error);
      const isPassing = error instanceof DomainError && error.isPassing;
      const isAnswer = refusal !== null && isLasting(refusal) && !isPassing;
      await this.end(attempt, isAnswer ? { refusal } : null);
      throw error;
    } finally {
      clearInterval(renewal);
    }
  }

  /** Stores the answer, or lets the key go where there is none: the same request is done then when it comes again. */
  private async end(attempt: KeyedAttempt<never>, answer: StoredAnswer | null): Promise<void> {
    await withTimeout(END_WITHIN_MS, this.store(attempt, answer)).catch((error: unknown) => {
      this.logger.warn(`The end of a request with a key was not stored: ${String(error)}`);
    });
  }

  private store({ reservation, fingerprint: print }: KeyedAttempt<never>, answer: StoredAnswer | null): Promise<void> {
    if (answer === null || print === null) return this.keys.release(reservation);
    const sealed = this.sealed.close(answer, reservation.id);
    return 'refusal' in answer
      ? this.keys.refuse(reservation, sealed, print)
      : this.keys.answer(reservation, sealed, print);
  }

  /** @throws RefusedBeforeError, AnswerUnreadableError, what `answerAgain` throws */
  private async replay<Answer, Made>(row: IdempotencyKey, work: KeyedWork<Answer, Made>): Promise<Answer> {
    const opened = this.sealed.open(row.answer ?? row.made ?? Buffer.alloc(0), row.id);
    if (opened === null) throw new AnswerUnreadableError();
    if (row.answer !== null) {
      const answer = opened.value as StoredAnswer;
      if ('refusal' in answer) throw new RefusedBeforeError(answer.refusal);
      return answer.body as Answer;
    }
    if (work.answerAgain === undefined) throw new Error('What was done under a key has no answer.');
    const body = await work.answerAgain(opened.value as Made);
    if (row.fingerprint !== null) {
      const answer = this.sealed.close({ body }, row.id);
      await this.keys.answer(row, answer, row.fingerprint).catch(() => undefined);
    }
    return body;
  }
}

/**
 * Soon, while somebody may be at work, for he may be done any moment; the end of the lease, once its holder has renewed it twice
 * too seldom, and so is gone.
 */
function secondsToAsk(leaseLeftMs: number): number {
  return leaseLeftMs > LEASE_MS - 2 * RENEWED_EVERY_MS ? 1 : Math.ceil(leaseLeftMs / 1000);
}
