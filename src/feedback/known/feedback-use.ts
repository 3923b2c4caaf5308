import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LRUCache } from 'lru-cache';
import type { Repository } from 'typeorm';
import { AccessChanges } from '../../common/access-changes';
import { Database, type Statement } from '../../database/database';
import { prepared } from '../../database/prepared';
import { Organization } from '../../organizations/organization.entity';

/** How long a process may go on with a "no", should an announcement get lost. */
const MAX_AGE_MS = 5000;
const MAX_REMEMBERED = 10_000;

/**
 * Which organizations use feedback: verdicts of all others are given without a look for it. A "yes" stays one; a "no" is
 * remembered as `AccountAccessReader` remembers tokens (ADR 0005).
 */
@Injectable()
export class FeedbackUse {
  private readonly users = new LRUCache<number, true>({ max: MAX_REMEMBERED });
  private readonly others = new LRUCache<number, true>({ max: MAX_REMEMBERED, ttl: MAX_AGE_MS });
  private readonly used;
  private version: number | null = null;

  constructor(
    private readonly database: Database,
    @InjectRepository(Organization) private readonly organizations: Repository<Organization>,
    private readonly changes: AccessChanges,
  ) {
    this.used = prepared<'id'>(
      organizations.createQueryBuilder('o').select('o.usesFeedback', 'uses').where('o.id = :id AND o.usesFeedback = 1'),
    );
    changes.onChange(() => {
      this.others.clear();
    });
  }

  async isUsed(organizationId: number): Promise<boolean> {
    if (this.users.has(organizationId)) return true;
    const mayRemember = this.mayRemember();
    if (mayRemember && this.others.has(organizationId)) return false;
    const rows = await this.database.query(...this.used({ id: organizationId }).getQueryAndParameters());
    if (rows.length > 0) this.users.set(organizationId, true);
    else if (mayRemember) this.others.set(organizationId, true);
    return rows.length > 0;
  }

  /** Asks nobody: true once `isUsed` has said so in this process. */
  isKnownToBeUsed(organizationId: number): boolean {
    return this.users.has(organizationId);
  }

  /** A step of the write that begins it; changes no row where the organization is gone. Then `announce`. */
  begin(organizationId: number): Statement {
    return this.organizations
      .createQueryBuilder()
      .update()
      .set({ usesFeedback: 1 })
      .where('id = :organizationId AND deletedAt IS NULL', { organizationId });
  }

  async announce(organizationId: number): Promise<void> {
    this.users.set(organizationId, true);
    await this.changes.announce();
  }

  /** False where others may change it and nobody would tell. */
  private mayRemember(): boolean {
    if (this.changes.isShared) return true;
    const version = this.database.versionByOthers();
    if (version === null) return false;
    if (version !== this.version) this.others.clear();
    this.version = version;
    return true;
  }
}
