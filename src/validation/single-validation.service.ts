import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Right } from '../auth/right';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { CreditsService } from '../credits/credits.service';
import type { Attempt } from '../database/attempt';
import { DatabaseUnavailableError } from '../database/database.errors';
import type { Engine, Status, Verification } from '../engine';
import { VerdictLog } from '../feedback/accuracy/verdict-log';
import { orderEvidence } from '../feedback/known/evidence-order';
import { KnownAddresses } from '../feedback/known/known-addresses';
import type { KnownKind } from '../feedback/known/known-kind';
import { returnedMailVerdict } from '../feedback/known/returned-mail';
import { addressKey } from '../common/address-key';
import { AttemptLostError } from '../idempotency/idempotency.errors';
import { AbandonedChecks } from './abandoned-checks';
import { isLocalError } from './local-error';
import { chargeWithinMs } from './charge-within';
import { ENGINE } from './engine.token';
import { requireWellFormed } from './require-well-formed';
import { CheckHistory } from './history/check-history';
import { SingleCharge } from './single-charge';
import { VerdictCache } from './verdict-cache';

interface Charged {
  verification: Verification;
  fromCache: boolean;
  creditsUsed: number;
}

export interface SingleValidation extends Charged {
  /** What the organization's own mails say of the address; null: nothing. */
  known: KnownKind | null;
}

/** Somebody who waits for a check. */
interface Waiter {
  right: Right;
  /** The try of a request that may come again; null: it may not. */
  attempt: Attempt<Verification> | null;
}

/** A check that several identical requests may be waiting for. */
interface Flight {
  answer: Promise<Charged>;
  /**
   * Those who wait, in the order in which they came; the last who left once nobody does. It is done for the first, and the
   * right of one of them must hold in the end.
   */
  waiting: Waiter[];
  /** Several have waited for it. */
  isShared: boolean;
  /** Somebody has been told what was charged. */
  isTold: boolean;
  stop: AbortController;
}

type Check = (signal: AbortSignal, waiting: readonly Waiter[]) => Promise<Charged>;

/** When the process stops, checks have this long to come to their end; then they are answered with what is known, for free. */
const FINISH_WITHIN_MS = 8000;

/** A check that took no longer is done by the rights that were found at its beginning. */
const RIGHTS_ARE_FRESH_MS = 500;

const NOBODY_WAITS = new Error('Nobody waits for this check any more.');

/** Checks one address for somebody who waits: what its own mails met, cache, engine, charge. */
@Injectable()
export class SingleValidationService implements OnModuleDestroy {
  private readonly flights = new Map<string, Flight>();
  private readonly abandonedChecks = new AbandonedChecks();

  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    private readonly cache: VerdictCache,
    private readonly credits: CreditsService,
    private readonly charge: SingleCharge,
    private readonly history: CheckHistory,
    private readonly known: KnownAddresses,
    private readonly log: VerdictLog,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * @param leaving gives the signal that is aborted when the caller has gone: its check ends unless others share it, and costs
   * nothing, up to `FREE_ABANDONED_CHECKS_AN_HOUR`. Asked for where there is something to wait for: not from the cache
   * @param attempt as part of this; what it costs is charged for it alone
   * @throws FieldsInvalidError, InsufficientCreditsError, DatabaseUnavailableError, OutcomeUnknownError, what right and attempt say
   */
  async validate(
    right: Right,
    email: string,
    leaving: () => AbortSignal,
    attempt: Attempt<SingleValidation> | null = null,
  ): Promise<SingleValidation> {
    const normalised = requireWellFormed(this.engine, email);
    try {
      const answer = await this.answer(right, email, normalised, leaving, attempt);
      this.history.note(right, email, answer.verification, answer.fromCache, answer.creditsUsed);
      this.log.note(right.organizationId, answer, answer.fromCache);
      return answer;
    } catch (error) {
      throw notCharged(error);
    }
  }

  /** Under which key the verdict of an address is kept; null: it is malformed. */
  keyOf(email: string): string | null {
    const normalised = this.engine.normalise(email);
    return normalised === null ? null : addressKey(normalised);
  }

  private async answer(
    right: Right,
    email: string,
    normalised: string,
    leaving: () => AbortSignal,
    attempt: Attempt<SingleValidation> | null,
  ): Promise<SingleValidation> {
    const { organizationId } = right;
    await this.credits.require(organizationId, 1);
    // Both at once: the most that is asked for one of them is asked for the other, too.
    const [told, cached] = await Promise.all([
      this.known.findOne(organizationId, normalised),
      this.cache.findOne(organizationId, normalised),
    ]);
    const known = told?.kind ?? null;
    if (known === 'hard_bounce') {
      return { verification: returnedMailVerdict(this.engine, email), fromCache: true, creditsUsed: 0, known };
    }
    const found =
      cached !== null
        ? { verification: cached, fromCache: true, creditsUsed: 0 }
        : await this.share(
            `${organizationId}:${normalised}`,
            { right, attempt: attempt === null ? null : attemptOfCharge(attempt, known) },
            leaving(),
            (signal, waiting) =>
              this.check(organizationId, email, signal, waiting, (verdict) => orderEvidence(verdict, known).status),
          );
    return known === null
      ? { ...found, known }
      : { ...found, verification: orderEvidence(found.verification, known), known };
  }

