import { ApiProperty } from '@nestjs/swagger';
import type { Account } from '../organizations/accounts.service';
import { ROLES, type MemberRole } from '../organizations/member-role';
import type { ListedSession } from './sessions.service';

export class AccountResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the account.', example: 1 })
  id!: number;

  @ApiProperty({ description: 'Its e-mail address, in lower case.', example: 'jane@example.org' })
  email!: string;

  @ApiProperty({ type: String, nullable: true, description: 'The name of the person, or null.', example: 'Jane Doe' })
  name!: string | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The organization that serves requests which name none, or null.',
    example: 1,
  })
  default_organization_id!: number | null;

  @ApiProperty({ description: 'Whether it operates this service, and may use `/v1/operator`.', example: false })
  is_operator!: boolean;
}

export class OwnOrganizationResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the organization, for X-Organization-ID.', example: 1 })
  id!: number;

  @ApiProperty({ description: 'Its name.', example: 'Garden Tools Ltd' })
  name!: string;

  @ApiProperty({ enum: ROLES, description: 'Your role in it.', example: 'owner' })
  role!: MemberRole;

  @ApiProperty({ description: 'Whether it is your default organization.', example: true })
  is_default!: boolean;

  @ApiProperty({ type: 'integer', description: 'Credits that it can spend now.', example: 100 })
  balance!: number;

  @ApiProperty({
    description: 'Whether it lets you in only once you have turned on a second factor, which you have not.',
    example: false,
  })
  needs_two_factor!: boolean;
}

export class SignedInResponse {
  @ApiProperty({ type: AccountResponse, description: 'Who is signed in.' })
  account!: AccountResponse;

  @ApiProperty({ type: [OwnOrganizationResponse], description: 'The organizations of the account.' })
  organizations!: OwnOrganizationResponse[];
}

export class SessionResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the session.', example: 12 })
  id!: number;

  @ApiProperty({ format: 'date-time', description: 'When it was started.', example: '2026-11-28T09:30:00.000Z' })
  created_at!: string;

  @ApiProperty({
    format: 'date-time',
    description: 'When it was last used, to the minute.',
    example: '2026-11-28T09:31:00.000Z',
  })
  last_seen_at!: string;

  @ApiProperty({ description: 'What signed in, in a few words.', example: 'Firefox on Linux' })
  client!: string;

  @ApiProperty({ description: 'Whether it is the one that asks.', example: true })
  is_current!: boolean;
}

export function toAccountResponse({ id, email, name, defaultOrganizationId, isOperator }: Account): AccountResponse {
  return { id, email, name, default_organization_id: defaultOrganizationId, is_operator: isOperator === 1 };
}

export function toSessionResponse(session: ListedSession, currentId: number): SessionResponse {
  return {
    id: session.id,
    created_at: new Date(session.createdAt).toISOString(),
    last_seen_at: new Date(session.lastSeenAt).toISOString(),
    client: session.client,
    is_current: session.id === currentId,
  };
}
