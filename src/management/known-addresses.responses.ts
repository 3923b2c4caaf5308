import { ApiProperty } from '@nestjs/swagger';
import type { Summary } from '../feedback/feedback-summary';
import type { ListedAddress } from '../feedback/known/address-pages';
import { KNOWN_KINDS, type KnownKind } from '../feedback/known/known-kind';

const TIME = '2026-11-28T09:30:00.000Z';

export class ListedAddressResponse {
  @ApiProperty({ description: 'The address.', example: 'jane.doe@example.org' })
  email!: string;

  @ApiProperty({
    type: String,
    enum: [...KNOWN_KINDS, null],
    nullable: true,
    description: 'What follows from its events now; null: nothing any more.',
    example: 'hard_bounce',
  })
  known!: KnownKind | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the newest of what says so happened.',
    example: TIME,
  })
  since!: string | null;
}

export class ListedAddressesResponse {
  @ApiProperty({ type: [ListedAddressResponse], description: 'Addresses, in their own order.' })
  addresses!: ListedAddressResponse[];

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The `after` of the next page; null: this is the last.',
    example: null,
  })
  next_after!: string | null;
}

export class FeedbackSummaryResponse {
  @ApiProperty({ type: 'integer', description: 'How many sources there are.', example: 1 })
  source_count!: number;

  @ApiProperty({ type: 'integer', description: 'Addresses from which mail came back, 10,000 at most.', example: 214 })
  bounced_count!: number;

  @ApiProperty({ description: 'Whether there are more than that.', example: false })
  has_more_bounced!: boolean;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When an event was last told; null: never.',
    example: TIME,
  })
  last_event_at!: string | null;
}

const instant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

export function toListedAddress({ email, known }: ListedAddress): ListedAddressResponse {
  return { email, known: known?.kind ?? null, since: instant(known?.since ?? null) };
}

export function toFeedbackSummary(summary: Summary): FeedbackSummaryResponse {
  return {
    source_count: summary.sourceCount,
    bounced_count: summary.bouncedCount,
    has_more_bounced: summary.hasMoreBounced,
    last_event_at: instant(summary.lastEventAt),
  };
}
