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
import { lowerAscii, type Verification } from '../../engine';
import { AddressData } from '../../feedback/known/address-data';
import { Organization } from '../../organizations/organization.entity';
import { CheckEntry } from './check-entry.entity';

export type NotedCheck = Omit<CheckEntry, 'id'>;

/** How long checks are kept. */
export const HISTORY_DAYS = 30;
const DAY_MS = 86_400_000;
/** Answers wait in memory for this long at most before they are written. */
const WRITE_EVERY_MS = 500;
/** So many that wait are written at once. */
const FULL = 200;
/** More than these are dropped: the database is away, or slower than the checks. */
export const MOST_WAITING = 5000;
const ROWS_OF_A_STATEMENT = 64;
/** Written together: SQLite does it in one turn of the event loop. */
const ROWS_OF_A_WRITE = 256;
/** The same answer from the cache to the same asker is noted once in this time. */
const SAME_FOR_MS = 3_600_000;
const MOST_REMEMBERED = 20_000;

/**
 * Notes single checks for those who want to know later what was said. Off the way of the answer: notes wait in memory, are
 * written some at a time, and are dropped and counted when the database can't take them. Each write holds its
 * organization's row and asks whether it still wants them.
 */
@Injectable()
export class CheckHistory implements BeforeApplicationShutdown {
  private readonly logger = new Logger('History');
  private readonly remembered = new LRUCache<string, true>({ max: MOST_REMEMBERED, ttl: SAME_FOR_MS });
  private readonly waiting: NotedCheck[] = [];
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> = Promise.resolve();
  private dropped = 0;
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
    data.deleteWith({
      statement: ({ organizationId, email }) =>
        entries
          .createQueryBuilder()
          .delete()
          .where({ organizationId, emailKey: In(spellingsOf(email)) }),
      forget: ({ organizationId, email }) => {
        const keys = spellingsOf(email);
        const kept = this.waiting.filter(
          (one) => one.organizationId !== organizationId || !keys.includes(one.emailKey),
        );
        this.waiting.splice(0, this.waiting.length, ...kept);
      },
    });
    metrics.watch('check_history_dropped_total', 'Single checks that are missing in the history.', () => this.dropped);
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
    if (this.waiting.length >= MOST_WAITING) {
      this.dropped += 1;
      return;
    }
    this.waiting.push({
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
    if (this.waiting.length >= FULL) void this.flush();
    else this.timer ??= setTimeout(() => void this.flush(), WRITE_EVERY_MS).unref();
  }

  /** Writes all that waits; resolves when it is written or dropped. */
  flush(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    // One write after the other: more at once would only wait for each other.
    this.writing = this.writing.then(() => this.write());
    return this.writing;
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

  private async write(): Promise<void> {
    while (this.waiting.length > 0) await this.writeSome(this.waiting.splice(0, ROWS_OF_A_WRITE));
  }

  private async writeSome(noted: readonly NotedCheck[]): Promise<void> {
    const byOrganization = new Map<number, NotedCheck[]>();
    for (const check of noted) {
      const known = byOrganization.get(check.organizationId);
      if (known === undefined) byOrganization.set(check.organizationId, [check]);
      else known.push(check);
    }
    for (const [organizationId, checks] of byOrganization) {
      try {
        await this.database.atomically([this.wanted(organizationId), ...this.insertsOf(checks)]);
      } catch (error) {
        this.dropped += checks.length;
        this.logger.warn(`${checks.length} single checks were not entered: ${String(error)}`);
      }
    }
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
