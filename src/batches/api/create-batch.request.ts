import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ENCODING_NAMES } from '../intake/list-fields';

/** The multipart form of an upload, for the OpenAPI document; `UploadForm` reads it. */
export class CreateBatchRequest {
  @ApiProperty({ description: 'A name for the batch.', maxLength: 255, example: 'Newsletter, November' })
  name!: string;

  @ApiPropertyOptional({
    description:
      'The column that holds the addresses: its name, or else its number from 1. Left out, it is the one named `email`, else the only one with another spelling of that: `E-Mail`, `mail`, `Email address`. ' +
      'This field and the next three come before the file in the form, which is read as it comes in.',
    example: 'email',
  })
  column?: string;

  @ApiPropertyOptional({
    type: Boolean,
    default: true,
    example: true,
    description:
      'Whether the first row names the columns. Without names, `column` is a number (it may be left out where there is one ' +
      'column only), and the results have a header of their own: `email` for that column, `column_1` and so on for the others.',
  })
  has_header?: boolean;

  @ApiPropertyOptional({
    enum: ENCODING_NAMES,
    default: 'auto',
    example: 'auto',
    description:
      'How the text of a CSV file is encoded; `auto`: UTF-8 or UTF-16, found out. A byte order mark in the file is believed ' +
      'before this. Results are always UTF-8.',
  })
  encoding?: string;

  @ApiPropertyOptional({
    description:
      'Of an Excel workbook, the sheet to read: its name, or else its number from 1. Left out, it is the first that is not hidden.',
    example: '1',
  })
  sheet?: string;

  @ApiProperty({
    type: 'string',
    format: 'binary',
    description:
      'A CSV file whose first row names a column `email` (see `column`), unless the fields above say otherwise; any of `, ; TAB |` between ' +
      'cells, UTF-8 or UTF-16. Or an Excel workbook (.xlsx), told by its bytes. ' +
      'At most 102400 kilobytes, unless the operator set another limit.',
  })
  file!: unknown;
}
