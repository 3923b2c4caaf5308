import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LRUCache } from 'lru-cache';
import type { Repository } from 'typeorm';
import { AccessChanges } from '../common/access-changes';
import { Database } from '../database/database';
import { prepared } from '../database/prepared';
import { WebhookEndpoint } from './webhook-endpoint.entity';

/** How long a process may go on with a "no", should an announcement get lost. */
const MAX_AGE_MS = 5000;
const MAX_REMEMBERED = 10_000;

/**
 * Which organizations have endpoints, on or off: the writes that happen most say nothing to all others, without a question
 * more. A "no" is remembered as `AccountAccessReader` remembers tokens (ADR 0005); a "yes" that is none any more costs a
 * statement that does nothing.
 */
@Injectable()
export class WebhookUse {
  private readonly users = new LRUCache<number, true>({ max: MAX_REMEMBERED });
  private readonly others = new LRUCache<number, true>({ max: MAX_REMEMBERED, ttl: MAX_AGE_MS });
  private readonly used;
  private version: number | null = null;

  constructor(
    private readonly database: Database,
    @InjectRepository(WebhookEndpoint) endpoints: Repository<WebhookEndpoint>,
    private readonly changes: AccessChanges,
  ) {
    this.used = prepared<'organizationId'>(
      endpoints.createQueryBuilder('e').select('e.id', 'id').where('e.organizationId = :organizationId').limit(1),
    );
    changes.onChange(() => {
      this.others.clear();
    });
  }

  async isUsed(organizationId: number): Promise<boolean> {
    if (this.users.has(organizationId)) return true;
    const mayRemember = this.mayRemember();
    if (mayRemember && this.others.has(organizationId)) return false;
    const rows = await this.database.query(...this.used({ organizationId }).getQueryAndParameters());
    if (rows.length > 0) this.users.set(organizationId, true);
    else if (mayRemember) this.others.set(organizationId, true);
    return rows.length > 0;
  }

  /** After the write that makes an endpoint. */
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
