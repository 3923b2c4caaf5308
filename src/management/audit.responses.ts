import { ApiProperty } from '@nestjs/swagger';
import { AUDIT_ACTIONS, type AuditAction } from '../audit/audit-action';
import type { AuditDetails } from '../audit/audit-entry.entity';
import { VIAS, type Via } from '../audit/actor';
import type { AuditLine, AuditPage } from './audit-pages';

export class AuditEntryResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the entry.', example: 31 })
  id!: number;

  @ApiProperty({ enum: AUDIT_ACTIONS, description: 'What was done.', example: 'batch_deletion' })
  action!: AuditAction;

  @ApiProperty({
    enum: VIAS,
    description:
      '`session`: by somebody who was signed in; `token`: by a program; `operator`: by who runs the service.',
    example: 'session',
  })
  via!: Via;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Id of the account that did it, or whose token; null for the operator.',
    example: 2,
  })
  account_id!: number | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Its e-mail address; null: the account is deleted, or it was the operator.',
    example: 'joe@example.org',
  })
  account_email!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The name of the person, or null.', example: 'Joe Doe' })
  account_name!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Id of the token that did it, or null.', example: null })
  token_id!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The name of that token, or null.', example: null })
  token_name!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Id of what it was done to: a batch, an account, an invitation or a token, as the action says; or null.',
    example: '12',
  })
  subject!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Name or address of the member that was removed or whose role changed; else null.',
    example: null,
  })
  member_name!: string | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: { nullable: true },
    description: 'Names, roles and numbers that go with the action. Addresses are masked.',
    example: { name: 'Newsletter, November' },
  })
  details!: AuditDetails;

  @ApiProperty({ format: 'date-time', description: 'When it was done.', example: '2026-11-28T09:30:00.000Z' })
  created_at!: string;
}

export class AuditPageResponse {
  @ApiProperty({ type: [AuditEntryResponse], description: 'Entries, the newest first.' })
  entries!: AuditEntryResponse[];

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The `before` of the next page; null: this is the last.',
    example: null,
  })
  next_before!: number | null;
}

/** As those see it whom it concerns: the operator is nobody of theirs, so that his account is not named. */
export function toAuditPageResponse({ lines, nextBefore }: AuditPage): AuditPageResponse {
  return { entries: lines.map(toAuditEntryResponse), next_before: nextBefore };
}

export function toAuditEntryResponse({ entry, account, tokenName, member }: AuditLine): AuditEntryResponse {
  const isOperator = entry.via === 'operator';
  return {
    id: entry.id,
    action: entry.action,
    via: entry.via,
    account_id: isOperator ? null : entry.accountId,
    account_email: isOperator ? null : (account?.email ?? null),
    account_name: isOperator ? null : (account?.name ?? null),
    token_id: entry.tokenId,
    token_name: tokenName,
    subject: entry.subject,
    member_name: member?.name ?? member?.email ?? null,
    details: entry.details ?? {},
    created_at: new Date(entry.createdAt).toISOString(),
  };
}

export const AUDIT_COLUMNS = ['date', 'action', 'via', 'by', 'name', 'token', 'subject', 'details', 'member'];

/** The cells of an entry, for `AUDIT_COLUMNS`; what else is known of it as JSON. */
export function toAuditCells(line: AuditLine): string[] {
  const entry = toAuditEntryResponse(line);
  return [
    entry.created_at,
    entry.action,
    entry.via,
    entry.account_email ?? '',
    entry.account_name ?? '',
    entry.token_name ?? '',
    entry.subject ?? '',
    Object.keys(entry.details).length === 0 ? '' : JSON.stringify(entry.details),
    entry.member_name ?? '',
  ];
}
