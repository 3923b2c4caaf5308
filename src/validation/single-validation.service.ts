import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { FieldsInvalidError } from '../common/fields-invalid.error';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { CreditsService } from '../credits/credits.service';
import { DatabaseUnavailableError } from '../database/database.errors';
import type { Engine, Verification } from '../engine';
import { Leavings } from './leavings';
import { isOurFault } from './our-fault';
import { chargeWithinMs } from './charge-within';
import { ENGINE } from './engine.token';
import { SingleCharge } from './single-charge';
import { VerdictCache } from './verdict-cache';

export interface SingleValidation {
  verification: Verification;
  fromCache: boolean;
  creditsUsed: number;
}

/** A check that several identical requests may be waiting for. */
interface Flight {
  answer: Promise<SingleValidation>;
  waiting: number;
  /** Somebody has been told what was charged. */
  isTold: boolean;
  stop: AbortController;
}

/** When the process stops, checks have this long to come to their end; then they are answered with what is known, for free. */
const FINISH_WITHIN_MS = 8000;

const NOBODY_WAITS = new Error('Nobody waits for this check any more.');

/** Checks one address for somebody who waits: cache, engine, charge. */
@Injectable()
export class SingleValidationService implements OnModuleDestroy {
  private readonly flights = new Map<string, Flight>();
  private readonly leavings = new Leavings();

  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    private readonly cache: VerdictCache,
    private readonly credits: CreditsService,
    private readonly charge: SingleCharge,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * @param leaving aborted when the caller has gone: its check ends unless others share it, and costs nothing, up to
   * `FREE_LEAVINGS_AN_HOUR`
   * @throws FieldsInvalidError, InsufficientCreditsError, DatabaseUnavailableError, OutcomeUnknownError
   */
  async validate(organizationId: number, email: string, leaving: AbortSignal): Promise<SingleValidation> {
    const parsed = this.engine.parse(email);
    if (!parsed.ok) throw new FieldsInvalidError({ email: [parsed.fault.message] });
    try {
      return await this.answer(organizationId, email, parsed.address.normalised, leaving);
    } catch (error) {
      throw notCharged(error);
    }
  }

  private async answer(
    organizationId: number,
    email: string,
    normalised: string,
    leaving: AbortSignal,
  ): Promise<SingleValidation> {
    await this.credits.require(organizationId, 1);
    const cached = await this.cache.findOne(organizationId, normalised);
    if (cached !== null) return { verification: cached, fromCache: true, creditsUsed: 0 };
    return this.share(`${organizationId}:${normalised}`, leaving, (signal) =>
      this.check(organizationId, email, signal),
    );
  }

  onModuleDestroy(): void {
    setTimeout(() => {
      for (const { stop } of this.flights.values()) stop.abort(new Error('The service stops.'));
    }, FINISH_WITHIN_MS).unref();
  }

  /**
   * Identical requests in flight share one check and one charge: the first who stays is told what it cost, the others are
   * served as from the cache.
   */
  private async share(
    key: string,
    leaving: AbortSignal,
    check: (signal: AbortSignal) => Promise<SingleValidation>,
  ): Promise<SingleValidation> {
    const running = this.flights.get(key);
    const flight = running ?? this.take(key, check);
    flight.waiting += 1;
    const leave = (): void => {
      flight.waiting -= 1;
      if (flight.waiting > 0) return;
      flight.stop.abort(NOBODY_WAITS);
      if (this.flights.get(key) === flight) this.flights.delete(key);
    };
    leaving.addEventListener('abort', leave, { once: true });
    try {
      const answer = await flight.answer;
      // Who is still there and came first is told what was charged.
      const isServed = flight.isTold || leaving.aborted;
      if (!leaving.aborted) flight.isTold = true;
      return isServed ? { ...answer, fromCache: !isOurFault(answer.verification), creditsUsed: 0 } : answer;
    } finally {
      leaving.removeEventListener('abort', leave);
    }
  }

  private take(key: string, check: (signal: AbortSignal) => Promise<SingleValidation>): Flight {
    const stop = new AbortController();
    const flight: Flight = { answer: check(stop.signal), waiting: 0, isTold: false, stop };
    this.flights.set(key, flight);
    const forget = (): void => {
      if (this.flights.get(key) === flight) this.flights.delete(key);
    };
    flight.answer.then(forget, forget);
    return flight;
  }

  private async check(organizationId: number, email: string, signal: AbortSignal): Promise<SingleValidation> {
    const from = performance.now();
    const verification = await this.engine.verify(email, { mode: 'single', asker: String(organizationId), signal });
    // A fault of ours, or callers who have gone: nothing is charged, nothing is remembered. Unless they make it a habit.
    const wasWork = signal.reason === NOBODY_WAITS && verification.evidence.layer === 'smtp';
    if (isOurFault(verification) || (signal.aborted && (!wasWork || this.leavings.isFree(organizationId)))) {
      return { verification, fromCache: false, creditsUsed: 0 };
    }
    const { verification: answer, creditsUsed } = await this.charge.charge(
      organizationId,
      verification,
      Math.max(chargeWithinMs(this.config), this.config.VALIDATION_TIMEOUT_MS - (performance.now() - from)),
    );
    return { verification: answer, fromCache: creditsUsed === 0, creditsUsed };
  }
}

/** Until it is charged, a check has cost nothing. */
function notCharged(error: unknown): unknown {
  if (!(error instanceof DatabaseUnavailableError)) return error;
  return new DatabaseUnavailableError(error.cause, `${error.message} The check was not charged.`);
}
