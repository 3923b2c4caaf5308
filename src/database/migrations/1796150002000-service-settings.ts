import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnKinds, tableDefaults } from './column-kinds';

const TABLE = 'service_settings';

/** Settings that an operator changes while the service runs, and when maintenance last ran. */
export class ServiceSettings1796150002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { string, long } = columnKinds(runner);
    const columns = [string('name', 32, { isPrimary: true }), string('value', 255), long('updated_at')];
    await runner.createTable(new Table({ ...tableDefaults(runner), name: TABLE, columns }), true);
    const swept = (await runner.query(`SELECT name FROM service_instants WHERE name = 'swept'`)) as unknown[];
    if (swept.length === 0) await runner.query(`INSERT INTO service_instants (name, at) VALUES ('swept', 0)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM service_instants WHERE name = 'swept'`);
    await runner.dropTable(TABLE, true);
  }
}
