import { Readable } from 'node:stream';
import { CsvText } from './csv-text';
import { CsvFault } from './csv-fault';
import { decodeText } from './decode-text';
import { DELIMITERS, readHeader, type CsvHeader } from './read-header';
import { RowWriter, type CsvRow } from './row-writer';

export type { CsvRow } from './row-writer';

export interface CsvTable {
  /** The caller's column names, as given. */
  columns: string[];
  /** Index of the column that holds the addresses. */
  emailColumn: number;
  delimiter: string;
  /**
   * The rows in their order, some hundred at a time, blank ones left out. To be iterated once; throws CsvFault, after
   * all rows in front of the fault, or whatever the source throws.
   */
  rows: AsyncGenerator<CsvRow[], void>;
}

/** After so many milliseconds of work the event loop gets a turn. */
const TURN_MS = 8;

/**
 * Reads a CSV file as it comes in, at bounded memory, pulling no more than is asked for: delimiter `,` `;` TAB or `|`
 * found from the header (or named by a `sep=` line), line ends of every kind, UTF-8 or UTF-16. The source is left open
 * on a fault: its owner drains or destroys it.
 * @throws CsvFault when the header cannot be read
 */
export async function readCsv(source: AsyncIterable<Uint8Array>): Promise<CsvTable> {
  const bytes: AsyncIterable<Uint8Array> =
    source instanceof Readable ? source.iterator({ destroyOnReturn: false }) : source;
  const text = new CsvText(decodeText(bytes));
  try {
    const header = await takeHeader(text);
    const { columns, emailColumn, grammar } = header;
    return { columns, emailColumn, delimiter: grammar.delimiter, rows: takeRows(text, header) };
  } catch (error) {
    await text.close();
    throw error;
  }
}

async function takeHeader(text: CsvText): Promise<CsvHeader> {
  await text.skipBlankLines();
  const delimiter = await text.takeSeparatorLine();
  for (;;) {
    await text.skipBlankLines();
    const header = text.isEmpty ? null : readHeader(text.window, delimiter, text.isWidest);
    if (header) {
      text.take(header.length, header.newlines);
      return header;
    }
    if (text.isEmpty && text.isEnded) {
      text.checkEnd();
      throw new CsvFault('empty_file', 'The file is empty: it holds no header row and no addresses.');
    }
    await text.widen(delimiter === null ? DELIMITERS : [delimiter]);
  }
}

async function* takeRows(text: CsvText, { grammar, columns, emailColumn }: CsvHeader): AsyncGenerator<CsvRow[], void> {
  const writer = new RowWriter(columns.length, emailColumn, grammar.delimiter);
  let turnStarted = performance.now();
  let count = 0;
  try {
    while (await text.hasMore()) {
      const parsed = grammar.parse(text.window);
      if (parsed.records.length === 0) {
        await text.widen([grammar.delimiter]);
        continue;
      }
      const { rows, fault } = writer.write(parsed, text.line);
      count += rows.length;
      text.take(parsed.length, parsed.newlines);
      if (rows.length > 0) yield rows;
      if (fault) throw fault;
      if (performance.now() - turnStarted > TURN_MS) {
        await new Promise(setImmediate);
        turnStarted = performance.now();
      }
    }
    if (count === 0) throw new CsvFault('no_rows', 'The file holds a header row and no rows below it.');
  } finally {
    await text.close();
  }
}
