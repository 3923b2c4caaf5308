import { addressColumn, columnNames, noAddressColumn } from './address-column';
import { CsvFault } from './csv-fault';
import { CsvGrammar } from './csv-grammar';
import { isEmail } from './email-column';
import type { ListFormat } from './list-format';
import { MOST_COLUMNS } from './most-columns';
import type { Yielder } from './yielder';
import type { CsvRecord } from './csv-record';

export interface CsvHeader {
  /** The caller's column names, as given but for invisible signs; see `columnNames` for a list without a header. */
  columns: string[];
  /** See `addressColumn`. */
  emailColumn: number;
  grammar: CsvGrammar;
  /** Characters and line ends that the header takes; none when there is no header. */
  length: number;
  lineEnds: number;
}

/** In order of preference, where two read the header equally well. */
export const DELIMITERS = [',', ';', '\t', '|'] as const;
const ADDRESS = /^[^\s@,;|"]+@[^\s@,;|"]+$/;

interface Candidate {
  grammar: CsvGrammar;
  record: CsvRecord;
  emailColumn: number;
  /**
   * 2: the column that is asked for is there; in a list without a header, an address by itself in a cell. 1: a column is there
   * whose name is another spelling of `email`. 0: neither.
   */
  likelihood: 0 | 1 | 2;
}

/**
 * Reads the first row from the start of a text and finds the delimiter: the one under which there is the column that is
 * asked for (else one in another spelling; in a list without a header, a cell with an address) and, among those, the one with the
 * most columns.
 * @param delimiter what a `sep=` line asked for, or null
 * @param isAll no more text can be waited for
 * @returns null when more text is needed for a decision, or there is no header because of an unclosed quote
 * @throws CsvFault `no_email_column`, `too_many_columns`
 */
export async function readHeader(
  text: string,
  delimiter: string | null,
  isAll: boolean,
  yielder: Yielder,
  format: Pick<ListFormat, 'column' | 'hasHeader' | 'otherNames'>,
): Promise<CsvHeader | null> {
  const candidates: Candidate[] = [];
  let isOpen = false;
  for (const each of delimiter === null ? DELIMITERS : [delimiter]) {
    const candidate = await readAs(new CsvGrammar(each), text, yielder, format);
    if (candidate === null) isOpen = true;
    else candidates.push(candidate);
    await yielder.yieldIfDue(text.length);
  }
  // Under a wrong delimiter a quote may seem not to close; what it would read has to wait, lest the choice depend on
  // how much text was at hand.
  if (!isAll && isOpen) return null;

  const [best] = candidates.sort((a, b) => rank(b) - rank(a));
  if (!best) return null;
  const { grammar, record, emailColumn } = best;
  if (emailColumn === -1 && isOpen && record.cells.some(hasQuote)) {
    // Perhaps the name is behind a quote that never closes, where only another delimiter lets it open.
    return null;
  }
  if (record.given > MOST_COLUMNS) throw tooManyColumns(record.given);
  if (emailColumn === -1) throw noAddressColumn('CSV file', record.cells, format);
  const columns = columnNames(record.cells, emailColumn, format.hasHeader);
  if (!format.hasHeader) return { grammar, columns, emailColumn, length: 0, lineEnds: 0 };
  return { grammar, columns, emailColumn, length: record.length, lineEnds: record.lineEnds + 1 };
}

function hasQuote(name: string): boolean {
  return name.includes('"');
}

async function readAs(
  grammar: CsvGrammar,
  text: string,
  yielder: Yielder,
  format: Pick<ListFormat, 'column' | 'hasHeader' | 'otherNames'>,
): Promise<Candidate | null> {
  const record = await grammar.parseFirst(text, yielder);
  if (record === null) return null;
  const emailColumn = addressColumn(record.cells, format);
  return { grammar, record, emailColumn, likelihood: likelihoodOf(record.cells, emailColumn, format) };
}

function likelihoodOf(
  cells: readonly string[],
  emailColumn: number,
  { column, hasHeader }: Pick<ListFormat, 'column' | 'hasHeader'>,
): Candidate['likelihood'] {
  if (!hasHeader) return cells.some((cell) => ADDRESS.test(cell.trim())) ? 2 : 0;
  if (emailColumn === -1) return 0;
  return column !== null || isEmail(cells[emailColumn] ?? '') ? 2 : 1;
}

function rank({ record, likelihood }: Candidate): number {
  return (record.stray === null ? 4e9 : 0) + likelihood * 1e9 + record.given;
}

function tooManyColumns(count: number): CsvFault {
  return new CsvFault(
    'too_many_columns',
    `The header has ${count} columns; ${MOST_COLUMNS} are the most that can be taken. Send the "email" column and those that you need beside it.`,
  );
}
