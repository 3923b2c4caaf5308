import { once } from 'node:events';
import type { Transform } from 'node:stream';
import csvParser from 'csv-parser';
import { STATUSES, type ConfidenceTable } from '../../../engine';
import { OUTCOMES } from '../answered-verdict.entity';
import { OutcomeCounts } from './outcome-counts';

const COLUMNS = ['status', 'sub_status', 'confidence', 'outcome', 'given_at'] as const;
const HEADER = COLUMNS.join(',');
/** Over ten times the longest row of `Pairs`. Without a limit an unclosed quotation mark reads the rest of the file into memory. */
const MAX_ROW_BYTES = 1024;

/** Cells beyond the columns are named `_5`, `_6` …; a blank line has none. */
type Row = Partial<Record<string, string>>;

export interface ReadPairs {
  counts: OutcomeCounts;
  used: number;
  /** Made of earlier feedback: they say nothing of how well addresses are judged. */
  ofFeedback: number;
  /** Of a confidence that the table does not answer: given under another one. */
  ofOtherTables: number;
}

/** Counts the pairs of files as `Pairs` writes them. */
export class PairsReader {
  readonly read: ReadPairs = { counts: new OutcomeCounts(), used: 0, ofFeedback: 0, ofOtherTables: 0 };
  private readonly answered: ReadonlySet<string>;

  constructor(table: ConfidenceTable) {
    this.answered = new Set(table.rows.map((row) => `${row.status},${row.subStatus ?? ''},${row.confidence}`));
  }

  /**
   * Reads one file, a chunk at a time.
   * @throws Error whose message is a sentence that says where the file is at fault and why
   */
  async add(name: string, source: AsyncIterable<Uint8Array | string> | Iterable<string>): Promise<void> {
    let rows: Row[] = [];
    // We read the header ourselves: csv-parser guesses the line ending from it, wrongly where a chunk ends between CR and LF.
    const parser = csvParser({ headers: COLUMNS, maxRowBytes: MAX_ROW_BYTES })
      .on('data', (row: Row) => rows.push(row))
      // `write` reports it too.
      .on('error', () => undefined);
    // A row that spans lines is refused, so each row is one line.
    let line = 0;
    const addRows = (): void => {
      for (const row of rows) {
        line += 1;
        if (line > 1) this.addRow(row, `${name}, line ${line}`);
        else if (!isHeader(row)) throw notPairs(name);
      }
      rows = [];
    };

    for await (const chunk of source) {
      const isSound = await write(parser, chunk);
      addRows();
      if (!isSound) throw line === 0 ? notPairs(name) : notAPair(`${name}, line ${line + 1}`);
    }
    parser.end();
    await once(parser, 'end');
    addRows();
    if (line === 0) throw new Error(`${name} is empty.`);
  }

  private addRow(row: Row, place: string): void {
    const cells = Object.values(row);
    if (cells.length === 0) return;
    const { sub_status: reason = '', confidence: percent = '' } = row;
    const status = STATUSES.find((one) => one === row['status']);
    const outcome = OUTCOMES.find((one) => one === row['outcome']);
    const isWhole = cells.length === COLUMNS.length && !cells.some((cell) => cell?.includes('\n'));
    if (status === undefined || outcome === undefined || !isWhole || !/^\d{1,3}$/.test(percent)) throw notAPair(place);
    if (reason.startsWith('known_')) this.read.ofFeedback += 1;
    else if (!this.answered.has(`${status},${reason},${Number(percent)}`)) this.read.ofOtherTables += 1;
    else {
      this.read.used += 1;
      const subStatus = reason === '' ? null : (reason as never);
      this.read.counts.add({ status, subStatus, confidence: Number(percent) }, outcome);
    }
  }
}

/** Resolves once the rows that end in this chunk have been emitted; to false when a row is too long. */
function write(parser: Transform, chunk: Uint8Array | string): Promise<boolean> {
  return new Promise((resolve) =>
    parser.write(chunk, (error) => {
      resolve(!error);
    }),
  );
}

function isHeader(row: Row): boolean {
  return (
    Object.values(row)
      .join(',')
      .replace(/^\ufeff/, '') === HEADER
  );
}

function notPairs(name: string): Error {
  return new Error(`${name} is no file of pairs: its first line must be "${HEADER}".`);
}

function notAPair(place: string): Error {
  return new Error(`${place}: it must be a status, a reason or nothing, a percentage, an outcome and a time.`);
}
