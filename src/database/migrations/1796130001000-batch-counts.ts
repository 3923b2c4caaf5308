import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnKinds, tableDefaults } from './column-kinds';

/** Why the rows of a batch have their answers: a handful of rows for each batch. Batches of before have none. */
export class BatchCounts1796130001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { integer, string } = columnKinds(runner);
    const columns = [
      integer('batch_id', { isPrimary: true }),
      string('kind', 16, { isPrimary: true }),
      string('name', 64, { isPrimary: true }),
      integer('total', { default: 0 }),
    ];
    await runner.createTable(new Table({ ...tableDefaults(runner), name: 'batch_counts', columns }), true);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('batch_counts', true);
  }
}
