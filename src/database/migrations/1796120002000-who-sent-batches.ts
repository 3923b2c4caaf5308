import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which account a batch comes from; null: from before this was noted. */
export class WhoSentBatches1796120002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // It looks first: MySQL commits each statement by itself, so a half-done run must be able to go on.
    if (await runner.hasColumn('batches', 'created_by')) return;
    await runner.query('ALTER TABLE batches ADD COLUMN created_by integer NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE batches DROP COLUMN created_by');
  }
}
