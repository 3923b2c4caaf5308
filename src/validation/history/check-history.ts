import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LRUCache } from 'lru-cache';
import { domainToUnicode } from 'node:url';
import { In, LessThan, type Repository } from 'typeorm';
import type { Right } from '../../auth/right';
import { Clock } from '../../common/clock';
import { Metrics } from '../../common/metrics';
import { Database, type Statement, type Step } from '../../database/database';
import { deleteInSlices } from '../../database/delete-in-slices';
import { named } from '../../database/prepared';
import { preparedRows } from '../../database/prepared-rows';
import { WaitingRows } from '../../database/waiting-rows';
import { lowerAscii, type Verification } from '../../engine';
import { AddressData } from '../../feedback/known/address-data';
import { Organization } from '../../organizations/organization.entity';
import { CheckEntry } from './check-entry.entity';

export type NotedCheck = Omit<CheckEntry, 'id'>;

/** How long checks are kept. */
export const HISTORY_DAYS = 30;
const DAY_MS = 86_400_000;
const ROWS_OF_A_STATEMENT = 64;
/** The same answer from the cache to the same asker is noted once in this time. */
const SAME_FOR_MS = 3_600_000;
const MOST_REMEMBERED = 20_000;

/**
 * Notes single checks for those who want to know later what was said. Off the way of the answer (`WaitingRows`); each
 * write holds its organization's row and asks whether it still wants them.
 */
@Injectable()
export class CheckHistory implements BeforeApplicationShutdown {
  private readonly logger = new Logger('History');
  private readonly remembered = new LRUCache<string, true>({ max: MOST_REMEMBERED, ttl: SAME_FOR_MS });
  private readonly waiting: WaitingRows<NotedCheck>;
  private readonly insert;

  constructor(
    private readonly database: Database,
    @InjectRepository(CheckEntry) private readonly entries: Repository<CheckEntry>,
    @InjectRepository(Organization) private readonly organizations: Repository<Organization>,
    private readonly clock: Clock,
    metrics: Metrics,
    data: AddressData,
  ) {
    const names = entries.metadata.columns.map(({ propertyName }) => propertyName).filter((name) => name !== 'id');
    this.insert = preparedRows<keyof NotedCheck>(
      entries
        .createQueryBuilder()
        .insert()
        .values(Object.fromEntries(names.map((name) => [name, named(name)]))),
    );
    this.waiting = new WaitingRows(
      (organizationId, checks) => database.atomically([this.wanted(organizationId), ...this.insertsOf(checks)]),
      (count, error) => {
        this.logger.warn(`${count} single checks were not entered: ${String(error)}`);
      },
    );
    data.deleteWith({
      statement: ({ organizationId, email }) =>
        entries
          .createQueryBuilder()
          .delete()
          .where({ organizationId, emailKey: In(spellingsOf(email)) }),
      forget: ({ organizationId, email }) => {
        const keys = spellingsOf(email);
        this.waiting.forget((one) => one.organizationId === organizationId && keys.includes(one.emailKey));
      },
    });
    metrics.watch(
      'check_history_dropped_total',
      'Single checks that are missing in the history.',
      () => this.waiting.dropped,
    );
  }

  /** Returns at once. @param email as it was typed */
  note(right: Right, email: string, verification: Verification, fromCache: boolean, credits: number): void {
    const { organizationId, accountId } = right;
    const tokenId = right.by.tokenId ?? '';
    if (fromCache) {
      const key = `${organizationId} ${accountId} ${tokenId} ${verification.status} ${email}`;
      if (this.remembered.has(key)) return;
      this.remembered.set(key, true);
    }
    this.waiting.add({
      organizationId,
      email: email.trim().slice(0, 255),
      emailKey: keyOf(email),
      status: verification.status,
      subStatus: verification.subStatus,
      confidence: verification.confidence,
      fromCache: fromCache ? 1 : 0,
      credits,
      accountId,
      tokenId,
      createdAt: this.clock.now(),
    });
  }

  /** Writes all that waits; resolves when it is written or dropped. */
  flush(): Promise<void> {
    return this.waiting.flush();
  }

  /** Deletes what is older than `HISTORY_DAYS`, some at a time; returns whether none is left. */
  sweep(signal?: AbortSignal): Promise<boolean> {
    const oldest = this.clock.now() - HISTORY_DAYS * DAY_MS;
    return deleteInSlices(this.database, this.entries, { createdAt: LessThan(oldest) }, 'createdAt', signal);
  }

  /** Deletes the checks of an organization, some at a time. */
  async forget(organizationId: number): Promise<void> {
    await deleteInSlices(this.database, this.entries, { organizationId }, 'id');
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  /** Holds the organization's row, or ends the write: it is gone, or keeps no history any more. */
  private wanted(organizationId: number): Step {
    const statement = this.organizations
      .createQueryBuilder()
      .update()
      .set({ keepsChecks: 1 })
      .where('id = :organizationId AND keepsChecks = 1 AND deletedAt IS NULL', { organizationId });
    return { statement, ifNone: 'rollback' };
  }

  private insertsOf(checks: readonly NotedCheck[]): Statement[] {
    const statements: Statement[] = [];
    for (let start = 0; start < checks.length; start += ROWS_OF_A_STATEMENT) {
      statements.push(this.insert(checks.slice(start, start + ROWS_OF_A_STATEMENT)));
    }
    return statements;
  }
}

/** How an address, or the beginning of one, is looked for: ASCII letters in lower case, or two mailboxes share a key. */
export const keyOf = (text: string): string => lowerAscii(text.trim()).slice(0, 255);

/** By which keys a normalised address may stand here: people type domains of other alphabets as they are. */
function spellingsOf(normalised: string): string[] {
  const at = normalised.lastIndexOf('@') + 1;
  return [...new Set([keyOf(normalised), keyOf(normalised.slice(0, at) + domainToUnicode(normalised.slice(at)))])];
}
