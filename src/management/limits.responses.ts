import { ApiProperty } from '@nestjs/swagger';
import type { TokenDescription } from '../auth/token-pages';
import type { RateLimitState } from '../rate-limit/rate-limiter';

const count = (description: string, example: number): PropertyDecorator =>
  ApiProperty({ type: 'integer', description, example });

/** Requests a minute, as `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` say it. */
export class RateBudgetResponse {
  @count('Requests a minute: `RateLimit-Limit`.', 60)
  limit!: number;

  @count('Requests that are left in this minute: `RateLimit-Remaining`.', 58)
  remaining!: number;

  @count('Seconds until all are there again: `RateLimit-Reset`; a whole minute where none is used.', 41)
  reset_seconds!: number;
}

export class TokenRateResponse extends RateBudgetResponse {
  @ApiProperty({ description: 'Id of the token.', format: 'uuid', example: '6f0c9a3e-1b1f-4b77-9d0c-0d5a3d9f2c11' })
  token_id!: string;

  @ApiProperty({ description: 'What it is called.', example: 'Newsletter server' })
  name!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Its last four characters; null: not known.',
    example: 'x7Qk',
  })
  hint!: string | null;
}

export class UploadLimitsResponse {
  @count('Largest file, in bytes (`BATCH_MAX_FILE_KB`).', 104_857_600)
  max_file_bytes!: number;

  @count('Most columns of a list.', 1000)
  max_columns!: number;

  @count('Uploads of the organization at a time (`UPLOADS_PER_ORGANIZATION`).', 2)
  at_a_time!: number;

  @count('Uploads of one account at a time, whatever its organizations (`UPLOADS_PER_ACCOUNT`).', 4)
  at_a_time_of_account!: number;
}

export class StorageLimitsResponse {
  @count('Lists that are kept with their rows.', 12)
  lists!: number;

  @count('Of these, the most (`BATCHES_PER_ORGANIZATION`).', 10_000)
  max_lists!: number;

  @count('Lists that are being checked.', 1)
  lists_at_work!: number;

  @count('Bytes of lists that are kept, compressed.', 4_194_304)
  bytes!: number;

  @count('Of these, the most (`STORAGE_MAX_MB_PER_ORGANIZATION`).', 1_073_741_824)
  max_bytes!: number;

  @count('Days that results are kept (`BATCH_RETENTION_DAYS`).', 30)
  kept_days!: number;
}

export class LimitsResponse {
  @ApiProperty({ type: RateBudgetResponse, description: 'Of all tokens of the organization together.' })
  organization_rate!: RateBudgetResponse;

  @ApiProperty({
    type: [TokenRateResponse],
    description: 'Of each of your own tokens that works for the organization, the oldest first.',
  })
  token_rates!: TokenRateResponse[];

  @ApiProperty({ type: UploadLimitsResponse, description: 'Of uploads.' })
  uploads!: UploadLimitsResponse;

  @ApiProperty({ type: StorageLimitsResponse, description: 'Of what is kept.' })
  storage!: StorageLimitsResponse;
}

export function toRateBudgetResponse({ limit, remaining, resetSeconds }: RateLimitState): RateBudgetResponse {
  return { limit, remaining, reset_seconds: resetSeconds };
}

export function toTokenRateResponse({ id, name, hint }: TokenDescription, state: RateLimitState): TokenRateResponse {
  return Object.assign(toRateBudgetResponse(state), { token_id: id, name, hint });
}
