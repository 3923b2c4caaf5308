import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnKinds, tableDefaults } from './column-kinds';

/** Links by which somebody without an account reads the summary of a batch. */
export class SummaryLinks1796130004000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { id, integer, long, string } = columnKinds(runner);
    const table = {
      ...tableDefaults(runner),
      name: 'summary_links',
      columns: [
        id(),
        integer('organization_id'),
        integer('batch_id'),
        string('secret_hash', 64),
        integer('account_id'),
        long('created_at'),
        long('expires_at'),
      ],
      uniques: [{ name: 'summary_links_secret', columnNames: ['secret_hash'] }],
      indices: [{ name: 'summary_links_batch', columnNames: ['batch_id'] }],
    };
    await runner.createTable(new Table(table), true);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('summary_links', true);
  }
}
