import { ApiProperty } from '@nestjs/swagger';
import { ROLES, type MemberRole } from '../organizations/member-role';
import type { Found, ListedAccount, ShownAccount } from './account-directory';

export const iso = (instant: number): string => new Date(instant).toISOString();
export const isoOrNull = (instant: number | null): string | null => (instant === null ? null : iso(instant));

export class OperatedAccountResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the account.', example: 2 })
  id!: number;

  @ApiProperty({ description: 'Its e-mail address, in lower case.', example: 'jane@example.org' })
  email!: string;

  @ApiProperty({ type: String, nullable: true, description: 'The name of the person, or null.', example: 'Jane Doe' })
  name!: string | null;

  @ApiProperty({ format: 'date-time', description: 'When it was made.', example: '2026-11-28T09:30:00.000Z' })
  created_at!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When it was switched off; null: it is on.',
    example: null,
  })
  disabled_at!: string | null;

  @ApiProperty({ description: 'Whether it operates the service.', example: false })
  is_operator!: boolean;

  @ApiProperty({ description: 'Whether it has a password: without one nobody can sign in.', example: true })
  has_password!: boolean;

  @ApiProperty({ type: 'integer', description: 'Organizations that it belongs to.', example: 1 })
  organization_count!: number;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When a session of it was last used; null: none is kept.',
    example: '2026-11-28T09:31:00.000Z',
  })
  last_seen_at!: string | null;
}

export class OrganizationOfAccountResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the organization.', example: 1 })
  id!: number;

  @ApiProperty({ description: 'Its name.', example: 'Garden Tools Ltd' })
  name!: string;

  @ApiProperty({ enum: ROLES, description: "The account's role in it.", example: 'owner' })
  role!: MemberRole;

  @ApiProperty({ type: 'integer', description: 'Credits that it can spend now.', example: 100 })
  balance!: number;
}

export class OperatedAccountDetailsResponse extends OperatedAccountResponse {
  @ApiProperty({ type: [OrganizationOfAccountResponse], description: 'The organizations that it belongs to.' })
  organizations!: OrganizationOfAccountResponse[];

  @ApiProperty({ type: 'integer', description: 'Tokens of it that were not revoked.', example: 2 })
  token_count!: number;
}

export class ResetLinkResponse {
  @ApiProperty({
    description: 'The link: whole where `PUBLIC_URL` is set, else what stands behind the host.',
    example: '/dashboard/#/reset/6mI1Yb4GpB0cVJq9oGkq3b0nWwq4N2kS5r8uX7zTtQk',
  })
  link!: string;

  @ApiProperty({
    format: 'date-time',
    description: 'It opens nothing from then on.',
    example: '2026-11-28T10:30:00.000Z',
  })
  expires_at!: string;
}

export class OperatedAccountPageResponse {
  @ApiProperty({ type: [OperatedAccountResponse], description: 'Accounts, the newest first.' })
  accounts!: OperatedAccountResponse[];

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The `before` of the next page; null: this is the last.',
    example: null,
  })
  next_before!: number | null;
}

export function toAccountPage({ rows, nextBefore }: Found<ListedAccount>): OperatedAccountPageResponse {
  return { accounts: rows.map(toOperatedAccount), next_before: nextBefore };
}

export function toAccountDetails(account: ShownAccount): OperatedAccountDetailsResponse {
  return Object.assign(toOperatedAccount(account), {
    organizations: account.organizations.map(({ id, name, role, balance }) => ({ id, name, role, balance })),
    token_count: account.tokenCount,
  });
}

function toOperatedAccount(account: ListedAccount): OperatedAccountResponse {
  return {
    id: account.id,
    email: account.email,
    name: account.name,
    created_at: iso(account.createdAt),
    disabled_at: isoOrNull(account.disabledAt),
    is_operator: account.isOperator === 1,
    has_password: account.hasPassword === 1,
    organization_count: account.organizationCount,
    last_seen_at: isoOrNull(account.lastSeenAt),
  };
}
