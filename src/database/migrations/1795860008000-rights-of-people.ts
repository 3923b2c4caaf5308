import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = [
  { table: 'invitations', column: 'inviter_id', type: 'integer NULL' },
  { table: 'memberships', column: 'inviter_id', type: 'integer NULL' },
  // 0: the password was last given before this was noted.
  { table: 'sessions', column: 'authenticated_at', type: 'bigint NOT NULL DEFAULT 0' },
];

/** Who invited whom, and when a session's password was last given. */
export class RightsOfPeople1795860008000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Each step looks first: MySQL commits each statement by itself, so a half-done run must be able to go on.
    for (const { table, column, type } of COLUMNS) {
      if (!(await runner.hasColumn(table, column)))
        await runner.query(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`);
    }
    // Nobody can tell any more whether those who made them may still give the role.
    await runner.query('DELETE FROM invitations WHERE inviter_id IS NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { table, column } of COLUMNS) await runner.query(`ALTER TABLE ${table} DROP COLUMN ${column}`);
  }
}
