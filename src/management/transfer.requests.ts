import { ApiProperty } from '@nestjs/swagger';
import { IsInt, IsOptional, Max, Min } from 'class-validator';

const MOST_CREDITS = 1_000_000_000_000;
const TO_FAULT = 'The to_organization_id field must be the id of an organization of yours.';
const AMOUNT_FAULT = 'The amount field must be a whole number of credits, at least 1.';
const WARN_FAULT = 'The warn_below field must be a whole number of credits, at least 1, or null.';

/** Credits of one organization that go to another one of the same owner. */
export class TransferRequest {
  @Min(1, { message: TO_FAULT })
  @Max(2_147_483_647, { message: TO_FAULT })
  @IsInt({ message: TO_FAULT })
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Which of your organizations gets them.', example: 2 })
  to_organization_id!: number;

  @Max(MOST_CREDITS, { message: AMOUNT_FAULT })
  @Min(1, { message: AMOUNT_FAULT })
  @IsInt({ message: AMOUNT_FAULT })
  @ApiProperty({ type: 'integer', minimum: 1, maximum: MOST_CREDITS, description: 'How many.', example: 500 })
  amount!: number;
}

export class CreditWarningRequest {
  @IsOptional()
  @Max(MOST_CREDITS, { message: WARN_FAULT })
  @Min(1, { message: WARN_FAULT })
  @IsInt({ message: WARN_FAULT })
  @ApiProperty({
    type: 'integer',
    required: false,
    nullable: true,
    minimum: 1,
    maximum: MOST_CREDITS,
    description: 'The page warns while fewer credits are left; null or left out: it does not.',
    example: 500,
  })
  warn_below?: number | null;
}
