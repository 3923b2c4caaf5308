import { Table, type MigrationInterface, type QueryRunner, type TableOptions } from 'typeorm';
import { columnKinds, tableDefaults } from './column-kinds';
import { accessTables } from './initial/access';
import { batchesTables } from './initial/batches';
import { checksTables } from './initial/checks';
import { feedbackTables } from './initial/feedback';
import { peopleTables } from './initial/people';
import { webhooksTables } from './initial/webhooks';

/** Instants that all processes share, one row each. */
const INSTANTS = ['ready', 'sweep', 'swept'];

/** The schema of 1.0.0. */
export class Initial1796083200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // "If not exists": MySQL commits each statement by itself, and a run that was interrupted must be able to resume.
    for (const table of tablesFor(runner)) {
      await runner.createTable(new Table({ ...tableDefaults(runner), ...table }), true);
    }
    const present = (await runner.query('SELECT name FROM service_instants')) as { name: string }[];
    for (const name of INSTANTS) {
      if (present.some((row) => row.name === name)) continue;
      await runner.query('INSERT INTO service_instants (name, at) VALUES (?, 0)', [name]);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of tablesFor(runner)) await runner.dropTable(name, true);
  }
}

function tablesFor(runner: QueryRunner): TableOptions[] {
  const kinds = columnKinds(runner);
  return [peopleTables, accessTables, checksTables, batchesTables, feedbackTables, webhooksTables].flatMap((tables) =>
    tables(kinds),
  );
}
