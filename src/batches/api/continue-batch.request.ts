import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { CONTINUED_ROWS, type ContinuedRows } from '../continuation/batch-continuation.service';

export class ContinueBatchRequest {
  @IsIn(CONTINUED_ROWS, { message: `The rows field must be one of ${CONTINUED_ROWS.join(', ')}.` })
  @ApiPropertyOptional({
    enum: CONTINUED_ROWS,
    default: 'open',
    description: 'Which rows: the `unknown` ones, those that a cancel left `unchecked`, or both (`open`).',
    example: 'unknown',
  })
  rows: ContinuedRows = 'open';
}
