import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnKinds, tableDefaults } from './column-kinds';

const TABLE = 'audit_entries';

/** Who did what. */
export class Audit1796120001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { id, integer, long, string, text } = columnKinds(runner);
    const table = {
      name: TABLE,
      columns: [
        id(),
        integer('organization_id', { isNullable: true }),
        string('action', 40),
        string('via', 16),
        integer('account_id', { isNullable: true }),
        string('token_id', 36, { isNullable: true }),
        string('subject', 36, { isNullable: true }),
        text('details', { isNullable: true }),
        long('created_at'),
      ],
      indices: [
        { name: 'audit_entries_pages', columnNames: ['organization_id', 'id'] },
        { name: 'audit_entries_account', columnNames: ['account_id', 'id'] },
        { name: 'audit_entries_created_at', columnNames: ['created_at'] },
      ],
    };
    await runner.createTable(new Table({ ...tableDefaults(runner), ...table }), true);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(TABLE, true);
  }
}
