import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { FieldsInvalidError } from '../common/fields-invalid.error';
import { CreditsService } from '../credits/credits.service';
import { InsufficientCreditsError } from '../credits/credits.errors';
import { Ledger } from '../credits/ledger';
import { Usage } from '../credits/usage';
import { Database } from '../database/database';
import { randomUUID } from 'node:crypto';
import type { Engine, Verification } from '../engine';
import { isOurFault } from './our-fault';
import { ENGINE } from './engine.token';
import { USAGE_COUNTER } from './usage-counter';
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
  stop: AbortController;
}

/** When the process stops, checks have this long to come to their end; then they are answered with what is known, for free. */
const FINISH_WITHIN_MS = 8000;

/** Checks one address for somebody who waits: cache, engine, charge. */
@Injectable()
export class SingleValidationService implements OnModuleDestroy {
  private readonly flights = new Map<string, Flight>();

  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    private readonly cache: VerdictCache,
    private readonly credits: CreditsService,
    private readonly ledger: Ledger,
    private readonly usage: Usage,
    private readonly database: Database,
  ) {}

  /**
   * @param leaving aborted when the caller has gone: its check ends unless others share it, and costs nothing
   * @throws FieldsInvalidError, InsufficientCreditsError
   */
  async validate(organizationId: number, email: string, leaving: AbortSignal): Promise<SingleValidation> {
    const parsed = this.engine.parse(email);
    if (!parsed.ok) throw new FieldsInvalidError({ email: [parsed.fault.message] });
    await this.credits.require(organizationId, 1);
    const { normalised } = parsed.address;
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

  /** Identical requests in flight share one check and one charge: the first pays, the others are served as from the cache. */
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
      flight.stop.abort(new Error('Nobody waits for this check any more.'));
      if (this.flights.get(key) === flight) this.flights.delete(key);
    };
    leaving.addEventListener('abort', leave, { once: true });
    try {
      const answer = await flight.answer;
      return running === undefined ? answer : { ...answer, fromCache: true, creditsUsed: 0 };
    } finally {
      leaving.removeEventListener('abort', leave);
    }
  }

  private take(key: string, check: (signal: AbortSignal) => Promise<SingleValidation>): Flight {
    const stop = new AbortController();
    const flight: Flight = { answer: check(stop.signal), waiting: 0, stop };
    this.flights.set(key, flight);
    const forget = (): void => {
      if (this.flights.get(key) === flight) this.flights.delete(key);
    };
    flight.answer.then(forget, forget);
    return flight;
  }

  private async check(organizationId: number, email: string, signal: AbortSignal): Promise<SingleValidation> {
    const verification = await this.engine.verify(email, { mode: 'single', asker: String(organizationId), signal });
    // A fault of ours, or a caller who has gone: nothing is charged, nothing is remembered.
    if (isOurFault(verification) || signal.aborted) {
      return { verification, fromCache: false, creditsUsed: 0 };
    }
    const outcome = await this.database.atomically([
      ...this.usage.addSteps(organizationId, { [USAGE_COUNTER[verification.status]]: 1, credits: 1 }),
      ...this.ledger.spend(organizationId, 1, `single:${randomUUID()}`, 'single'),
      ...this.cache.storeSteps(organizationId, [verification]),
    ]);
    if (outcome !== 'done') throw await this.insufficient(organizationId);
    return { verification, fromCache: false, creditsUsed: 1 };
  }

  private async insufficient(organizationId: number): Promise<Error> {
    return new InsufficientCreditsError(1, (await this.credits.balance(organizationId)).balance);
  }
}
