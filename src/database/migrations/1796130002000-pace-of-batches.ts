import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = [
  { column: 'started_at', type: 'bigint NULL' },
  { column: 'pace_at', type: 'bigint NOT NULL DEFAULT 0' },
  { column: 'pace_count', type: 'integer NOT NULL DEFAULT 0' },
  { column: 'pace_before_at', type: 'bigint NOT NULL DEFAULT 0' },
  { column: 'pace_before_count', type: 'integer NOT NULL DEFAULT 0' },
];

/** When the work on a batch began, and how fast it goes. Of batches of before nobody can tell when it began. */
export class PaceOfBatches1796130002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Each step looks first: MySQL commits each statement by itself, so a half-done run must be able to go on.
    for (const { column, type } of COLUMNS) {
      if (!(await runner.hasColumn('batches', column)))
        await runner.query(`ALTER TABLE batches ADD COLUMN ${column} ${type}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { column } of COLUMNS) await runner.query(`ALTER TABLE batches DROP COLUMN ${column}`);
  }
}
