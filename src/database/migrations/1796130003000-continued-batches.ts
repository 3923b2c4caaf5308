import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndex, dropIndex } from './indexes';

const CONTINUED = { table: 'batches', name: 'batches_continues', columns: ['continues_id'] };

/** Which batch a batch goes on with. */
export class ContinuedBatches1796130003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Each step looks first: MySQL commits each statement by itself, so a half-done run must be able to go on.
    if (!(await runner.hasColumn('batches', 'continues_id')))
      await runner.query('ALTER TABLE batches ADD COLUMN continues_id integer NULL');
    await createIndex(runner, CONTINUED);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, CONTINUED);
    await runner.query('ALTER TABLE batches DROP COLUMN continues_id');
  }
}
