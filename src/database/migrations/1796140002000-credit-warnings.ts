import type { MigrationInterface, QueryRunner } from 'typeorm';

/** From which balance down an organization wants to be warned. */
export class CreditWarnings1796140002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('organizations', 'warn_below')) return;
    await runner.query('ALTER TABLE organizations ADD COLUMN warn_below bigint NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE organizations DROP COLUMN warn_below');
  }
}
