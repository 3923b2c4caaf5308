import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndex, dropIndex } from './indexes';

/** Which chunks of a batch are due, in the order in which they are taken. */
const DUE_OF_BATCH = {
  table: 'batch_chunks',
  name: 'batch_chunks_due_of_batch',
  columns: ['batch_id', 'state', 'due_at', 'lease_until', 'position'],
};
/** What is unfinished, and when an organization was last served; both are answered from the index alone. */
const TURNS = [
  { table: 'batches', name: 'batches_turns', columns: ['status', 'organization_id', 'served_at'] },
  { table: 'batches', name: 'batches_served', columns: ['organization_id', 'served_at'] },
];
/** Took all due chunks of all batches together. */
const DUE = {
  table: 'batch_chunks',
  name: 'batch_chunks_due',
  columns: ['state', 'due_at', 'lease_until', 'batch_id', 'position', 'waits_for_earlier'],
};

/** The memory of who was served last, and indexes that find what is due batch by batch. */
export class TurnsOfBatches1795860003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Each step looks first: MySQL commits each statement by itself, so a half-done run must be able to go on.
    if (!(await runner.hasColumn('batches', 'served_at'))) {
      await runner.query('ALTER TABLE batches ADD COLUMN served_at bigint NOT NULL DEFAULT 0');
    }
    for (const index of [...TURNS, DUE_OF_BATCH]) await createIndex(runner, index);
    await dropIndex(runner, DUE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await createIndex(runner, DUE);
    for (const index of [...TURNS, DUE_OF_BATCH]) await dropIndex(runner, index);
    await runner.query('ALTER TABLE batches DROP COLUMN served_at');
  }
}
