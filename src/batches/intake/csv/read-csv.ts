import { Readable } from 'node:stream';
import { CsvFault } from './csv-fault';
import { CsvText } from './csv-text';
import { decodeText } from './decode-text';
import { PLAIN_LIST, type ListFormat } from './list-format';
import { Yielder } from './yielder';
import { DELIMITERS, readHeader, type CsvHeader } from './read-header';
import { RowWriter, type CsvRow } from './row-writer';

export type { CsvRow } from './row-writer';

export interface CsvTable {
  /** The caller's column names, as given but for invisible signs; made up for a list without a header. */
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

/** Characters of rows that are handed on at a time; a single row may have more. */
const HANDFUL = 65_536;

/**
 * Reads a CSV file as it comes in, at bounded memory, pulling no more than is asked for: delimiter `,` `;` TAB or `|`
 * found from the header (or named by a `sep=` line), line ends of every kind, UTF-8 or UTF-16 unless another encoding is
 * named. The source is left open on a fault: its owner drains or destroys it.
 * @throws CsvFault when the header cannot be read
 */
export async function readCsv(source: AsyncIterable<Uint8Array>, format: ListFormat = PLAIN_LIST): Promise<CsvTable> {
  const bytes: AsyncIterable<Uint8Array> =
    source instanceof Readable ? source.iterator({ destroyOnReturn: false }) : source;
  const yielder = new Yielder();
  const text = new CsvText(decodeText(bytes, format.encoding), yielder);
  try {
    const header = await takeHeader(text, yielder, format);
    const { columns, emailColumn, grammar } = header;
    return {
      columns,
      emailColumn,
      delimiter: grammar.delimiter,
      rows: takeRows(text, header, yielder, format),
    };
  } catch (error) {
    await text.close();
    throw error;
  }
}

async function takeHeader(text: CsvText, yielder: Yielder, format: ListFormat): Promise<CsvHeader> {
  await text.skipBlankLines();
  const delimiter = await text.takeSeparatorLine();
  for (;;) {
    await text.skipBlankLines();
    const header = text.isEmpty ? null : await readHeader(text.window, delimiter, text.isWidest, yielder, format);
    if (header) {
      text.take(header.length, header.lineEnds);
      return header;
    }
    if (text.isEmpty && text.isEnded) {
      text.checkEnd();
      throw new CsvFault('empty_file', 'The file is empty: it holds no header row and no addresses.');
    }
    await text.widen(delimiter === null ? DELIMITERS : [delimiter]);
  }
}

async function* takeRows(
  text: CsvText,
  { grammar, columns, emailColumn }: CsvHeader,
  yielder: Yielder,
  { hasHeader, keepsCells }: ListFormat,
): AsyncGenerator<CsvRow[], void> {
  const widest = hasHeader ? 'header' : 'first row';
  const writer = new RowWriter(columns.length, emailColumn, grammar.delimiter, widest, keepsCells);
  let isEmpty = true;
  try {
    while (await text.hasMore()) {
      const { records, length } = await grammar.parse(text.window, columns.length, yielder);
      if (records.length === 0) {
        await text.widen([grammar.delimiter]);
        continue;
      }
      let { line } = text;
      let fault: CsvFault | null = null;
      let rows: CsvRow[] = [];
      let characters = 0;
      await yielder.yieldIfDue();
      for (const record of records) {
        const row = writer.write(record, line);
        line += record.lineEnds + 1;
        if (row instanceof CsvFault) {
          fault = row;
          break;
        }
        if (row === null) continue;
        isEmpty = false;
        rows.push(row);
        characters += row.line.length + (row.surplus?.length ?? 0);
        if (characters < HANDFUL) continue;
        await yielder.yieldIfDue();
        yield rows;
        rows = [];
        characters = 0;
      }
      if (rows.length > 0) yield rows;
      if (fault) throw fault;
      text.take(length, line - text.line);
    }
    if (isEmpty) throw new CsvFault('no_rows', 'The file holds a header row and no rows below it.');
  } finally {
    await text.close();
  }
}
