import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnKinds, tableDefaults, type ColumnKinds } from './column-kinds';

const USED = { table: 'organizations', column: 'uses_feedback' };

/** What became of mails: who tells it, what was told, and what follows for the addresses. */
export class Feedback1796170001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables(columnKinds(runner))) {
      await runner.createTable(new Table({ ...tableDefaults(runner), ...table }), true);
    }
    if (await runner.hasColumn(USED.table, USED.column)) return;
    await runner.query(`ALTER TABLE ${USED.table} ADD COLUMN ${USED.column} integer NOT NULL DEFAULT 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE ${USED.table} DROP COLUMN ${USED.column}`);
    for (const { name } of tables(columnKinds(runner)).reverse()) await runner.dropTable(name, true);
  }
}

function tables({ id, integer, long, string, text, bytes }: ColumnKinds) {
  const nullable = { isNullable: true };
  const primary = { isPrimary: true };
  return [
    {
      name: 'feedback_sources',
      columns: [
        id(),
        integer('organization_id'),
        string('provider', 16),
        string('name', 255),
        string('token_hash', 64),
        string('old_token_hash', 64, nullable),
        long('old_token_until', nullable),
        text('secret', nullable),
        text('old_secret', nullable),
        long('old_secret_until', nullable),
        string('topic_arn', 255, nullable),
        text('confirmation_url', nullable),
        long('disabled_at', nullable),
        ...['event_count', 'duplicate_count', 'ignored_count', 'fault_count'].map((name) => long(name, { default: 0 })),
        long('last_event_at', nullable),
        string('last_error', 255, nullable),
        long('last_error_at', nullable),
        long('created_at'),
      ],
      indices: [{ name: 'feedback_sources_organization', columnNames: ['organization_id', 'id'] }],
    },
    {
      name: 'feedback_inbox',
      columns: [
        id(),
        integer('organization_id'),
        integer('source_id'),
        text('headers'),
        bytes('body'),
        integer('is_packed'),
        integer('body_bytes'),
        integer('done', { default: 0 }),
        integer('attempts', { default: 0 }),
        long('due_at'),
        long('received_at'),
      ],
      indices: [
        { name: 'feedback_inbox_organization', columnNames: ['organization_id', 'id'] },
        { name: 'feedback_inbox_source', columnNames: ['source_id', 'due_at'] },
        { name: 'feedback_inbox_received_at', columnNames: ['received_at'] },
      ],
    },
    {
      name: 'feedback_seen_requests',
      columns: [integer('source_id', primary), string('key_hash', 64, primary), long('seen_at')],
      indices: [{ name: 'feedback_seen_requests_seen_at', columnNames: ['seen_at'] }],
    },
    {
      name: 'feedback_events',
      columns: [
        id(),
        integer('organization_id'),
        integer('source_id'),
        string('dedup_hash', 32),
        string('address_key', 32),
        string('email', 255, nullable),
        string('type', 16),
        string('strength', 8, nullable),
        integer('smtp_code', nullable),
        string('enhanced_code', 16, nullable),
        text('diagnostic', nullable),
        string('provider_class', 100, nullable),
        string('message_id', 255, nullable),
        string('scope', 255, nullable),
        long('occurred_at'),
        long('received_at'),
      ],
      uniques: [{ name: 'feedback_events_once', columnNames: ['organization_id', 'source_id', 'dedup_hash'] }],
      indices: [
        { name: 'feedback_events_pages', columnNames: ['organization_id', 'id'] },
        { name: 'feedback_events_address', columnNames: ['organization_id', 'address_key', 'id'] },
        { name: 'feedback_events_received_at', columnNames: ['received_at'] },
      ],
    },
    {
      name: 'known_addresses',
      columns: [
        integer('organization_id', primary),
        string('address_key', 32, primary),
        string('email', 255, nullable),
        text('state'),
        integer('version'),
        long('updated_at'),
        long('expires_at'),
      ],
      indices: [
        { name: 'known_addresses_email', columnNames: ['organization_id', 'email'] },
        { name: 'known_addresses_expires_at', columnNames: ['expires_at'] },
      ],
    },
  ];
}
