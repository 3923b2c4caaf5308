import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndex, dropIndex } from './indexes';

const KIND = { table: 'known_addresses', column: 'kind' };
const INDEX = {
  table: KIND.table,
  name: 'known_addresses_kind',
  columns: ['organization_id', KIND.column, 'email'],
};
const COLUMNS = [
  { table: 'feedback_inbox', column: 'test_at', type: 'bigint NULL' },
  { table: 'feedback_sources', column: 'test_at', type: 'bigint NULL' },
  { table: 'feedback_sources', column: 'test_outcome', type: 'text NULL' },
  { ...KIND, type: 'varchar(16) NULL' },
];
/** By what a state holds, the strongest first: what is too old to count is found out when it is read. */
const KINDS = [
  ['"strongAt"', 'bounced'],
  ['"complaintAt"', 'complained'],
  ['"weak"', 'bounced'],
  ['"suppressedAt"', 'suppressed'],
  ['"deliveredAt"', 'delivered'],
];

/** What the pages of feedback need: events that test a source, and known addresses by kind. */
export class FeedbackPages1796180003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Each step looks first: MySQL commits each statement by itself, so a half-done run must be able to go on.
    for (const { table, column, type } of COLUMNS) {
      if (!(await runner.hasColumn(table, column)))
        await runner.query(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`);
    }
    const cases = KINDS.map(([part, kind]) => `WHEN state LIKE '%${part}%' THEN '${kind}'`).join(' ');
    await runner.query(`UPDATE known_addresses SET kind = CASE ${cases} END WHERE kind IS NULL AND email IS NOT NULL`);
    await createIndex(runner, INDEX);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, INDEX);
    for (const { table, column } of COLUMNS) await runner.query(`ALTER TABLE ${table} DROP COLUMN ${column}`);
  }
}
