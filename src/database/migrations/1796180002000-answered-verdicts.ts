import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnKinds, tableDefaults, type ColumnKinds } from './column-kinds';

/** What was answered, and what came of it. */
export class AnsweredVerdicts1796180002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(new Table({ ...tableDefaults(runner), ...table(columnKinds(runner)) }), true);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('answered_verdicts', true);
  }
}

function table({ id, integer, long, string }: ColumnKinds) {
  const nullable = { isNullable: true };
  return {
    name: 'answered_verdicts',
    columns: [
      id(),
      integer('organization_id'),
      string('address_hash', 22),
      string('status', 16),
      string('sub_status', 40, nullable),
      integer('confidence'),
      integer('of_feedback'),
      string('provider', 40, nullable),
      long('given_at'),
      string('outcome', 16, nullable),
      long('outcome_at', nullable),
    ],
    indices: [
      { name: 'answered_verdicts_address', columnNames: ['organization_id', 'address_hash'] },
      { name: 'answered_verdicts_given_at', columnNames: ['given_at'] },
      {
        name: 'answered_verdicts_groups',
        columnNames: ['organization_id', 'outcome', 'status', 'sub_status', 'confidence', 'of_feedback', 'provider'],
      },
    ],
  };
}
