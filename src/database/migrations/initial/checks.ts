import type { TableOptions } from 'typeorm';
import type { ColumnKinds } from '../column-kinds';

/** Credits, and single checks. */
export function checksTables({ id, integer, long, string, text }: ColumnKinds): TableOptions[] {
  return [
    {
      name: 'credit_entries',
      columns: [
        id(),
        integer('organization_id'),
        long('amount'),
        string('kind', 32),
        string('cause', 100),
        string('reason', 255, { isNullable: true }),
        long('created_at'),
        integer('account_id', { isNullable: true }),
        string('token_id', 36, { isNullable: true }),
        string('label', 255, { isNullable: true }),
      ],
      uniques: [{ name: 'credit_entries_cause', columnNames: ['organization_id', 'cause'] }],
      indices: [
        { name: 'credit_entries_kinds', columnNames: ['organization_id', 'kind', 'id'] },
        { name: 'credit_entries_pages', columnNames: ['organization_id', 'id'] },
      ],
    },
    {
      name: 'usage_days',
      columns: [
        integer('organization_id', { isPrimary: true }),
        integer('day', { isPrimary: true }),
        integer('valid_count', { default: 0 }),
        integer('catch_all_count', { default: 0 }),
        integer('risky_count', { default: 0 }),
        integer('invalid_count', { default: 0 }),
        integer('unknown_count', { default: 0 }),
        integer('credits', { default: 0 }),
      ],
    },
    {
      name: 'usage_actors',
      columns: [
        integer('organization_id', { isPrimary: true }),
        integer('day', { isPrimary: true }),
        integer('account_id', { isPrimary: true }),
        string('token_id', 36, { isPrimary: true }),
        integer('check_count', { default: 0 }),
        integer('check_credits', { default: 0 }),
        integer('row_count', { default: 0 }),
        integer('row_credits', { default: 0 }),
      ],
      indices: [{ name: 'usage_actors_named', columnNames: ['day', 'account_id', 'organization_id'] }],
    },
    {
      name: 'cached_verdicts',
      columns: [
        integer('organization_id', { isPrimary: true }),
        string('address_key', 32, { isPrimary: true }),
        text('verdict'),
        long('expires_at'),
      ],
      indices: [{ name: 'cached_verdicts_expires_at', columnNames: ['expires_at'] }],
    },
    {
      name: 'check_entries',
      columns: [
        id(),
        integer('organization_id'),
        string('email', 255),
        string('email_key', 255),
        string('status', 16),
        string('sub_status', 40, { isNullable: true }),
        integer('confidence'),
        integer('from_cache'),
        integer('credits'),
        integer('account_id'),
        string('token_id', 36),
        long('created_at'),
      ],
      indices: [
        { name: 'check_entries_created_at', columnNames: ['created_at'] },
        { name: 'check_entries_pages', columnNames: ['organization_id', 'id'] },
        { name: 'check_entries_search', columnNames: ['organization_id', 'email_key', 'id'] },
      ],
    },
  ];
}
