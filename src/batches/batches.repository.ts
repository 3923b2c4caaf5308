import { Injectable } from '@nestjs/common';
import type { Right } from '../auth/right';
import { Clock } from '../common/clock';
import { Database, type Proof, type Step } from '../database/database';
import { inBites } from '../database/in-bites';
import type { Batch } from './batch';
import type { BatchListQuery } from './batch-list-query';
import { ChunksRepository } from './chunks.repository';

const SELECT = `SELECT id, name, status, total_count AS totalCount, processed_count AS processedCount,
    valid_count AS validCount, invalid_count AS invalidCount, risky_count AS riskyCount, unknown_count AS unknownCount,
    credits_used AS creditsUsed, created_at AS createdAt, updated_at AS updatedAt, purged_at AS purgedAt
  FROM batches`;
/** The file is complete, and the batch is not being deleted. */
const IS_SHOWN = "status IN ('pending', 'processing', 'completed', 'cancelled')";
/** It goes on, and no chunk of it is left to be worked on. The last chunk's save ends its batch, all in one. */
const IS_IDLE = `status IN ('pending', 'processing') AND NOT EXISTS (
  SELECT 1 FROM batch_chunks WHERE batch_id = batches.id AND state = 'pending')`;
/** Batches that maintenance looks at a time. */
const PAGE = 100;

/** The rows of `batches`. */
@Injectable()
export class BatchesRepository {
  constructor(
    private readonly database: Database,
    private readonly chunks: ChunksRepository,
    private readonly clock: Clock,
  ) {}

  /** A page of the organization's batches, the newest first, one more than asked for when there is a next page. */
  list(organizationId: number, { before, limit, status, name }: BatchListQuery): Promise<Batch[]> {
    const conditions: [string, unknown[]][] = [
      ['organization_id = ?', [organizationId]],
      ...(before === null ? [] : [['id < ?', [before]] satisfies [string, unknown[]]]),
      status === null ? [IS_SHOWN, []] : ['status = ?', [status]],
      ...(name === null
        ? []
        : [["LOWER(name) LIKE LOWER(?) ESCAPE '!'", [containing(name)]] satisfies [string, unknown[]]]),
    ];
    return this.database.query<Batch>(
      `${SELECT} WHERE ${conditions.map(([sql]) => sql).join(' AND ')} ORDER BY id DESC LIMIT ?`,
      [...conditions.flatMap(([, values]) => values), limit + 1],
    );
  }

  /** The batch, if the organization has it and its upload is complete. */
  async find(organizationId: number, id: number): Promise<Batch | null> {
    const [batch] = await this.database.query<Batch>(`${SELECT} WHERE id = ? AND organization_id = ? AND ${IS_SHOWN}`, [
      id,
      organizationId,
    ]);
    return batch ?? null;
  }

  /** How many lists of an organization are kept with their rows, and how many bytes of them. */
  async kept(organizationId: number): Promise<{ lists: number; bytes: number }> {
    const [row] = await this.database.query<{ lists: number; bytes: number | string | null }>(
      `SELECT COUNT(*) AS lists, SUM(stored_bytes) AS bytes FROM batches
        WHERE organization_id = ? AND purged_at IS NULL`,
      [organizationId],
    );
    return { lists: row?.lists ?? 0, bytes: Number(row?.bytes ?? 0) };
  }

  async columns(id: number): Promise<string[]> {
    const [row] = await this.database.query<{ header: Buffer }>('SELECT header FROM batches WHERE id = ?', [id]);
    return JSON.parse((row?.header ?? Buffer.from('[]')).toString('utf8')) as string[];
  }

  /** A batch that nobody sees yet; returns its id. */
  async begin(organizationId: number, columns: readonly string[]): Promise<number> {
    const now = this.clock.now();
    const { insertId } = await this.database.execute(
      `INSERT INTO batches (organization_id, name, status, header, created_at, updated_at)
        VALUES (?, '', 'uploading', ?, ?, ?)`,
      [organizationId, Buffer.from(JSON.stringify(columns)), now, now],
    );
    return insertId;
  }

  /** Says that an upload is still going on, and how much is stored of it. */
  async touch(id: number, storedBytes: number): Promise<void> {
    await this.database.execute('UPDATE batches SET stored_bytes = ?, updated_at = ? WHERE id = ?', [
      storedBytes,
      this.clock.now(),
      id,
    ]);
  }

  /** The step that opens a batch to the world; rolls back when it is gone, or the right to it. */
  publishStep(id: number, name: string, totalCount: number, storedBytes: number, now: number, right: Right): Step {
    const { sql, parameters } = right.condition();
    return {
      sql: `UPDATE batches SET status = 'pending', name = ?, total_count = ?, stored_bytes = ?, created_at = ?,
          updated_at = ?
        WHERE id = ? AND status = 'uploading' AND ${sql}`,
      parameters: [name, totalCount, storedBytes, now, now, id, ...parameters],
      ifNone: 'rollback',
    };
  }

  /** Found when `publishStep` became true. */
  publishProof(id: number): Proof {
    return { sql: `SELECT 1 FROM batches WHERE id = ? AND ${IS_SHOWN}`, parameters: [id] };
  }

