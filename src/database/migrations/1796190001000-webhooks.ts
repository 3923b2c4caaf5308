import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnKinds, tableDefaults, type ColumnKinds } from './column-kinds';
import { createIndex, dropIndex } from './indexes';

/** Tokens that are about to expire are told of. */
const EXPIRING = { table: 'tokens', name: 'tokens_expires_at', columns: ['expires_at'] };

/** What organizations are told of, and where: endpoints, events, and the delivery of each to each. */
export class Webhooks1796190001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables(columnKinds(runner))) {
      await runner.createTable(new Table({ ...tableDefaults(runner), ...table }), true);
    }
    await createIndex(runner, EXPIRING);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, EXPIRING);
    for (const { name } of tables(columnKinds(runner)).reverse()) await runner.dropTable(name, true);
  }
}

function tables({ id, integer, long, string, text }: ColumnKinds) {
  const nullable = { isNullable: true };
  return [
    {
      name: 'webhook_endpoints',
      columns: [
        id(),
        integer('organization_id'),
        text('url'),
        text('event_types', nullable),
        text('secret'),
        text('old_secret', nullable),
        long('old_secret_until', nullable),
        long('disabled_at', nullable),
        string('disabled_reason', 16, nullable),
        long('failing_since', nullable),
        long('last_failure_at', nullable),
        long('last_success_at', nullable),
        long('paused_until', { default: 0 }),
        long('created_at'),
      ],
      indices: [{ name: 'webhook_endpoints_organization', columnNames: ['organization_id', 'id'] }],
    },
    {
      name: 'webhook_events',
      columns: [
        string('id', 40, { isPrimary: true }),
        integer('organization_id'),
        string('type', 32),
        text('data'),
        long('occurred_at'),
      ],
      indices: [
        { name: 'webhook_events_organization', columnNames: ['organization_id', 'occurred_at'] },
        { name: 'webhook_events_occurred_at', columnNames: ['occurred_at'] },
      ],
    },
    {
      name: 'webhook_deliveries',
      columns: [
        id(),
        integer('organization_id'),
        integer('endpoint_id'),
        string('event_id', 40),
        string('status', 16),
        integer('attempts', { default: 0 }),
        long('next_attempt_at', nullable),
        string('claim', 36, nullable),
        long('attempted_at', nullable),
        integer('latency_ms', nullable),
        integer('http_status', nullable),
        string('error', 32, nullable),
        text('response', nullable),
        long('created_at'),
      ],
      uniques: [{ name: 'webhook_deliveries_once', columnNames: ['event_id', 'endpoint_id'] }],
      indices: [
        { name: 'webhook_deliveries_organization', columnNames: ['organization_id', 'id'] },
        { name: 'webhook_deliveries_pages', columnNames: ['endpoint_id', 'id'] },
        { name: 'webhook_deliveries_next', columnNames: ['endpoint_id', 'next_attempt_at'] },
        { name: 'webhook_deliveries_due', columnNames: ['next_attempt_at', 'endpoint_id'] },
        { name: 'webhook_deliveries_created_at', columnNames: ['created_at'] },
      ],
    },
  ];
}
