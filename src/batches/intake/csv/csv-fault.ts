/** What was wrong with an uploaded file; stable, for tables of error bodies and for tests. */
export type CsvFaultCode =
  | 'empty_file'
  | 'no_email_column'
  | 'no_rows'
  | 'too_many_columns'
  | 'unclosed_quote'
  | 'stray_quote'
  | 'record_too_long'
  | 'too_many_cells'
  | 'too_few_cells'
  | 'compressed_file'
  | 'binary_file'
  | 'not_unicode'
  | 'unusable_workbook';

/** A file that cannot be taken as it is. The message is one or two sentences for the person who sent it. */
export class CsvFault extends Error {
  override readonly name = 'CsvFault';

  /** @param line the physical line of the file that is meant, from 1; null when the whole file is meant */
  constructor(
    readonly code: CsvFaultCode,
    message: string,
    readonly line: number | null = null,
  ) {
    super(message);
  }
}

/**
 * @param line where the quote opens
 * @param within how far it was looked for, such as `1 MiB`; null when that is the whole file
 */
export function unclosedQuote(line: number, within: string | null): CsvFault {
  const where = within === null ? 'closed' : `closed within ${within}`;
  return new CsvFault(
    'unclosed_quote',
    `The quote (") that opens on line ${line} is not ${where}. A quote within a quoted cell is written twice (""), and behind the one that closes it stands the delimiter or the end of the line.`,
    line,
  );
}

/** @param line where the cell's first quote is; @param takes what the cell took in for its quotes */
export function strayQuote(line: number, takes: 'lines' | 'cells'): CsvFault {
  return takes === 'lines'
    ? new CsvFault(
        'unclosed_quote',
        `The cell whose quote (") opens on line ${line} goes on behind the end of that line, and holds a quote that is not written twice (""). Either it is not closed, or it holds quotes that must be written twice.`,
        line,
      )
    : new CsvFault(
        'stray_quote',
        `The cell whose quote (") opens on line ${line} holds a quote that is not written twice (""), and takes in the cells behind it. Write quotes within a quoted cell twice.`,
        line,
      );
}

/**
 * @param end what stands behind the last of the text
 * @param line where that is
 */
export function brokenText(end: 'binary_file' | 'not_unicode', line: number): CsvFault {
  return end === 'binary_file'
    ? new CsvFault(end, `Line ${line} holds a NUL byte: the file is binary, not CSV text.`, line)
    : new CsvFault(
        end,
        `Line ${line} holds bytes that are neither UTF-8 nor UTF-16. Save the list as "CSV UTF-8" and send that.`,
        line,
      );
}
