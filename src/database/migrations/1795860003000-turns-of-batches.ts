import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Which chunks of a batch are due, in the order in which they are taken. */
const DUE_OF_BATCH = new TableIndex({
  name: 'batch_chunks_due_of_batch',
  columnNames: ['batch_id', 'state', 'due_at', 'lease_until', 'position'],
});
/** What is unfinished, and when an organization was last served; both are answered from the index alone. */
const TURNS = [
  new TableIndex({ name: 'batches_turns', columnNames: ['status', 'organization_id', 'served_at'] }),
  new TableIndex({ name: 'batches_served', columnNames: ['organization_id', 'served_at'] }),
];
/** Took all due chunks of all batches together. */
const DUE = new TableIndex({
  name: 'batch_chunks_due',
  columnNames: ['state', 'due_at', 'lease_until', 'batch_id', 'position', 'waits_for_earlier'],
});

/** The memory of who was served last, and indexes that find what is due batch by batch. */
export class TurnsOfBatches1795860003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Each step looks first: MySQL commits each statement by itself, so a half-done run must be able to go on.
    if (!(await runner.hasColumn('batches', 'served_at'))) {
      await runner.query('ALTER TABLE batches ADD COLUMN served_at bigint NOT NULL DEFAULT 0');
    }
    await makeIndexes(runner, 'batches', TURNS);
    await makeIndexes(runner, 'batch_chunks', [DUE_OF_BATCH]);
    if (await hasIndex(runner, 'batch_chunks', DUE)) await runner.dropIndex('batch_chunks', DUE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await makeIndexes(runner, 'batch_chunks', [DUE]);
    await runner.dropIndex('batch_chunks', DUE_OF_BATCH);
    for (const index of TURNS) await runner.dropIndex('batches', index);
    await runner.query('ALTER TABLE batches DROP COLUMN served_at');
  }
}

async function makeIndexes(runner: QueryRunner, table: string, indexes: readonly TableIndex[]): Promise<void> {
  for (const index of indexes) {
    if (!(await hasIndex(runner, table, index))) await runner.createIndex(table, index);
  }
}

async function hasIndex(runner: QueryRunner, table: string, { name }: TableIndex): Promise<boolean> {
  return (await runner.getTable(table))?.indices.some((index) => index.name === name) === true;
}
