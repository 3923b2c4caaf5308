import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndex, dropIndex } from './indexes';

const TABLE = 'feedback_sources';
const COLUMN = 'removed_at';
const INDEX = { table: TABLE, name: 'feedback_sources_removed_at', columns: [COLUMN] };

/** A source that is removed stays until what it was answered for is read. */
export class RemovedFeedbackSources1796190070000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn(TABLE, COLUMN)))
      await runner.query(`ALTER TABLE ${TABLE} ADD COLUMN ${COLUMN} BIGINT`);
    await createIndex(runner, INDEX);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, INDEX);
    await runner.query(`ALTER TABLE ${TABLE} DROP COLUMN ${COLUMN}`);
  }
}