  /** The step that ends the work on a batch, if it goes on; whoever saves a chunk of it afterwards saves nothing. */
  cancelStep(organizationId: number, id: number): Step {
    const now = this.clock.now();
    return {
      sql: `UPDATE batches SET status = 'cancelled', completed_at = ?, updated_at = ?
        WHERE id = ? AND organization_id = ? AND status IN ('pending', 'processing')`,
      parameters: [now, now, id, organizationId],
      ifNone: 'rollback',
    };
  }

  /** Found when `cancelStep` became true, or somebody else's did. */
  cancelProof(id: number): Proof {
    return { sql: "SELECT 1 FROM batches WHERE id = ? AND status = 'cancelled'", parameters: [id] };
  }

  /**
   * The step that ends a batch on which nothing is left to do, though it has not ended. No path of ours leaves one; rows
   * can get lost in other ways, and the credits that it holds must not. Rolls back when there is something to do.
   */
  endIdleStep(id: number): Step {
    const now = this.clock.now();
    return {
      sql: `UPDATE batches SET status = 'cancelled', completed_at = ?, updated_at = ? WHERE id = ? AND ${IS_IDLE}`,
      parameters: [now, now, id],
      ifNone: 'rollback',
    };
  }

  /** Batches that nothing can end but `endIdleStep`. */
  async idle(): Promise<number[]> {
    return this.ids(`SELECT id FROM batches WHERE ${IS_IDLE} LIMIT 100`, []);
  }

  /** Cancelled batches that have results or open chunks, by id, those behind `after`: a page of them. */
  cancelled(after: number): Promise<number[]> {
    return this.ids(
      `SELECT id FROM batches WHERE status = 'cancelled' AND purged_at IS NULL AND id > ? ORDER BY id LIMIT ${PAGE}`,
      [after],
    );
  }

  /** From here on nobody sees the batch any more; returns whether it was there and at rest. */
  async hide(organizationId: number, id: number): Promise<boolean> {
    const step: Step = {
      sql: `UPDATE batches SET status = 'deleting', updated_at = ?
        WHERE id = ? AND organization_id = ? AND status IN ('completed', 'cancelled')`,
      parameters: [this.clock.now(), id, organizationId],
      ifNone: 'rollback',
    };
    const isHidden = { sql: "SELECT 1 FROM batches WHERE id = ? AND status = 'deleting'", parameters: [id] };
    return (await this.database.atomically([step], isHidden)) === 'done';
  }

  /** Hides all batches of an organization, whatever they are at, some at a time; returns a page of them. */
  async hideAll(organizationId: number): Promise<number[]> {
    const isSeen = "organization_id = ? AND status <> 'deleting'";
    const sql = this.database.updateSome('batches', "status = 'deleting'", isSeen, 'id');
    await inBites(this.database, { fewest: 20 }, async (limit) => {
      return (await this.database.execute(sql, [organizationId, limit])).affected;
    });
    return this.ids(`SELECT id FROM batches WHERE organization_id = ? ORDER BY id LIMIT ${PAGE}`, [organizationId]);
  }

  /**
   * Removes a batch that nobody sees, and what is stored of it. It is claimed first, so that one that was published
   * meanwhile, whatever its uploader was told, stays as it is; and that one that is claimed can't be published any more.
   */
  async discard(id: number, signal?: AbortSignal): Promise<void> {
    const { affected } = await this.database.execute(
      "UPDATE batches SET status = 'deleting' WHERE id = ? AND status IN ('uploading', 'deleting')",
      [id],
    );
    if (affected === 0) return;
    if (!(await this.chunks.deleteAll(id, signal))) return;
    await this.database.execute("DELETE FROM batches WHERE id = ? AND status = 'deleting'", [id]);
  }

  /** Uploads and deletions that nobody has gone on with since then: their process has died. */
  async abandonedSince(instant: number): Promise<number[]> {
    return this.ids("SELECT id FROM batches WHERE status IN ('uploading', 'deleting') AND updated_at < ? LIMIT 100", [
      instant,
    ]);
  }

  /** Those that ended before then, completed or cancelled, and have results. */
  async endedBefore(instant: number): Promise<number[]> {
    return this.ids(
      `SELECT id FROM batches WHERE purged_at IS NULL AND completed_at < ? AND status IN ('completed', 'cancelled')
        ORDER BY completed_at LIMIT ${PAGE}`,
      [instant],
    );
  }

  /** Deletes the results of a batch and keeps its counts. Marked last, so that a purge that was cut short is done again. */
  async purge(id: number, signal?: AbortSignal): Promise<void> {
    if (!(await this.chunks.deleteAll(id, signal))) return;
    await this.database.execute(
      "UPDATE batches SET purged_at = ?, stored_bytes = 0 WHERE id = ? AND status IN ('completed', 'cancelled')",
      [this.clock.now(), id],
    );
  }

  private async ids(sql: string, parameters: unknown[]): Promise<number[]> {
    return (await this.database.query<{ id: number }>(sql, parameters)).map(({ id }) => id);
  }
}

/** The pattern of texts that hold this one, with `!` before the signs that mean something in patterns. */
function containing(text: string): string {
  return `%${text.replace(/[!%_]/g, '!$&')}%`;
}
