import { ApiProperty } from '@nestjs/swagger';
import { batchOf } from '../credits/causes';
import type { EntryKind } from '../credits/entry-kind';
import type { LedgerEntry } from '../credits/ledger-pages';
import type { UsageOfDay } from '../credits/usage';

const KINDS: EntryKind[] = ['free', 'grant', 'allowance', 'single', 'hold', 'release', 'transfer'];

export class OrganizationCreditsResponse {
  @ApiProperty({
    type: 'integer',
    description: 'Credits that can be spent now: credits plus what is left of the monthly allowance.',
    example: 99,
  })
  balance!: number;

  @ApiProperty({
    type: 'integer',
    description:
      'Credits that are set aside for batches at work, beside the balance. What a batch does not use comes back when it ends.',
    example: 0,
  })
  held!: number;

  @ApiProperty({ type: 'integer', description: 'Credits of the allowance, each month; 0: there is none.', example: 0 })
  monthly_allowance!: number;

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

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The page warns while fewer credits are left; null: it does not.',
    example: 500,
  })
  warn_below!: number | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'How to get more credits, as the operator says it, or null.',
    example: 'Write to the billing desk.',
  })
  help_text!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Where to get more credits, or null.',
    example: 'https://billing.example.org/credits',
  })
  help_url!: string | null;

  @ApiProperty({
    description:
      'For how many hours the same address is free to ask for again after a clear answer (`CACHE_TTL_HOURS`; after `unknown` 15 minutes at most); 0: not at all.',
    example: 24,
  })
  cache_hours!: number;
}

export class LedgerEntryResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the movement.', example: 7 })
  id!: number;

  @ApiProperty({ type: 'integer', description: 'Credits that came, or went (negative).', example: -1 })
  amount!: number;

  @ApiProperty({
    enum: KINDS,
    description:
      '`free`: the first credits; `grant`: given by the operator; `allowance`: set or filled again; `single`: an address was checked; `hold` and `release`: what a batch can cost at most, and what it did not use; `transfer`: moved from or to another organization.',
    example: 'single',
  })
  kind!: EntryKind;

  @ApiProperty({ type: String, nullable: true, description: "The operator's reason, or null.", example: null })
  reason!: string | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'The batch that moved them, or null.', example: null })
  batch_id!: number | null;

  @ApiProperty({ format: 'date-time', description: 'When they moved.', example: '2026-11-28T09:30:00.000Z' })
  created_at!: string;
}

export class LedgerPageResponse {
  @ApiProperty({ type: [LedgerEntryResponse], description: 'Movements, the newest first.' })
  entries!: LedgerEntryResponse[];

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The `before` of the next page; null: this is the last.',
    example: null,
  })
  next_before!: number | null;
}

export class UsageOfDayResponse {
  @ApiProperty({ format: 'date', description: 'The day, UTC.', example: '2026-11-28' })
  date!: string;

  @ApiProperty({ type: 'integer', description: 'Answers that were `valid`.', example: 20 })
  valid!: number;

  @ApiProperty({ type: 'integer', description: 'Answers that were `catch_all`.', example: 2 })
  catch_all!: number;

  @ApiProperty({ type: 'integer', description: 'Answers that were `risky`, without `catch_all`.', example: 1 })
  risky!: number;

  @ApiProperty({ type: 'integer', description: 'Answers that were `invalid`.', example: 3 })
  invalid!: number;

  @ApiProperty({ type: 'integer', description: 'Answers that were `unknown`.', example: 1 })
  unknown!: number;

  @ApiProperty({ type: 'integer', description: 'Credits that they cost.', example: 26 })
  credits!: number;
}

export class UsageResponse {
  @ApiProperty({ type: [UsageOfDayResponse], description: 'Each of the days, the oldest first, today last.' })
  days!: UsageOfDayResponse[];
}

export function toLedgerEntryResponse({
  id,
  amount,
  kind,
  reason,
  cause,
  createdAt,
}: LedgerEntry): LedgerEntryResponse {
  return {
    id,
    amount,
    kind,
    reason,
    batch_id: batchOf(cause),
    created_at: new Date(createdAt).toISOString(),
  };
}

export function toUsageOfDayResponse({ date, catchAll, ...counts }: UsageOfDay): UsageOfDayResponse {
  return { date, catch_all: catchAll, ...counts };
}
