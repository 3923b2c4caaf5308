import { ApiProperty, PickType } from '@nestjs/swagger';
import { ROLES, type MemberRole } from '../organizations/member-role';
import type { Invitation } from '../organizations/invitation';
import type { Member } from '../organizations/memberships.service';
import { OwnOrganizationResponse } from '../sessions/session.responses';

export class OrganizationResponse extends PickType(OwnOrganizationResponse, ['id', 'name', 'role', 'balance']) {
  @ApiProperty({ type: 'integer', description: 'How many members it has.', example: 3 })
  member_count!: number;

  @ApiProperty({ description: 'Whether members get in with a second factor only.', example: false })
  two_factor_required!: boolean;

  @ApiProperty({ format: 'date-time', description: 'When it was made.', example: '2026-11-28T09:30:00.000Z' })
  created_at!: string;
}

export class MemberResponse {
  @ApiProperty({ type: 'integer', description: "Id of the member's account.", example: 2 })
  account_id!: number;

  @ApiProperty({ description: 'The e-mail address.', example: 'joe@example.org' })
  email!: string;

  @ApiProperty({ type: String, nullable: true, description: 'The name of the person, or null.', example: 'Joe Doe' })
  name!: string | null;

  @ApiProperty({ enum: ROLES, description: 'What the member may do.', example: 'member' })
  role!: MemberRole;

  @ApiProperty({ format: 'date-time', description: 'Since when.', example: '2026-11-28T09:30:00.000Z' })
  joined_at!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The e-mail address of whose invitation it accepted; null: it made the organization, or nobody knows.',
    example: 'jane@example.org',
  })
  invited_by!: string | null;
}

export class InvitationResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the invitation.', example: 5 })
  id!: number;

  @ApiProperty({ description: 'Who is invited.', example: 'joe@example.org' })
  email!: string;

  @ApiProperty({ enum: ROLES, description: 'What the new member may do.', example: 'member' })
  role!: MemberRole;

  @ApiProperty({ format: 'date-time', description: 'When it was made.', example: '2026-11-28T09:30:00.000Z' })
  created_at!: string;

  @ApiProperty({ format: 'date-time', description: 'Until when it is open.', example: '2026-12-05T09:30:00.000Z' })
  expires_at!: string;
}

export class NewInvitationResponse extends InvitationResponse {
  @ApiProperty({
    description: 'What to pass on to whom you invite: the path of a page of this service. Shown only now.',
    example: '/dashboard/#/invitation/q7Jm2b0s9Q1mD4yq3kqv3T0nq5aVwXcO8s1H2h7Yb6E',
  })
  link!: string;
}

export class OpenedInvitationResponse {
  @ApiProperty({ description: 'The organization that invites.', example: 'Garden Tools Ltd' })
  organization_name!: string;

  @ApiProperty({ enum: ROLES, description: 'What the new member may do.', example: 'member' })
  role!: MemberRole;

  @ApiProperty({ description: 'Who is invited.', example: 'joe@example.org' })
  email!: string;
}

export function toMemberResponse({ accountId, email, name, role, joinedAt, invitedBy }: Member): MemberResponse {
  const joined_at = new Date(joinedAt).toISOString();
  return { account_id: accountId, email, name, role, joined_at, invited_by: invitedBy };
}

export function toInvitationResponse({ id, email, role, createdAt, expiresAt }: Invitation): InvitationResponse {
  return {
    id,
    email,
    role,
    created_at: new Date(createdAt).toISOString(),
    expires_at: new Date(expiresAt).toISOString(),
  };
}
