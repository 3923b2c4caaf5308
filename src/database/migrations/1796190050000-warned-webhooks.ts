import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLE = 'webhook_endpoints';
const COLUMN = 'warned_at';

/** Those who run a webhook are told once by mail that it fails. */
export class WarnedWebhooks1796190050000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn(TABLE, COLUMN)))
      await runner.query(`ALTER TABLE ${TABLE} ADD COLUMN ${COLUMN} BIGINT`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE ${TABLE} DROP COLUMN ${COLUMN}`);
  }
}
