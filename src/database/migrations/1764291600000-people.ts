import { Table, TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnKinds, tableDefaults } from './column-kinds';

/** Columns that the tables of the first migration get. */
const COLUMNS = [
  { table: 'accounts', column: 'password_hash', type: 'varchar(255) NULL' },
  { table: 'organizations', column: 'deleted_at', type: 'bigint NULL' },
  { table: 'tokens', column: 'is_limited', type: 'integer NOT NULL DEFAULT 0' },
];
const LEDGER_PAGES = new TableIndex({ name: 'credit_entries_pages', columnNames: ['organization_id', 'id'] });

/** What people need who sign in: passwords, sessions, invitations, limited tokens, usage a day. */
export class People1764291600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Each step looks first: MySQL commits each statement by itself, so a half-done run must be able to go on.
    for (const { table, column, type } of COLUMNS) {
      if (!(await runner.hasColumn(table, column)))
        await runner.query(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`);
    }
    const entries = await runner.getTable('credit_entries');
    if (entries?.indices.some(({ name }) => name === LEDGER_PAGES.name) === false) {
      await runner.createIndex('credit_entries', LEDGER_PAGES);
    }
    for (const table of tables(runner)) {
      await runner.createTable(new Table({ ...tableDefaults(runner), ...table }), true);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of tables(runner)) await runner.dropTable(name, true);
    await runner.dropIndex('credit_entries', LEDGER_PAGES);
    for (const { table, column } of COLUMNS) await runner.query(`ALTER TABLE ${table} DROP COLUMN ${column}`);
  }
}

function tables(runner: QueryRunner) {
  const { id, integer, long, string } = columnKinds(runner);
  const now = long('created_at');
  return [
    {
      name: 'sessions',
      columns: [
        id(),
        string('secret_hash', 64),
        integer('account_id'),
        string('client', 100),
        now,
        long('last_seen_at'),
        long('expires_at'),
      ],
      uniques: [{ name: 'sessions_secret', columnNames: ['secret_hash'] }],
      indices: [
        { name: 'sessions_account', columnNames: ['account_id'] },
        { name: 'sessions_expires_at', columnNames: ['expires_at'] },
      ],
    },
    {
      name: 'invitations',
      columns: [
        id(),
        integer('organization_id'),
        string('email', 255),
        string('role', 16),
        string('secret_hash', 64),
        now,
        long('expires_at'),
      ],
      uniques: [
        { name: 'invitations_secret', columnNames: ['secret_hash'] },
        { name: 'invitations_email', columnNames: ['organization_id', 'email'] },
      ],
    },
    {
      name: 'token_organizations',
      columns: [string('token_id', 36, { isPrimary: true }), integer('organization_id', { isPrimary: true })],
      indices: [{ name: 'token_organizations_organization', columnNames: ['organization_id'] }],
    },
    {
      name: 'usage_days',
      columns: [
        integer('organization_id', { isPrimary: true }),
        // Days since 1970-01-01, UTC.
        integer('day', { isPrimary: true }),
        ...['valid_count', 'catch_all_count', 'risky_count', 'invalid_count', 'unknown_count', 'credits'].map((name) =>
          integer(name, { default: 0 }),
        ),
      ],
    },
  ];
}
