import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnKinds, tableDefaults } from './column-kinds';

const REQUIRED = { table: 'organizations', column: 'two_factor_required' };

/** A second factor of accounts, and organizations that ask for one. */
export class TwoFactor1796120005000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { id, integer, long, string } = columnKinds(runner);
    const tables = [
      {
        name: 'account_two_factor',
        columns: [
          integer('account_id', { isPrimary: true }),
          string('secret', 255),
          long('confirmed_at', { isNullable: true }),
          long('last_step', { default: 0 }),
          long('created_at'),
        ],
      },
      {
        name: 'recovery_codes',
        columns: [id(), integer('account_id'), string('code_hash', 64)],
        indices: [{ name: 'recovery_codes_account', columnNames: ['account_id'] }],
      },
    ];
    for (const table of tables) await runner.createTable(new Table({ ...tableDefaults(runner), ...table }), true);
    if (await runner.hasColumn(REQUIRED.table, REQUIRED.column)) return;
    await runner.query(`ALTER TABLE ${REQUIRED.table} ADD COLUMN ${REQUIRED.column} integer NOT NULL DEFAULT 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE ${REQUIRED.table} DROP COLUMN ${REQUIRED.column}`);
    await runner.dropTable('recovery_codes', true);
    await runner.dropTable('account_two_factor', true);
  }
}
