import { CsvFault } from './csv-fault';
import { CsvGrammar, type ParsedRecords } from './csv-grammar';

export interface CsvHeader {
  /** The caller's column names, as given. */
  columns: string[];
  /** Index of the first column named `email`, in any case, outer white space aside. */
  emailColumn: number;
  grammar: CsvGrammar;
  /** Characters and line ends that the header takes. */
  length: number;
  newlines: number;
}

/** In order of preference, where two read the header equally well. */
export const DELIMITERS = [',', ';', '\t', '|'] as const;
const NAMES_SHOWN = 10;
const NAME_LENGTH_SHOWN = 40;

interface Candidate {
  grammar: CsvGrammar;
  parsed: ParsedRecords;
  columns: string[];
  emailColumn: number;
}

/**
 * Reads the header from the start of a text and finds the delimiter: the one under which there is an `email` column
 * and, among those, the one with the most columns.
 * @param delimiter what a `sep=` line asked for, or null
 * @param isAll no more text can be waited for
 * @returns null when more text is needed for a decision, or there is no header because of an unclosed quote
 * @throws CsvFault `no_email_column`
 */
export function readHeader(text: string, delimiter: string | null, isAll: boolean): CsvHeader | null {
  const candidates = (delimiter === null ? DELIMITERS : [delimiter]).map((each) => readAs(new CsvGrammar(each), text));
  // Under a wrong delimiter a quote may seem not to close; what it would read has to wait, lest the choice depend on
  // how much text was at hand.
  if (!isAll && candidates.some(({ columns }) => columns.length === 0)) return null;

  const [best] = candidates.filter(({ columns }) => columns.length > 0).sort((a, b) => rank(b) - rank(a));
  if (!best) return null;
  if (best.emailColumn === -1) {
    // Perhaps the name is behind a quote that never closes, where only another delimiter lets it open.
    const hidden = candidates.some(({ columns }) => columns.length === 0) && best.columns.some(hasQuote);
    if (hidden) return null;
    throw noEmailColumn(best.columns);
  }
  const { grammar, columns, emailColumn, parsed } = best;
  return { grammar, columns, emailColumn, length: parsed.length, newlines: parsed.newlines };
}

function hasQuote(name: string): boolean {
  return name.includes('"');
}

function readAs(grammar: CsvGrammar, text: string): Candidate {
  const parsed = grammar.parseFirst(text);
  const columns = parsed.records[0] ?? [];
  return { grammar, parsed, columns, emailColumn: columns.findIndex((name) => name.trim().toLowerCase() === 'email') };
}

function rank({ parsed, columns, emailColumn }: Candidate): number {
  return (parsed.hasStrayQuotes ? 0 : 2e9) + (emailColumn === -1 ? 0 : 1e9) + columns.length;
}

function noEmailColumn(columns: string[]): CsvFault {
  const shown = columns.slice(0, NAMES_SHOWN).map((column) => {
    const name = Array.from(column.replace(/[\p{C}\s]+/gu, ' ').trim());
    return `"${name.length > NAME_LENGTH_SHOWN ? `${name.slice(0, NAME_LENGTH_SHOWN - 1).join('')}…` : name.join('')}"`;
  });
  const more = columns.length > NAMES_SHOWN ? ` and ${columns.length - NAMES_SHOWN} more` : '';
  return new CsvFault(
    'no_email_column',
    `The CSV file must contain an "email" column in its first row. Columns seen: ${shown.join(', ')}${more}.`,
  );
}
