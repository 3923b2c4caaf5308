import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnKinds, tableDefaults } from './column-kinds';
import { createIndex, dropIndex } from './indexes';

/** By which maintenance finds what is due without looking at all that is not. */
const INDEXES = [
  { table: 'batches', name: 'batches_retention', columns: ['purged_at', 'completed_at'] },
  { table: 'batches', name: 'batches_unpurged', columns: ['status', 'purged_at'] },
  { table: 'accounts', name: 'accounts_default', columns: ['default_organization_id'] },
  { table: 'organizations', name: 'organizations_deleted_at', columns: ['deleted_at'] },
];
const TABLE = 'service_instants';

/** Indexes for maintenance, and instants that the processes of a service share: one row each, which never grow in number. */
export class Maintenance1795860002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const index of INDEXES) await createIndex(runner, index);
    const { string, long } = columnKinds(runner);
    const columns = [string('name', 32, { isPrimary: true }), long('at')];
    await runner.createTable(new Table({ ...tableDefaults(runner), name: TABLE, columns }), true);
    for (const name of ['ready', 'sweep']) {
      const rows = (await runner.query(`SELECT name FROM ${TABLE} WHERE name = ?`, [name])) as unknown[];
      if (rows.length === 0) await runner.query(`INSERT INTO ${TABLE} (name, at) VALUES (?, 0)`, [name]);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(TABLE, true);
    for (const index of INDEXES) await dropIndex(runner, index);
  }
}
