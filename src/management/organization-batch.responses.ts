import { ApiProperty } from '@nestjs/swagger';
import { BatchResponse, toBatchResponse } from '../batches/api/batch.response';
import { retentionDays, setAside, type BatchSummary } from '../batches/batch';
import type { AppConfig } from '../config/app-config';
import type { ActorName } from '../credits/actor-names';
import { ActorResponse, toActorResponse } from './ledger.responses';

const DAY_MS = 86_400_000;

type Retention = Pick<AppConfig, 'BATCH_RETENTION_DAYS'>;

/** A batch as people see it: with what the page tells beside the specification's resource. */
export class OrganizationBatchResponse extends BatchResponse {
  @ApiProperty({ description: 'Whether it was sent with a test token.', example: false })
  test!: boolean;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'Rows that are `catch_all`, which `risky_count` holds too; null for a batch from before they were counted.',
    example: 8,
  })
  catch_all_count!: number | null;

  @ApiProperty({
    type: 'integer',
    description:
      'Credits set aside for it and not charged yet: what it can still cost. What it does not use comes back at its end; 0 ' +
      'once it has ended.',
    example: 770,
  })
  credits_held!: number;

  @ApiProperty({
    type: ActorResponse,
    nullable: true,
    description: 'Who sent it, or by which token; null: from before this was noted.',
  })
  by!: ActorResponse | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Until when the results are kept (ISO 8601, UTC); null as long as the batch has not ended.',
    example: '2026-12-28T09:31:00.000Z',
  })
  results_until!: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the results were deleted (ISO 8601, UTC), or null. The counts stay.',
    example: null,
  })
  results_deleted_at!: string | null;
}

export class OrganizationBatchListResponse {
  @ApiProperty({ type: [OrganizationBatchResponse], description: 'Batches, the newest first.' })
  batches!: OrganizationBatchResponse[];

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The `before` of the next page; null: this is the last.',
    example: null,
  })
  next_before!: number | null;
}

/** @param sender as members know them */
export function toOrganizationBatchResponse(
  batch: BatchSummary,
  sender: ActorName,
  config: Retention,
): OrganizationBatchResponse {
  const { completedAt, purgedAt } = batch;
  const until = completedAt === null ? null : completedAt + retentionDays(batch, config.BATCH_RETENTION_DAYS) * DAY_MS;
  return Object.assign(toBatchResponse(batch), {
    test: batch.isTest === 1,
    catch_all_count: batch.catchAllCount,
    credits_held: setAside(batch),
    by: sender.accountId === null ? null : toActorResponse(sender),
    results_until: isoOrNull(until),
    results_deleted_at: isoOrNull(purgedAt),
  });
}

function isoOrNull(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}
