import { Table, TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnKinds, tableDefaults } from './column-kinds';

/** By which maintenance finds what is due without looking at all that is not. */
const INDEXES = [
  {
    table: 'batches',
    index: new TableIndex({ name: 'batches_retention', columnNames: ['purged_at', 'completed_at'] }),
  },
  { table: 'batches', index: new TableIndex({ name: 'batches_unpurged', columnNames: ['status', 'purged_at'] }) },
  { table: 'accounts', index: new TableIndex({ name: 'accounts_default', columnNames: ['default_organization_id'] }) },
  { table: 'organizations', index: new TableIndex({ name: 'organizations_deleted_at', columnNames: ['deleted_at'] }) },
];
const TABLE = 'service_instants';

/** Indexes for maintenance, and instants that the processes of a service share: one row each, which never grow in number. */
export class Maintenance1795860002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Each step looks first: MySQL commits each statement by itself, so a half-done run must be able to go on.
    for (const { table, index } of INDEXES) {
      const found = await runner.getTable(table);
      if (found?.indices.some(({ name }) => name === index.name) === false) await runner.createIndex(table, index);
    }
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
    for (const { table, index } of INDEXES) await runner.dropIndex(table, index);
  }
}
