import { Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import { randomUUID } from 'node:crypto';
import type { Actor } from '../audit/actor';
import { EntityManager } from 'typeorm';
import type { Right } from '../auth/right';
import { requireAnyRight } from '../auth/require-any-right';
import { withTimeout } from '../common/with-timeout';
import { ActorUsage } from '../credits/actor-usage';
import { CreditAlarms } from '../credits/credit-alarms';
import { CreditsService } from '../credits/credits.service';
import { InsufficientCreditsError } from '../credits/credits.errors';
import { Ledger } from '../credits/ledger';
import { Usage } from '../credits/usage';
import type { Attempt } from '../database/attempt';
import { Database, type Outcome } from '../database/database';
import { OutcomeUnknownError } from '../database/database.errors';
import type { Status, Verification } from '../engine';
import { USAGE_COUNTER } from './usage-counter';
import { VerdictCache } from './verdict-cache';

const NOT_KNOWN = 'The database was lost just when this check was charged, and it is not known whether it was.';

/** Takes the credit for the verdict of a single check and remembers the verdict: both or neither. */
@Injectable()
export class SingleCharge {
  constructor(
    private readonly cache: VerdictCache,
    private readonly credits: CreditsService,
    private readonly alarms: CreditAlarms,
    private readonly ledger: Ledger,
    private readonly usage: Usage,
    private readonly actors: ActorUsage,
    private readonly database: Database,
    @InjectEntityManager() private readonly manager: EntityManager,
  ) {}

  /**
   * Returns what is to be answered: the verdict, or the one that was paid for meanwhile, by another process or by a
   * write whose answer was lost. An address is paid for once, as long as its verdict is remembered.
   * @param by whose check it is; null: not known
   * @param withinMs the write goes on after this, and nobody waits for it any more
   * @param rights one of which must still hold in the write; none given: they were just looked at
   * @param answeredAs what is told and counted, should that be another status than the one that is remembered
   * @param attempt as part of this
   * @throws InsufficientCreditsError, OutcomeUnknownError, what rights and attempt say
   */
  async charge(
    organizationId: number,
    verification: Verification,
    by: Actor | null,
    withinMs: number,
    rights: readonly Right[] = [],
    answeredAs: Status = verification.status,
    attempt: Attempt<Verification> | null = null,
  ): Promise<{ verification: Verification; creditsUsed: 0 | 1 }> {
    const { normalised } = verification;
    const cause = `single:${randomUUID()}`;
    const remember = this.cache.storeSteps(organizationId, [verification]);
    // Whether anybody is to be told is asked within the same time.
    const write = this.alarms
      .steps(organizationId, 1)
      .then((alarms) =>
        this.database.atomically(
          [
            ...requireAnyRight(this.manager, rights),
            ...this.usage.addSteps(organizationId, { [USAGE_COUNTER[answeredAs]]: 1, credits: 1 }),
            this.actors.addCheck(organizationId, by, 1),
            ...this.ledger.spend(organizationId, 1, cause, 'single'),
            ...(normalised === null ? [] : [this.cache.unlessStored(organizationId, normalised)]),
            ...remember,
            ...(attempt === null ? [] : [attempt.step(() => verification)]),
            ...alarms,
          ],
          this.ledger.proof(organizationId, cause),
        ),
      );
    const outcome = await inTime(write, withinMs).catch((error: unknown) => {
      throw error instanceof OutcomeUnknownError ? notKnown(error, remember.length > 0) : error;
    });
    if (outcome !== 'rolled_back') return { verification, creditsUsed: 1 };
    await requireOne(rights);
    await attempt?.require();
    const known = normalised === null ? null : await this.cache.findOne(organizationId, normalised);
    if (known !== null) return { verification: known, creditsUsed: 0 };
    throw new InsufficientCreditsError(1, (await this.credits.balance(organizationId)).balance);
  }
}

/** Resolves while one of them holds; rejects with what the last one says. */
async function requireOne(rights: readonly Right[]): Promise<void> {
  let fault: unknown;
  for (const right of rights) {
    try {
      await right.require();
      return;
    } catch (error) {
      fault = error;
    }
  }
  if (fault instanceof Error) throw fault;
}

/** @throws OutcomeUnknownError when the write takes longer */
function inTime(write: Promise<Outcome>, withinMs: number): Promise<Outcome> {
  return withTimeout(withinMs, write, (late) => new OutcomeUnknownError(late));
}

/** @param isRemembered whether the next request finds the verdict, should the write have become true */
function notKnown({ cause }: OutcomeUnknownError, isRemembered: boolean): OutcomeUnknownError {
  const hint = isRemembered ? 'If it was charged, asking again is free.' : 'Look at your balance before you ask again.';
  return new OutcomeUnknownError(cause, `${NOT_KNOWN} ${hint}`);
}
