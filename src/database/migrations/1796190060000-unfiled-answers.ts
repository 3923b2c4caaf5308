import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnKinds, tableDefaults } from './column-kinds';

const TABLE = 'unfiled_answers';

/** What was answered is taken in at once, and filed under its addresses later. */
export class UnfiledAnswers1796190060000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { id, integer, bytes } = columnKinds(runner);
    const table = {
      name: TABLE,
      columns: [id(), integer('organization_id'), bytes('answers')],
      indices: [{ name: 'unfiled_answers_organization', columnNames: ['organization_id', 'id'] }],
    };
    await runner.createTable(new Table({ ...tableDefaults(runner), ...table }), true);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(TABLE, true);
  }
}
