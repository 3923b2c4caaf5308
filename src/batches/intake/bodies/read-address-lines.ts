import { Readable } from 'node:stream';
import { brokenText, CsvFault, encodeRecord, type CsvRow, type CsvTable, type Encoding } from '../csv';
import { visibleName } from '../csv/column-key';
import { decodeText, type TextEnd } from '../csv/decode-text';
import { findEmailColumn } from '../csv/email-column';
import { shownName } from '../csv/shown-name';
import { Yielder } from '../csv/yielder';

const LONGEST_LINE = 1_048_576;
const LINE_END = /\r\n?|\n/;
/** What would be a cell of its own in a CSV list. */
const CELLS = /[,;|\t]/;
const ADDRESS = /^[^\s@"]+@[^\s@"]+$/;

interface Line {
  /** From 1. */
  number: number;
  text: string;
}

/**
 * Reads a text of one address a line as it comes in, as a list of one column. Blank lines are skipped; quotes and delimiters
 * are a part of the line. A line that holds an address beside something else is a fault: it would be called malformed, and is
 * a list of another kind.
 * @param encoding null: found out by the bytes
 * @param hasHeader whether the first line names the column; null: where it reads `email`, in one of the spellings of `findEmailColumn`
 * @throws CsvFault, or what the source throws
 */
export async function readAddressLines(
  source: AsyncIterable<Uint8Array>,
  { encoding, hasHeader }: { encoding: Encoding | null; hasHeader: boolean | null },
): Promise<CsvTable> {
  const bytes = source instanceof Readable ? source.iterator({ destroyOnReturn: false }) : source;
  const lines = readLines(decodeText(bytes, encoding));
  const start = await lines.next();
  const [first, ...ahead] = start.done === true ? [] : start.value;
  if (first === undefined) throw new CsvFault('empty_file', 'The list is empty: it holds no addresses.');
  const isHeader = hasHeader ?? findEmailColumn([first.text]).index === 0;
  return {
    columns: [isHeader ? visibleName(first.text) : 'email'],
    emailColumn: 0,
    delimiter: ',',
    rows: readRows(isHeader ? ahead : [first, ...ahead], lines),
  };
}

async function* readRows(ahead: readonly Line[], lines: AsyncGenerator<Line[], void>): AsyncGenerator<CsvRow[], void> {
  let isEmpty = ahead.length === 0;
  try {
    if (!isEmpty) yield ahead.map(toRow);
    for await (const some of lines) {
      isEmpty = false;
      yield some.map(toRow);
    }
  } finally {
    await lines.return();
  }
  if (isEmpty) throw new CsvFault('no_rows', 'The list holds a header and no addresses below it.');
}

function toRow({ number, text }: Line): CsvRow {
  const address = text.trim();
  if (CELLS.test(address) && address.split(CELLS).some((cell) => ADDRESS.test(cell.trim()))) {
    throw new CsvFault(
      'too_many_cells',
      `Line ${number} holds more than one address: ${shownName(address.slice(0, 80))}. A text/plain list has one a line, and nothing else; send a list with columns as text/csv.`,
      number,
    );
  }
  return { address, line: encodeRecord([text]) };
}

/** The lines that are not blank, those of one piece of text at a time. */
async function* readLines(pieces: AsyncGenerator<string, TextEnd>): AsyncGenerator<Line[], void> {
  const yielder = new Yielder();
  let open = '';
  let number = 1;
  try {
    for (;;) {
      const next = await pieces.next();
      if (next.done === true) {
        if (next.value !== 'complete') throw brokenText(next.value, number);
        if (open.trim() !== '') yield [{ number, text: open }];
        return;
      }
      await yielder.yieldIfDue();
      const texts = (open + next.value).split(LINE_END);
      open = texts.pop() ?? '';
      const lines = texts.map((text, index) => ({ number: number + index, text }));
      number += texts.length;
      if (open.length > LONGEST_LINE) throw tooLong(number);
      const filled = lines.filter(({ text }) => text.trim() !== '');
      if (filled.length > 0) yield filled;
    }
  } finally {
    await pieces.return('complete');
  }
}

function tooLong(line: number): CsvFault {
  return new CsvFault(
    'record_too_long',
    `Line ${line} is longer than 1 MiB. Is this a list with one address a line?`,
    line,
  );
}
