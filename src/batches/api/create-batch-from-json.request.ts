import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { MOST_EMAILS } from '../intake/bodies/read-json-list';

/** An upload as JSON, for the OpenAPI document; `readJsonList` reads it. */
export class CreateBatchFromJsonRequest {
  @ApiPropertyOptional({
    description: 'A name for the batch; left out, it is named after the time.',
    maxLength: 255,
    example: 'Newsletter, November',
  })
  name?: string;

  @ApiProperty({
    description: 'The addresses, one a row of the results. What is no address is a row too, and free.',
    type: [String],
    minItems: 1,
    maxItems: MOST_EMAILS,
    example: ['ann@example.com', 'bob@example.com'],
  })
  emails!: string[];
}
