import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = [
  { column: 'is_operator', type: 'integer NOT NULL DEFAULT 0' },
  { column: 'disabled_at', type: 'bigint NULL' },
];

/** Who operates the service, and whose account is switched off. */
export class Operators1796150001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Each step looks first: MySQL commits each statement by itself, so a half-done run must be able to go on.
    for (const { column, type } of COLUMNS) {
      if (!(await runner.hasColumn('accounts', column)))
        await runner.query(`ALTER TABLE accounts ADD COLUMN ${column} ${type}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { column } of COLUMNS) await runner.query(`ALTER TABLE accounts DROP COLUMN ${column}`);
  }
}
