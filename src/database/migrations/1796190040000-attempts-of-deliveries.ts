import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLE = 'webhook_deliveries';
const COLUMN = 'earlier_attempts';

/** All attempts of a delivery are shown, not the last alone. */
export class AttemptsOfDeliveries1796190040000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn(TABLE, COLUMN))) await runner.query(`ALTER TABLE ${TABLE} ADD COLUMN ${COLUMN} TEXT`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE ${TABLE} DROP COLUMN ${COLUMN}`);
  }
}
