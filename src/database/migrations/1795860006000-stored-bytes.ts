import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndex, dropIndex } from './indexes';

/** What an organization keeps, answered from the index alone: SQLite would read through the header of each batch. */
const KEPT = { table: 'batches', name: 'batches_kept', columns: ['organization_id', 'purged_at', 'stored_bytes'] };

/** How many bytes of a batch's file are stored, compressed. Batches of before count as empty until they are purged. */
export class StoredBytes1795860006000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Each step looks first: MySQL commits each statement by itself, so a half-done run must be able to go on.
    if (!(await runner.hasColumn('batches', 'stored_bytes'))) {
      await runner.query('ALTER TABLE batches ADD COLUMN stored_bytes bigint NOT NULL DEFAULT 0');
    }
    await createIndex(runner, KEPT);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, KEPT);
    await runner.query('ALTER TABLE batches DROP COLUMN stored_bytes');
  }
}
