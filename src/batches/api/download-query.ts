import { Transform } from 'class-transformer';
import { IsIn, IsOptional } from 'class-validator';
import { OtherNamesAllowed } from '../../common/known-names';
import { FlagField } from '../../common/url-fields.decorators';
import { COLUMN_CHOICES, type ColumnChoice, type ResultsCsvOptions, type RowStatus } from '../intake/csv';
import { RESULTS_FORMATS, type ResultsFormat } from '../results/results-files.service';
import { ROW_STATUSES } from './batch-rows-query';

/** Which rows of a download, and how they are written. */
export class DownloadQuery {
  /** Rows of these statuses only, with commas between them, or the parameter more than once; left out: all. */
  @IsIn(ROW_STATUSES, { each: true, message: `The status filter takes ${ROW_STATUSES.join(', ')}.` })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => [value].flat().flatMap((part) => String(part).split(',').map(trim)))
  status?: RowStatus[];

  /** Whether a CSV file starts with a byte order mark. */
  @FlagField('bom')
  bom = false;

  /** What stands in a row: see `ColumnChoice`. */
  @IsIn(COLUMN_CHOICES, { message: `The columns parameter is one of ${COLUMN_CHOICES.join(', ')}.` })
  columns: ColumnChoice = 'all';
}

/** A download of one file. */
@OtherNamesAllowed()
export class FileQuery extends DownloadQuery {
  @IsIn(RESULTS_FORMATS, { message: `The format parameter is one of ${RESULTS_FORMATS.join(', ')}.` })
  format: ResultsFormat = 'csv';
}

const trim = (text: string): string => text.trim();

export function toResultsCsvOptions({ status, bom, columns }: DownloadQuery): ResultsCsvOptions {
  return { ...(status === undefined ? {} : { statuses: new Set(status) }), byteOrderMark: bom, columns };
}
