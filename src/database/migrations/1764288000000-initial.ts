import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnKinds, tableDefaults } from './column-kinds';

/** Accounts, organizations, tokens, credits, cached verdicts and batches. */
export class Initial1764288000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { id, integer, long, string, text, bytes } = columnKinds(runner);
    const now = long('created_at');
    const tables: ConstructorParameters<typeof Table>[0][] = [
      {
        name: 'accounts',
        columns: [
          id(),
          string('email', 255),
          string('name', 255, { isNullable: true }),
          integer('default_organization_id', { isNullable: true }),
          now,
        ],
        uniques: [{ name: 'accounts_email', columnNames: ['email'] }],
      },
      {
        name: 'organizations',
        columns: [
          id(),
          string('name', 255),
          long('balance', { default: 0 }),
          long('allowance_monthly', { default: 0 }),
          long('allowance_used', { default: 0 }),
          long('allowance_set_at', { isNullable: true }),
          long('allowance_reset_at', { isNullable: true }),
          now,
        ],
      },
      {
        name: 'memberships',
        columns: [
          integer('account_id', { isPrimary: true }),
          integer('organization_id', { isPrimary: true }),
          string('role', 16),
          now,
        ],
        indices: [{ name: 'memberships_organization', columnNames: ['organization_id'] }],
      },
      {
        name: 'tokens',
        columns: [
          string('id', 36, { isPrimary: true }),
          integer('account_id'),
          string('name', 255),
          text('permissions'),
          long('expires_at', { isNullable: true }),
          long('revoked_at', { isNullable: true }),
          long('last_used_at', { isNullable: true }),
          now,
        ],
        indices: [{ name: 'tokens_account', columnNames: ['account_id'] }],
      },
      {
        name: 'credit_entries',
        columns: [
          id(),
          integer('organization_id'),
          long('amount'),
          string('kind', 32),
          string('cause', 100),
          string('reason', 255, { isNullable: true }),
          now,
        ],
        uniques: [{ name: 'credit_entries_cause', columnNames: ['organization_id', 'cause'] }],
      },
      {
        name: 'cached_verdicts',
        columns: [
          integer('organization_id', { isPrimary: true }),
          string('address_key', 32, { isPrimary: true }),
          text('verdict'),
          long('expires_at'),
        ],
        indices: [{ name: 'cached_verdicts_expires_at', columnNames: ['expires_at'] }],
      },
      {
        name: 'batches',
        columns: [
          id(),
          integer('organization_id'),
          string('name', 255),
          string('status', 16),
          // A header may be longer than the 64 KiB that a text column takes.
          bytes('header'),
          integer('total_count', { default: 0 }),
          integer('processed_count', { default: 0 }),
          integer('valid_count', { default: 0 }),
          integer('invalid_count', { default: 0 }),
          integer('risky_count', { default: 0 }),
          integer('unknown_count', { default: 0 }),
          integer('credits_held', { default: 0 }),
          integer('allowance_held', { default: 0 }),
          integer('credits_used', { default: 0 }),
          now,
          long('updated_at'),
          long('completed_at', { isNullable: true }),
          long('purged_at', { isNullable: true }),
        ],
        indices: [
          { name: 'batches_organization', columnNames: ['organization_id', 'id'] },
          { name: 'batches_status', columnNames: ['status', 'updated_at'] },
        ],
      },
      {
        name: 'batch_chunks',
        columns: [
          id(),
          integer('batch_id'),
          integer('position'),
          integer('row_count'),
          string('state', 16),
          integer('version', { default: 0 }),
          integer('attempt', { default: 0 }),
          long('due_at', { default: 0 }),
          long('lease_until', { default: 0 }),
          integer('waits_for_earlier', { default: 0 }),
          long('retry_at', { default: 0 }),
          text('waiting_rows', { isNullable: true }),
          // Last: SQLite reads through a blob to reach the columns behind it.
          bytes('addresses'),
          bytes('lines'),
          bytes('results', { isNullable: true }),
        ],
        uniques: [{ name: 'batch_chunks_position', columnNames: ['batch_id', 'position'] }],
        indices: [
          {
            name: 'batch_chunks_due',
            columnNames: ['state', 'due_at', 'lease_until', 'batch_id', 'position', 'waits_for_earlier'],
          },
          { name: 'batch_chunks_state', columnNames: ['batch_id', 'state', 'position'] },
        ],
      },
    ];
    // "If not exists": MySQL commits each statement by itself, so a half-done run must be able to go on.
    for (const table of tables) {
      await runner.createTable(new Table({ ...tableDefaults(runner), ...table } as never), true);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [
      'batch_chunks',
      'batches',
      'cached_verdicts',
      'credit_entries',
      'tokens',
      'memberships',
      'organizations',
      'accounts',
    ]) {
      await runner.dropTable(table, true);
    }
  }
}
