import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LRUCache } from 'lru-cache';
import { LessThan, type ObjectLiteral, type Repository, type SelectQueryBuilder } from 'typeorm';
import { Clock } from '../common/clock';
import { maskAddresses } from '../common/mask-addresses';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { Database, type Statement } from '../database/database';
import { deleteInSlices } from '../database/delete-in-slices';
import type { AuditAction } from './audit-action';
import { AuditEntry, type AuditDetails } from './audit-entry.entity';
import type { Actor } from './actor';

export interface AuditEvent {
  /** In whose log it stands; null: it is about an account alone. */
  organizationId: number | null;
  by: Actor;
  action: AuditAction;
  /** Id of what it was done to. */
  subject?: number | string | null;
  details?: AuditDetails;
}

type Row = Omit<AuditEntry, 'id'>;

const DAY_MS = 86_400_000;
/** Longest text of a detail, in characters. */
const MAX_TEXT = 255;
/** The same read is noted once in this time: a program that fetches a list each minute fills no table. */
const NOTED_FOR_MS = 3_600_000;
const MAX_NOTED = 10_000;
/** A reader waits for his note no longer than this. */
const WAIT_MS = 1000;

/**
 * Writes the audit log.
 *
 * An action that is a write of the database takes its entry into the same atomic write, as the last step, so that there is
 * never one without the other:
 * `database.atomically([{ statement: update, ifNone: 'rollback' }, audit.entry({ organizationId, by, action: 'credits_grant',
 * subject: 7, details: { amount } })], proof)`. `by` is `right.by` where there is a `Right`, else `person(accountId)`,
 * `OPERATOR`; what the operator's console does too takes an `OperatorRight`, whose steps come first.
 * Where the subject's id is known in the write only, the step is a function: `{ statement: ([id]) => audit.entry({ …, subject: id }) }`.
 * What only reads is noted: `await audit.note(…)`.
 *
 * Details are names, roles and numbers, never secrets; addresses in them are masked here.
 */
@Injectable()
export class AuditLog implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Audit');
  private readonly noted = new LRUCache<string, true>({ max: MAX_NOTED, ttl: NOTED_FOR_MS });
  private readonly writing = new Set<Promise<void>>();

  constructor(
    private readonly database: Database,
    @InjectRepository(AuditEntry) private readonly entries: Repository<AuditEntry>,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'AUDIT_RETENTION_DAYS'>,
  ) {}

  /** The statement that enters an action: a step of the write that does it. */
  entry(event: AuditEvent): Statement {
    return this.entries.createQueryBuilder().insert().values(this.row(event));
  }

  /** The same for each of several organizations. @param organizations selects nothing yet; @param id the column with their ids */
  entryForEach(
    event: Omit<AuditEvent, 'organizationId'>,
    organizations: SelectQueryBuilder<ObjectLiteral>,
    id: string,
  ): Statement {
    const row = this.row({ ...event, organizationId: null });
    // In the order in which TypeORM names them.
    const columns = this.entries.metadata.columns.filter(({ propertyName }) => propertyName !== 'id');
    const select = organizations.select([]);
    for (const column of columns) {
      const name = column.propertyName as keyof Row;
      if (name === 'organizationId') {
        select.addSelect(id, 'audit_organization');
        continue;
      }
      const value: unknown = this.entries.metadata.dataSource.driver.preparePersistentValue(row[name], column);
      select.addSelect(`:audit_${name}`, `audit_${name}`).setParameter(`audit_${name}`, value);
    }
    const properties = columns.map(({ propertyName }) => propertyName);
    return this.entries.createQueryBuilder().insert().into(AuditEntry, properties).valuesFromSelect(select);
  }

  /**
   * Enters an action that only reads, once an hour for the same actor and subject. Resolves when it is written, or after a
   * second: a database that takes no writes keeps nobody from reading. Never rejects; what can't be written is in the log.
   */
  async note(event: AuditEvent): Promise<void> {
    const key = JSON.stringify([
      event.organizationId,
      event.by,
      event.action,
      event.subject ?? null,
      event.details ?? null,
    ]);
    if (this.noted.has(key)) return;
    this.noted.set(key, true);
    const writing = this.database
      .run(this.entry(event))
      .then(() => undefined)
      .catch((error: unknown) => {
        this.noted.delete(key);
        const { action, organizationId, subject = null } = event;
        this.logger.warn(
          `${action} of ${String(subject)} in organization ${String(organizationId)} was not entered: ${String(error)}`,
        );
      })
      .finally(() => {
        this.writing.delete(writing);
      });
    this.writing.add(writing);
    let late: NodeJS.Timeout | undefined;
    const waited = new Promise<void>((resolve) => {
      late = setTimeout(resolve, WAIT_MS);
    });
    await Promise.race([writing, waited]);
    clearTimeout(late);
  }

  /** Deletes what is older than `AUDIT_RETENTION_DAYS`, some at a time; returns whether none is left. */
  sweep(signal?: AbortSignal): Promise<boolean> {
    const oldest = this.clock.now() - this.config.AUDIT_RETENTION_DAYS * DAY_MS;
    return deleteInSlices(this.database, this.entries, { createdAt: LessThan(oldest) }, 'createdAt', signal);
  }

  /** Deletes the entries of an organization, some at a time. */
  async forget(organizationId: number): Promise<void> {
    await deleteInSlices(this.database, this.entries, { organizationId }, 'id');
  }

  /** Before the connections close that writing needs. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.writing);
  }

  private row({ organizationId, by, action, subject = null, details = {} }: AuditEvent): Row {
    const masked = Object.entries(details).map(([name, value]) => [
      name,
      typeof value === 'string' ? shown(value) : value,
    ]);
    return {
      organizationId,
      action,
      via: by.via,
      accountId: by.accountId,
      tokenId: by.tokenId ?? null,
      subject: subject === null ? null : String(subject),
      details: masked.length === 0 ? null : (Object.fromEntries(masked) as AuditDetails),
      createdAt: this.clock.now(),
    };
  }
}

/** By characters, so that none is cut in two. */
function shown(text: string): string {
  return Array.from(maskAddresses(text)).slice(0, MAX_TEXT).join('');
}
