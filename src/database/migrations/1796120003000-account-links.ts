import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnKinds, tableDefaults } from './column-kinds';

const TABLE = 'account_links';

/** Links by which people prove who they are: forgotten passwords, new addresses. */
export class AccountLinks1796120003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { id, integer, long, string } = columnKinds(runner);
    const table = {
      name: TABLE,
      columns: [
        id(),
        integer('account_id'),
        string('purpose', 16),
        string('secret_hash', 64),
        string('email', 255, { isNullable: true }),
        long('created_at'),
        long('expires_at'),
      ],
      uniques: [{ name: 'account_links_secret', columnNames: ['secret_hash'] }],
      indices: [
        { name: 'account_links_account', columnNames: ['account_id', 'purpose'] },
        { name: 'account_links_expires_at', columnNames: ['expires_at'] },
      ],
    };
    await runner.createTable(new Table({ ...tableDefaults(runner), ...table }), true);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(TABLE, true);
  }
}
