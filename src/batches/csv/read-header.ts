import { columnKey } from './column-key';
import { CsvFault } from './csv-fault';
import { CsvGrammar } from './csv-grammar';
import type { Pace } from './pace';
import type { CsvRecord } from './record-scanner';

export interface CsvHeader {
  /** The caller's column names, as given. */
  columns: string[];
  /** Index of the first column named `email`, in any case; outer white space, quotes and invisible signs aside. */
  emailColumn: number;
  grammar: CsvGrammar;
  /** Characters and line ends that the header takes. */
  length: number;
  lineEnds: number;
}

/** In order of preference, where two read the header equally well. */
export const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Every row of the results is as wide as the header, however short it came. */
export const MOST_COLUMNS = 1000;
const NAMES_SHOWN = 10;
const NAME_LENGTH_SHOWN = 40;
/** Of a name, before what cannot be shown is taken out of it. */
const NAME_LENGTH_READ = 1000;

interface Candidate {
  grammar: CsvGrammar;
  record: CsvRecord;
  emailColumn: number;
}

/**
 * Reads the header from the start of a text and finds the delimiter: the one under which there is an `email` column
 * and, among those, the one with the most columns.
 * @param delimiter what a `sep=` line asked for, or null
 * @param isAll no more text can be waited for
 * @returns null when more text is needed for a decision, or there is no header because of an unclosed quote
 * @throws CsvFault `no_email_column`, `too_many_columns`
 */
export async function readHeader(
  text: string,
  delimiter: string | null,
  isAll: boolean,
  pace: Pace,
): Promise<CsvHeader | null> {
  const candidates: Candidate[] = [];
  let isOpen = false;
  for (const each of delimiter === null ? DELIMITERS : [delimiter]) {
    const candidate = readAs(new CsvGrammar(each), text);
    if (candidate === null) isOpen = true;
    else candidates.push(candidate);
    await pace.rest();
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
  if (emailColumn === -1) throw noEmailColumn(record.cells);
  return { grammar, columns: record.cells, emailColumn, length: record.length, lineEnds: record.lineEnds + 1 };
}

function hasQuote(name: string): boolean {
  return name.includes('"');
}

function readAs(grammar: CsvGrammar, text: string): Candidate | null {
  const record = grammar.parseFirst(text, MOST_COLUMNS);
  if (record === null) return null;
  return { grammar, record, emailColumn: record.cells.findIndex((name) => columnKey(name) === 'email') };
}

function rank({ record, emailColumn }: Candidate): number {
  return (record.stray === null ? 2e9 : 0) + (emailColumn === -1 ? 0 : 1e9) + record.given;
}

function tooManyColumns(count: number): CsvFault {
  return new CsvFault(
    'too_many_columns',
    `The header has ${count} columns; ${MOST_COLUMNS} are the most that can be taken. Send the "email" column and those that you need beside it.`,
  );
}

function noEmailColumn(columns: string[]): CsvFault {
  const shown = columns.slice(0, NAMES_SHOWN).map((column) => {
    const name = Array.from(
      column
        .slice(0, NAME_LENGTH_READ)
        .replace(/[\p{C}\s]+/gu, ' ')
        .trim(),
    );
    return `"${name.length > NAME_LENGTH_SHOWN ? `${name.slice(0, NAME_LENGTH_SHOWN - 1).join('')}…` : name.join('')}"`;
  });
  const more = columns.length > NAMES_SHOWN ? ` and ${columns.length - NAMES_SHOWN} more` : '';
  return new CsvFault(
    'no_email_column',
    `The CSV file must contain an "email" column in its first row. Columns seen: ${shown.join(', ')}${more}.`,
  );
}
