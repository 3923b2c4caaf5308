import type { TableOptions } from 'typeorm';
import type { ColumnKinds } from '../column-kinds';

/** Tokens, what was done with them, and the settings of the service. */
export function accessTables({ id, integer, long, string, text, bytes }: ColumnKinds): TableOptions[] {
  return [
    {
      name: 'tokens',
      columns: [
        string('id', 36, { isPrimary: true }),
        integer('account_id'),
        string('name', 255),
        text('permissions'),
        long('expires_at', { isNullable: true }),
        long('revoked_at', { isNullable: true }),
        long('last_used_at', { isNullable: true }),
        long('created_at'),
        integer('is_limited', { default: 0 }),
        string('hint', 4, { isNullable: true }),
        integer('is_test', { default: 0 }),
      ],
      indices: [
        { name: 'tokens_account', columnNames: ['account_id'] },
        { name: 'tokens_expires_at', columnNames: ['expires_at'] },
      ],
    },
    {
      name: 'token_organizations',
      columns: [string('token_id', 36, { isPrimary: true }), integer('organization_id', { isPrimary: true })],
      indices: [{ name: 'token_organizations_organization', columnNames: ['organization_id'] }],
    },
    {
      name: 'audit_entries',
      columns: [
        id(),
        integer('organization_id', { isNullable: true }),
        string('action', 40),
        string('via', 16),
        integer('account_id', { isNullable: true }),
        string('token_id', 36, { isNullable: true }),
        string('subject', 36, { isNullable: true }),
        text('details', { isNullable: true }),
        long('created_at'),
      ],
      indices: [
        { name: 'audit_entries_account', columnNames: ['account_id', 'id'] },
        { name: 'audit_entries_created_at', columnNames: ['created_at'] },
        { name: 'audit_entries_pages', columnNames: ['organization_id', 'id'] },
      ],
    },
    {
      name: 'idempotency_keys',
      columns: [
        string('id', 43, { isPrimary: true }),
        integer('organization_id'),
        integer('account_id'),
        string('address_key', 22, { isNullable: true }),
        string('fingerprint', 43, { isNullable: true }),
        string('claim', 36),
        long('lease_until'),
        bytes('made', { isNullable: true }),
        bytes('answer', { isNullable: true }),
        long('expires_at'),
      ],
      indices: [
        { name: 'idempotency_keys_account', columnNames: ['account_id'] },
        { name: 'idempotency_keys_address', columnNames: ['organization_id', 'address_key'] },
        { name: 'idempotency_keys_expires_at', columnNames: ['expires_at'] },
      ],
    },
    { name: 'service_instants', columns: [string('name', 32, { isPrimary: true }), long('at')] },
    {
      name: 'service_settings',
      columns: [string('name', 32, { isPrimary: true }), string('value', 255), long('updated_at')],
    },
  ];
}
