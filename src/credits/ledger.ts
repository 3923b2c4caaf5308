import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import type { Actor } from '../audit/actor';
import { Clock } from '../common/clock';
import type { Proof, Statement, Step } from '../database/database';
import { named, prepared } from '../database/prepared';
import { Organization } from '../organizations/organization.entity';
import { CreditEntry } from './credit-entry.entity';
import type { EntryKind } from './entry-kind';

/** What else is told of a movement. */
export interface EntryNote {
  /** What the operator said of a grant. */
  reason?: string | null;
  /** What it was about, as it is called now. */
  label?: string;
  /** Whose movement it is. */
  by?: Actor;
}

/**
 * The movements of credits, as statements for `Database.atomically`. Each changes the balance and writes the ledger row
 * that says why, so that `balance` is the sum of the ledger after any crash.
 *
 * - A movement is keyed by its cause: the second write of the same cause fails on the unique key and moves nothing.
 * - `balance` is what can be spent: credits plus what is left of the monthly allowance
 *   (`allowanceMonthly - allowanceUsed`), which is spent first.
 * - No statement lets the balance fall below zero.
 */
@Injectable()
export class Ledger {
  // Each single check runs them.
  private readonly take;
  private readonly insert;
  private readonly find;

  constructor(
    @InjectRepository(Organization) private readonly organizations: Repository<Organization>,
    @InjectRepository(CreditEntry) entries: Repository<CreditEntry>,
    private readonly clock: Clock,
  ) {
    this.take = prepared<'organizationId' | 'amount'>(
      organizations
        .createQueryBuilder()
        .update()
        .set({
          // The allowance first: MySQL evaluates the assignments from left to right.
          allowanceUsed: () =>
            'CASE WHEN allowanceMonthly - allowanceUsed < :amount THEN allowanceMonthly ELSE allowanceUsed + :amount END',
          balance: () => 'balance - :amount',
        })
        .where('id = :organizationId AND balance >= :amount'),
    );
    this.insert = prepared<keyof Omit<CreditEntry, 'id'>>(
      entries
        .createQueryBuilder()
        .insert()
        .values({
          organizationId: named('organizationId'),
          amount: named('amount'),
          kind: named('kind'),
          cause: named('cause'),
          reason: named('reason'),
          createdAt: named('createdAt'),
          accountId: named('accountId'),
          tokenId: named('tokenId'),
          label: named('label'),
        }),
    );
    this.find = prepared<'organizationId' | 'cause'>(
      entries
        .createQueryBuilder('entry')
        .select('entry.id')
        .where('entry.organizationId = :organizationId AND entry.cause = :cause'),
    );
  }

  /** Adds credits that do not expire. */
  grant(organizationId: number, amount: number, cause: string, kind: EntryKind, reason: string | null = null): Step[] {
    const add = this.organizations
      .createQueryBuilder()
      .update()
      .set({ balance: () => 'balance + :amount' })
      .where('id = :organizationId', { organizationId, amount });
    return [this.entry(organizationId, amount, kind, cause, { reason }), { statement: add, ifNone: 'rollback' }];
  }

  /** Takes `amount` if the balance suffices, else rolls back. The allowance is used up first. */
  spend(organizationId: number, amount: number, cause: string, kind: EntryKind, note: EntryNote = {}): Step[] {
    return [
      { statement: this.take({ organizationId, amount }), ifNone: 'rollback' },
      this.entry(organizationId, -amount, kind, cause, note),
    ];
  }

  /** Found when the movement of this cause became true. */
  proof(organizationId: number, cause: string): Proof {
    return this.find({ organizationId, cause });
  }

  /** The row of a movement, for those who move the balance themselves. */
  entry(
    organizationId: number,
    amount: number,
    kind: EntryKind,
    cause: string,
    { reason = null, label, by }: EntryNote = {},
  ): Statement {
    return this.insert({
      organizationId,
      amount,
      kind,
      cause,
      reason,
      createdAt: this.clock.now(),
      accountId: by?.accountId ?? null,
      tokenId: by?.tokenId ?? null,
      label: label ?? null,
    });
  }
}
