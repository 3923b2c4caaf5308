import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';

const MOST_DAYS = 365;
const DAYS = 30;
const FAULT = `The days field must be a whole number from 1 to ${MOST_DAYS}.`;

export class SummaryLinkRequest {
  @Max(MOST_DAYS, { message: FAULT })
  @Min(1, { message: FAULT })
  @IsInt({ message: FAULT })
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MOST_DAYS,
    default: DAYS,
    description: 'How many days it works.',
    example: DAYS,
  })
  days: number = DAYS;
}
