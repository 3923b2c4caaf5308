import { ApiProperty } from '@nestjs/swagger';

/** The multipart form of an upload, for the OpenAPI document; `UploadForm` reads it. */
export class CreateBatchRequest {
  @ApiProperty({ description: 'A name for the batch.', maxLength: 255, example: 'Newsletter, November' })
  name!: string;

  @ApiProperty({
    type: 'string',
    format: 'binary',
    description:
      'A CSV file whose first row names a column `email`; any of `, ; TAB |` between cells, UTF-8 or UTF-16. ' +
      'At most 102400 kilobytes, unless the operator set another limit.',
  })
  file!: unknown;
}
