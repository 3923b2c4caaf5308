import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnKinds, tableDefaults } from './column-kinds';

/** What was said to single checks, and which organizations want that kept. */
export class CheckHistory1796140003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('organizations', 'keeps_checks')))
      await runner.query('ALTER TABLE organizations ADD COLUMN keeps_checks integer NOT NULL DEFAULT 1');
    const { id, integer, long, string } = columnKinds(runner);
    const table = new Table({
      ...tableDefaults(runner),
      name: 'check_entries',
      columns: [
        id(),
        integer('organization_id'),
        string('email', 255),
        string('email_key', 255),
        string('status', 16),
        string('sub_status', 40, { isNullable: true }),
        integer('confidence'),
        integer('from_cache'),
        integer('credits'),
        integer('account_id'),
        string('token_id', 36),
        long('created_at'),
      ],
      indices: [
        { name: 'check_entries_pages', columnNames: ['organization_id', 'id'] },
        { name: 'check_entries_search', columnNames: ['organization_id', 'email_key', 'id'] },
        { name: 'check_entries_created_at', columnNames: ['created_at'] },
      ],
    });
    await runner.createTable(table, true);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('check_entries', true);
    await runner.query('ALTER TABLE organizations DROP COLUMN keeps_checks');
  }
}