  onModuleDestroy(): void {
    setTimeout(() => {
      for (const { stop } of this.flights.values()) stop.abort(new Error('The service stops.'));
    }, FINISH_WITHIN_MS).unref();
  }

  /**
   * Identical requests in flight share one check and one charge: the first who stays is told what it cost, the others are
   * served as from the cache. So callers are told of every credit that is taken, but for the checks that all have left: as a
   * habit, or while the charge was being written.
   */
  private async share(key: string, waiter: Waiter, leaving: AbortSignal, check: Check): Promise<Charged> {
    const from = performance.now();
    const flight = this.flights.get(key) ?? this.take(key, check);
    flight.waiting.push(waiter);
    flight.isShared ||= flight.waiting.length > 1;
    const leave = (): void => {
      if (flight.waiting.length > 1) {
        flight.waiting.splice(flight.waiting.indexOf(waiter), 1);
        return;
      }
      flight.stop.abort(NOBODY_WAITS);
      if (this.flights.get(key) === flight) this.flights.delete(key);
    };
    if (leaving.aborted) leave();
    else leaving.addEventListener('abort', leave, { once: true });
    try {
      const answer = await flight.answer;
      // Another's right was enough for the check, and is not for who has lost his own.
      if (flight.isShared && performance.now() - from > RIGHTS_ARE_FRESH_MS) await waiter.right.require();
      // Who is still there and came first is told what was charged.
      const isServed = flight.isTold || leaving.aborted;
      if (!leaving.aborted) flight.isTold = true;
      return isServed ? { ...answer, fromCache: !isLocalError(answer.verification), creditsUsed: 0 } : answer;
    } catch (error) {
      if (!(error instanceof AttemptLostError)) throw error;
      // Whoever else waited with the one whose try was lost has lost nothing.
      await waiter.attempt?.require();
      return await this.share(key, waiter, leaving, check);
    } finally {
      leaving.removeEventListener('abort', leave);
    }
  }

  private take(key: string, check: Check): Flight {
    const stop = new AbortController();
    const waiting: Waiter[] = [];
    const flight = { answer: check(stop.signal, waiting), waiting, isShared: false, isTold: false, stop };
    this.flights.set(key, flight);
    const forget = (): void => {
      if (this.flights.get(key) === flight) this.flights.delete(key);
    };
    flight.answer.then(forget, forget);
    return flight;
  }

  private async check(
    organizationId: number,
    email: string,
    signal: AbortSignal,
    waiting: readonly Waiter[],
    answeredAs: (verdict: Verification) => Status,
  ): Promise<Charged> {
    const from = performance.now();
    const verification = await this.engine.verify(email, { mode: 'single', tenant: String(organizationId), signal });
    // A fault of ours, or callers who have gone: nothing is charged, nothing is remembered. Unless they make it a habit.
    const wasWork = signal.reason === NOBODY_WAITS && verification.evidence.layer === 'smtp';
    if (isLocalError(verification) || (signal.aborted && (!wasWork || this.abandonedChecks.isFree(organizationId)))) {
      return { verification, fromCache: false, creditsUsed: 0 };
    }
    const { verification: answer, creditsUsed } = await this.charge.charge(
      organizationId,
      verification,
      waiting[0]?.right.by ?? null,
      Math.max(chargeWithinMs(this.config), this.config.VALIDATION_TIMEOUT_MS - (performance.now() - from)),
      performance.now() - from > RIGHTS_ARE_FRESH_MS ? waiting.map(({ right }) => right) : [],
      answeredAs(verification),
      // The first is told what it cost.
      waiting[0]?.attempt ?? null,
    );
    return { verification: answer, fromCache: creditsUsed === 0, creditsUsed };
  }
}

/** What the charge of a check means for the one who is told of it. */
function attemptOfCharge(attempt: Attempt<SingleValidation>, known: KnownKind | null): Attempt<Verification> {
  return {
    step: (made) =>
      attempt.step((insertIds) => {
        const verification = known === null ? made(insertIds) : orderEvidence(made(insertIds), known);
        return { verification, fromCache: false, creditsUsed: 1, known };
      }),
    require: () => attempt.require(),
  };
}

/** Until it is charged, a check has cost nothing. */
function notCharged(error: unknown): unknown {
  if (!(error instanceof DatabaseUnavailableError)) return error;
  return new DatabaseUnavailableError(error.cause, `${error.message} The check was not charged.`);
}
