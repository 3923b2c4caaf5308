import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The last characters of each new token, by which its owner knows it. */
export class HintsOfTokens1796120004000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // It looks first: MySQL commits each statement by itself, so a half-done run must be able to go on.
    if (await runner.hasColumn('tokens', 'hint')) return;
    await runner.query('ALTER TABLE tokens ADD COLUMN hint varchar(4) NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE tokens DROP COLUMN hint');
  }
}
