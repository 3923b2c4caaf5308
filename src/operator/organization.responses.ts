import { ApiProperty, OmitType } from '@nestjs/swagger';
import type { FeedbackSource } from '../feedback/sources/feedback-source.entity';
import { FeedbackSourceResponse, toFeedbackSourceResponse } from '../management/feedback-source.responses';
import { MemberResponse, toMemberResponse } from '../management/organization.responses';
import type { Found } from './account-directory';
import { iso, isoOrNull } from './account.responses';
import type { ListedOrganization, ShownOrganization } from './organization-directory';

export class OperatedOrganizationResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the organization.', example: 1 })
  id!: number;

  @ApiProperty({ description: 'Its name.', example: 'Garden Tools Ltd' })
  name!: string;

  @ApiProperty({ type: 'integer', description: 'Credits that it can spend now.', example: 1100 })
  balance!: number;

  @ApiProperty({ type: 'integer', description: 'Credits of its allowance, each month; 0: there is none.', example: 0 })
  monthly_allowance!: number;

  @ApiProperty({ type: 'integer', description: 'How many belong to it.', example: 3 })
  member_count!: number;

  @ApiProperty({ format: 'date-time', description: 'When it was made.', example: '2026-11-28T09:30:00.000Z' })
  created_at!: string;
}

export class OperatedOrganizationDetailsResponse extends OperatedOrganizationResponse {
  @ApiProperty({ type: 'integer', description: "Credits of this month's allowance that are used up.", example: 0 })
  monthly_allowance_used!: number;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When the allowance is full again; null without one.',
    example: null,
  })
  monthly_allowance_reset_at!: string | null;

  @ApiProperty({ type: [MemberResponse], description: 'Who belongs to it.' })
  members!: MemberResponse[];
}

export class OperatedOrganizationPageResponse {
  @ApiProperty({ type: [OperatedOrganizationResponse], description: 'Organizations, the newest first.' })
  organizations!: OperatedOrganizationResponse[];

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The `before` of the next page; null: this is the last.',
    example: null,
  })
  next_before!: number | null;
}

export function toOrganizationPage({ rows, nextBefore }: Found<ListedOrganization>): OperatedOrganizationPageResponse {
  return { organizations: rows.map(toOperatedOrganization), next_before: nextBefore };
}

export function toOrganizationDetails(organization: ShownOrganization): OperatedOrganizationDetailsResponse {
  const { credits, members } = organization;
  return Object.assign(toOperatedOrganization(organization), {
    monthly_allowance_used: credits.monthlyAllowanceUsed,
    monthly_allowance_reset_at: isoOrNull(credits.monthlyAllowanceResetAt),
    members: members.map(toMemberResponse),
  });
}

function toOperatedOrganization(organization: ListedOrganization): OperatedOrganizationResponse {
  const { id, name, balance, monthlyAllowance, memberCount, createdAt } = organization;
  return {
    id,
    name,
    balance,
    monthly_allowance: monthlyAllowance,
    member_count: memberCount,
    created_at: iso(createdAt),
  };
}

/** Without what only its organization needs to set it up. */
export class OperatedFeedbackSourceResponse extends OmitType(FeedbackSourceResponse, [
  'topic_arn',
  'confirmation_url',
]) {}

export function toOperatedFeedbackSource(source: FeedbackSource): OperatedFeedbackSourceResponse {
  const { topic_arn: _, confirmation_url: __, ...rest } = toFeedbackSourceResponse(source);
  return rest;
}
