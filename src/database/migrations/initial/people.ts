import type { TableOptions } from 'typeorm';
import type { ColumnKinds } from '../column-kinds';

/** Accounts, what they belong to, and how people sign in. */
export function peopleTables({ id, integer, long, string }: ColumnKinds): TableOptions[] {
  return [
    {
      name: 'accounts',
      columns: [
        id(),
        string('email', 255),
        string('name', 255, { isNullable: true }),
        integer('default_organization_id', { isNullable: true }),
        long('created_at'),
        string('password_hash', 255, { isNullable: true }),
        integer('is_operator', { default: 0 }),
        long('disabled_at', { isNullable: true }),
      ],
      uniques: [{ name: 'accounts_email', columnNames: ['email'] }],
      indices: [{ name: 'accounts_default', columnNames: ['default_organization_id'] }],
    },
    {
      name: 'organizations',
      columns: [
        id(),
        string('name', 255),
        long('balance', { default: 0 }),
        long('allowance_monthly', { default: 0 }),
        long('allowance_used', { default: 0 }),
        long('allowance_set_at', { isNullable: true }),
        long('allowance_reset_at', { isNullable: true }),
        long('created_at'),
        long('deleted_at', { isNullable: true }),
        integer('two_factor_required', { default: 0 }),
        long('warn_below', { isNullable: true }),
        integer('keeps_checks', { default: 1 }),
        integer('uses_feedback', { default: 0 }),
      ],
      indices: [{ name: 'organizations_deleted_at', columnNames: ['deleted_at'] }],
    },
    {
      name: 'memberships',
      columns: [
        integer('account_id', { isPrimary: true }),
        integer('organization_id', { isPrimary: true }),
        string('role', 16),
        long('created_at'),
        integer('inviter_id', { isNullable: true }),
      ],
      indices: [{ name: 'memberships_organization', columnNames: ['organization_id'] }],
    },
    {
      name: 'invitations',
      columns: [
        id(),
        integer('organization_id'),
        string('email', 255),
        string('role', 16),
        string('secret_hash', 64),
        long('created_at'),
        long('expires_at'),
        integer('inviter_id', { isNullable: true }),
      ],
      uniques: [
        { name: 'invitations_email', columnNames: ['organization_id', 'email'] },
        { name: 'invitations_secret', columnNames: ['secret_hash'] },
      ],
    },
    {
      name: 'sessions',
      columns: [
        id(),
        string('secret_hash', 64),
        integer('account_id'),
        string('client', 100),
        long('created_at'),
        long('last_seen_at'),
        long('expires_at'),
        long('authenticated_at', { default: 0 }),
      ],
      uniques: [{ name: 'sessions_secret', columnNames: ['secret_hash'] }],
      indices: [
        { name: 'sessions_account', columnNames: ['account_id'] },
        { name: 'sessions_expires_at', columnNames: ['expires_at'] },
      ],
    },
    {
      name: 'account_links',
      columns: [
        id(),
        integer('account_id'),
        string('purpose', 16),
        string('secret_hash', 64),
        string('email', 255, { isNullable: true }),
        long('created_at'),
        long('expires_at'),
      ],
      uniques: [{ name: 'account_links_secret', columnNames: ['secret_hash'] }],
      indices: [
        { name: 'account_links_account', columnNames: ['account_id', 'purpose'] },
        { name: 'account_links_expires_at', columnNames: ['expires_at'] },
      ],
    },
    {
      name: 'account_two_factor',
      columns: [
        integer('account_id', { isPrimary: true }),
        string('secret', 255),
        long('confirmed_at', { isNullable: true }),
        long('last_step', { default: 0 }),
        long('created_at'),
      ],
    },
    {
      name: 'recovery_codes',
      columns: [id(), integer('account_id'), string('code_hash', 64)],
      indices: [{ name: 'recovery_codes_account', columnNames: ['account_id'] }],
    },
  ];
}
