import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndex, dropIndex } from './indexes';

const TABLES = ['tokens', 'batches'];

/** By which maintenance finds the batches of test tokens whose time is over: before that of live ones. */
const RETENTION = { table: 'batches', name: 'batches_tests', columns: ['is_test', 'purged_at', 'completed_at'] };

/** Which tokens are test tokens, and which batches were sent with one. */
export class TestTokens1796190030000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      // MySQL commits each statement by itself: a run that was cut short must be able to go on.
      if (await runner.hasColumn(table, 'is_test')) continue;
      await runner.query(`ALTER TABLE ${table} ADD COLUMN is_test integer NOT NULL DEFAULT 0`);
    }
    await createIndex(runner, RETENTION);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, RETENTION);
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} DROP COLUMN is_test`);
  }
}
