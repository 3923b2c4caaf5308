import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { BatchesService } from '../batches/batches.service';
import { AccessChanges } from '../common/access-changes';
import { Clock } from '../common/clock';
import { Database } from '../database/database';
import { inBites } from '../database/in-bites';
import { VerdictCache } from '../validation/verdict-cache';

/** Entries of the ledger that one statement deletes at least. */
const FEWEST_ENTRIES = 20;
/** How often removals that a process did not get done are looked for. */
const EVERY_MS = 600_000;
/** A removal that began this long ago belongs to a process that has died. */
const ABANDONED_AFTER_MS = 600_000;

/**
 * Deletes organizations with all their data. First nobody belongs to it any more, which shuts every door at once; then
 * its rows go, some with each statement; its own row goes last, so that a removal that was cut short is found and
 * finished.
 */
@Injectable()
export class OrganizationRemoval implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Organizations');
  private timer: NodeJS.Timeout | null = null;
  private running = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly batches: BatchesService,
    private readonly cache: VerdictCache,
    private readonly changes: AccessChanges,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.running = this.finishAbandoned().catch((error: unknown) => {
        this.logger.warn(`Deleted organizations could not be removed: ${String(error)}`);
      });
    }, EVERY_MS);
    this.timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    await this.running;
  }

  async remove(organizationId: number): Promise<void> {
    await this.database.atomically(
      [
        {
          sql: 'UPDATE organizations SET deleted_at = ? WHERE id = ?',
          parameters: [this.clock.now(), organizationId],
        },
        ...['invitations', 'token_organizations', 'memberships'].map((table) => ({
          sql: `DELETE FROM ${table} WHERE organization_id = ?`,
          parameters: [organizationId],
        })),
        {
          sql: 'UPDATE accounts SET default_organization_id = NULL WHERE default_organization_id = ?',
          parameters: [organizationId],
        },
      ],
      {
        sql: 'SELECT 1 FROM organizations WHERE id = ? AND deleted_at IS NOT NULL',
        parameters: [organizationId],
      },
    );
    await this.changes.announce();
    // From here on it is gone for everybody; what can't be removed now is found and finished.
    await this.removeData(organizationId).catch((error: unknown) => {
      this.logger.warn(`The data of deleted organization ${organizationId} stays for now: ${String(error)}`);
    });
  }

  /** Finishes removals that broke off. */
  async finishAbandoned(): Promise<void> {
    const rows = await this.database.query<{ id: number }>(
      'SELECT id FROM organizations WHERE deleted_at < ? LIMIT 100',
      [this.clock.now() - ABANDONED_AFTER_MS],
    );
    for (const { id } of rows) await this.removeData(id);
  }

  private async removeData(organizationId: number): Promise<void> {
    await this.batches.deleteAll(organizationId);
    await this.cache.forget(organizationId);
    await this.deleteEntries(organizationId);
    // Its own row in the same write: a check that ends now finds no balance to take from, and leaves nothing behind.
    await this.database.atomically(
      [
        { sql: 'DELETE FROM usage_days WHERE organization_id = ?', parameters: [organizationId] },
        { sql: 'DELETE FROM organizations WHERE id = ?', parameters: [organizationId] },
        { sql: 'DELETE FROM credit_entries WHERE organization_id = ?', parameters: [organizationId] },
      ],
      { sql: 'SELECT 1 FROM organizations WHERE id = ?', parameters: [organizationId], shows: 'no_row' },
    );
  }

  private async deleteEntries(organizationId: number): Promise<void> {
    const sql = this.database.deleteSome('credit_entries', 'organization_id = ?', 'id');
    await inBites(this.database, { fewest: FEWEST_ENTRIES }, async (limit) => {
      return (await this.database.execute(sql, [organizationId, limit])).affected;
    });
  }
}
