import { ApiProperty, PickType } from '@nestjs/swagger';
import { STATUSES, type Status } from '../engine';
import type { PastCheck } from '../validation/history/check-pages';
import { ActorResponse, toActorResponse } from './ledger.responses';

export class PastCheckResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the entry.', example: 31 })
  id!: number;

  @ApiProperty({ format: 'date-time', description: 'When it was asked.', example: '2026-11-28T09:30:00.000Z' })
  at!: string;

  @ApiProperty({ description: 'The address, as it was typed.', example: 'jane.doe@example.org' })
  email!: string;

  @ApiProperty({ enum: STATUSES, description: 'What was said.', example: 'valid' })
  status!: Status;

  @ApiProperty({ type: String, nullable: true, description: 'Why, or null.', example: null })
  sub_status!: string | null;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100, description: 'The chance, in percent.', example: 97 })
  confidence!: number;

  @ApiProperty({ description: 'Whether it came from the cache.', example: false })
  from_cache!: boolean;

  @ApiProperty({ type: 'integer', description: 'What it cost.', example: 1 })
  credits_used!: number;

  @ApiProperty({ type: ActorResponse, description: 'Who asked.' })
  by!: ActorResponse;
}

export class PastChecksResponse {
  @ApiProperty({ type: [PastCheckResponse], description: 'The newest first; of a search, by address.' })
  checks!: PastCheckResponse[];

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The `before` of the next page; null: this is the last.',
    example: null,
  })
  next_before!: number | null;

  @ApiProperty({ description: 'Whether single checks are kept.', example: true })
  is_kept!: boolean;

  @ApiProperty({ type: 'integer', description: 'For how many days they are kept.', example: 30 })
  days!: number;
}

export class CheckHistoryResponse extends PickType(PastChecksResponse, ['is_kept']) {}

export function toPastCheckResponse({ entry, by }: PastCheck): PastCheckResponse {
  const { id, email, status, subStatus, confidence, fromCache, credits, createdAt } = entry;
  return {
    id,
    at: new Date(createdAt).toISOString(),
    email,
    status,
    sub_status: subStatus,
    confidence,
    from_cache: fromCache === 1,
    credits_used: credits,
    by: toActorResponse(by),
  };
}

export const CHECK_COLUMNS = [
  'date',
  'email',
  'status',
  'sub_status',
  'confidence',
  'from_cache',
  'credits_used',
  'by',
  'token',
];

/** The cells of a check, for `CHECK_COLUMNS`. */
export function toCheckCells({ entry, by }: PastCheck): string[] {
  const { email, status, subStatus, confidence, fromCache, credits, createdAt } = entry;
  return [
    new Date(createdAt).toISOString(),
    email,
    status,
    subStatus ?? '',
    String(confidence),
    String(fromCache === 1),
    String(credits),
    by.email ?? '',
    by.tokenName ?? '',
  ];
}
