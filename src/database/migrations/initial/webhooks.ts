import type { TableOptions } from 'typeorm';
import type { ColumnKinds } from '../column-kinds';

/** Webhook endpoints, events and deliveries. */
export function webhooksTables({ id, integer, long, string, text }: ColumnKinds): TableOptions[] {
  return [
    {
      name: 'webhook_endpoints',
      columns: [
        id(),
        integer('organization_id'),
        text('url'),
        text('event_types', { isNullable: true }),
        text('secret'),
        text('old_secret', { isNullable: true }),
        long('old_secret_until', { isNullable: true }),
        long('disabled_at', { isNullable: true }),
        string('disabled_reason', 16, { isNullable: true }),
        long('failing_since', { isNullable: true }),
        long('last_failure_at', { isNullable: true }),
        long('last_success_at', { isNullable: true }),
        long('paused_until', { default: 0 }),
        long('created_at'),
        long('warned_at', { isNullable: true }),
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
        { name: 'webhook_events_occurred_at', columnNames: ['occurred_at'] },
        { name: 'webhook_events_organization', columnNames: ['organization_id', 'occurred_at'] },
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
        long('next_attempt_at', { isNullable: true }),
        string('claim', 36, { isNullable: true }),
        long('attempted_at', { isNullable: true }),
        integer('latency_ms', { isNullable: true }),
        integer('http_status', { isNullable: true }),
        string('error', 32, { isNullable: true }),
        text('response', { isNullable: true }),
        long('created_at'),
        text('earlier_attempts', { isNullable: true }),
      ],
      uniques: [{ name: 'webhook_deliveries_once', columnNames: ['event_id', 'endpoint_id'] }],
      indices: [
        { name: 'webhook_deliveries_created_at', columnNames: ['created_at'] },
        { name: 'webhook_deliveries_due', columnNames: ['next_attempt_at', 'endpoint_id'] },
        { name: 'webhook_deliveries_next', columnNames: ['endpoint_id', 'next_attempt_at'] },
        { name: 'webhook_deliveries_organization', columnNames: ['organization_id', 'id'] },
        { name: 'webhook_deliveries_pages', columnNames: ['endpoint_id', 'id'] },
      ],
    },
  ];
}
