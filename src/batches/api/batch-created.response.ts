import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { BATCH_STATUSES } from '../batch';
import type { UploadedList } from '../intake/batch-upload.service';
import { shownText } from '../results/shown-text';

const NAME_LENGTH = 255;

export class BatchCreatedResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the batch, to ask for its progress and results.', example: 123 })
  id!: number;

  @ApiProperty({ description: 'The name given.', example: 'Newsletter, November' })
  name!: string;

  @ApiProperty({ enum: BATCH_STATUSES, description: 'How far it is.', example: 'pending' })
  status!: string;

  @ApiProperty({ type: 'integer', description: 'Rows of the file, blank lines left out.', example: 1000 })
  total_count!: number;

  @ApiProperty({ enum: ['Batch validation started'], description: 'Always this.', example: 'Batch validation started' })
  message!: 'Batch validation started';

  @ApiPropertyOptional({
    description:
      'The column that the addresses were read from, 255 characters of its name at most; only where the file has names and this one is not `email`.',
    example: 'E-Mail',
  })
  email_column?: string;
}

export function toBatchCreatedResponse({ batch, emailColumn }: UploadedList): BatchCreatedResponse {
  const { id, name, status, totalCount } = batch;
  return {
    id,
    name,
    status,
    total_count: totalCount,
    message: 'Batch validation started',
    ...(emailColumn === null ? {} : { email_column: shownText(emailColumn.trim(), NAME_LENGTH) }),
  };
}
