import { ApiProperty } from '@nestjs/swagger';
import { STATUSES } from '../../engine';
import { writeCursor } from '../results/row-cursor';
import type { RowsPage, SeenRow } from '../results/batch-rows.service';

export class BatchRowResponse {
  @ApiProperty({
    type: 'integer',
    description: 'Its number in the file, from 1, header and blank lines left out.',
    example: 7,
  })
  row!: number;

  @ApiProperty({ description: 'The address as given.', example: 'jane@ok.test' })
  email!: string;

  @ApiProperty({ enum: STATUSES, type: String, nullable: true, description: 'Null: not checked.', example: 'valid' })
  status!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Why it has this status.', example: null })
  sub_status!: string | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Percent, 0 to 100.', example: 97 })
  confidence!: number | null;

  @ApiProperty({ type: Boolean, nullable: true, description: 'A throw-away address.', example: false })
  is_disposable!: boolean | null;

  @ApiProperty({ type: Boolean, nullable: true, description: 'An address of a role, such as `info@`.', example: false })
  is_role_account!: boolean | null;

  @ApiProperty({ type: String, nullable: true, description: 'The address that was likely meant.', example: null })
  did_you_mean!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Who takes its mail, such as `google`; null: none that is known.',
    example: null,
  })
  provider!: string | null;

  @ApiProperty({
    type: [String],
    description:
      'The first 12 cells of the row, for looking at: 200 characters of each, control characters as blanks; those that the row has beyond its columns too. The download has all.',
    example: ['Jane', 'jane@ok.test'],
  })
  cells!: string[];
}

export class BatchRowsResponse {
  @ApiProperty({
    type: [String],
    description: 'The names of the columns that the cells are of. A row may have more cells than the list has columns.',
    example: ['name', 'email'],
  })
  columns!: string[];

  @ApiProperty({ type: [BatchRowResponse], description: 'In the order of the file.' })
  rows!: BatchRowResponse[];

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'The `after` of the next page; null: the end of the list. A page looks at about 50,000 rows at most: it may hold fewer than asked for, or none, and still have a next one.',
    example: null,
  })
  next_after!: string | null;

  @ApiProperty({ type: 'integer', description: 'Rows looked at by now, from the first of the list on.', example: 1000 })
  searched_count!: number;
}

export function toBatchRowsResponse({ columns, rows, next, searched }: RowsPage): BatchRowsResponse {
  return {
    columns,
    rows: rows.map(toRow),
    next_after: next === null ? null : writeCursor(next),
    searched_count: searched,
  };
}

function toRow({ number, address, result, cells }: SeenRow): BatchRowResponse {
  return {
    row: number,
    email: address,
    status: result?.[0] ?? null,
    sub_status: result?.[1] ?? null,
    confidence: result?.[2] ?? null,
    is_disposable: result?.[5] ?? null,
    is_role_account: result?.[7] ?? null,
    did_you_mean: result?.[8] ?? null,
    provider: result?.[10] ?? null,
    cells,
  };
}
