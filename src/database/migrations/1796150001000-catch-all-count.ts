import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many rows of a batch are catch-all, beside the risky ones that hold them. Null: a batch of before, not counted. */
export class CatchAllCount1796150001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // MySQL commits each statement by itself: a run that was cut short must be able to go on.
    if (await runner.hasColumn('batches', 'catch_all_count')) return;
    await runner.query('ALTER TABLE batches ADD COLUMN catch_all_count integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE batches DROP COLUMN catch_all_count');
  }
}
