/** What was wrong with an uploaded file; stable, for tables of error bodies and for tests. */
export type CsvFaultCode =
  | 'empty_file'
  | 'no_email_column'
  | 'no_rows'
  | 'unclosed_quote'
  | 'record_too_long'
  | 'too_many_cells'
  | 'too_few_cells'
  | 'compressed_file'
  | 'binary_file'
  | 'not_unicode';

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

/** @param line where the quote opens */
export function unclosedQuote(line: number): CsvFault {
  return new CsvFault(
    'unclosed_quote',
    `The quote (") that opens on line ${line} is not closed. A quote within a quoted cell is written twice ("").`,
    line,
  );
}
