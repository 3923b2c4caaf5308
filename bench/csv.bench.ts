import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import csvParser from 'csv-parser';
import { readCsv } from '../src/batches/intake/csv';
import { readByCsvParser } from './support/read-by-csv-parser';
import { percent, printFigures, progress, type Figure } from './support/report';
import { median } from './support/statistics';
import { measureTurns } from './support/turn-meter';

const ROWS = 300_000;
/** Of each reader, in turn with the others; the first is left out, as it compiles. */
const ROUNDS = 6;
const LONG = 1_000_000;

interface Kind {
  what: string;
  delimiter: string;
  lines: Iterable<string>;
}

/** What each way of reading CSV takes of the processor: csv-parser alone, our scanner, and our scanner in front of csv-parser. */
export async function csvBench(isQuick: boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'evs-bench-'));
  const rows = isQuick ? ROWS / 10 : ROWS;
  const figures: Figure[] = [];
  try {
    for (const kind of [
      { what: '6 columns, LF', delimiter: ',', lines: wideLines(rows) },
      { what: '6 columns, all quoted, CRLF', delimiter: ';', lines: quotedLines(rows) },
      { what: '1 column, LF', delimiter: ',', lines: narrowLines(rows * 3) },
    ]) {
      figures.push(...(await compare(kind, join(folder, 'list.csv'))));
    }
    figures.push(await longRecord());
  } finally {
    rmSync(folder, { recursive: true });
  }
  printFigures('CSV read by csv-parser and by our scanner: megabytes a second of processor time', figures);
}

async function compare({ what, delimiter, lines }: Kind, path: string): Promise<Figure[]> {
  await pipeline(Readable.from(inBlocks(lines)), createWriteStream(path));
  const readers = new Map<string, (path: string) => Promise<number>>([
    ['csv-parser alone', (file) => readAlone(file, delimiter)],
    ['our scanner splits', readOurs],
    ['our scanner, then csv-parser', (file) => readByCsvParser(createReadStream(file), delimiter)],
  ]);
  const taken = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const counts = new Set<number>();
    for (const [name, read] of readers) {
      const before = process.cpuUsage();
      counts.add(await read(path));
      const { user, system } = process.cpuUsage(before);
      if (round > 0) taken.set(name, [...(taken.get(name) ?? []), (user + system) / 1e6]);
    }
    if (counts.size !== 1) throw new Error(`The readers found different numbers of rows: ${[...counts].join(', ')}.`);
  }
  progress(`csv, ${what}: done`);
  const alone = median(taken.get('csv-parser alone') ?? []);
  const megabytes = statSync(path).size / 1e6;
  return [...taken].map(([name, seconds]) => ({
    what: `${what}: ${name}`,
    measured: `${(megabytes / median(seconds)).toFixed(1)} MB/s`,
    baseline: `${(megabytes / alone).toFixed(1)} MB/s`,
    ratio: percent(alone / median(seconds)),
  }));
}

/** The rows below the header. */
async function readAlone(path: string, separator: string): Promise<number> {
  let rows = -1;
  const parsed = createReadStream(path).pipe(csvParser({ separator, headers: false })) as AsyncIterable<object>;
  for await (const row of parsed) rows += Number(0 in row);
  return rows;
}

async function readOurs(path: string): Promise<number> {
  let rows = 0;
  for await (const some of (await readCsv(createReadStream(path))).rows) rows += some.length;
  return rows;
}

/** The longest record there is, of characters of three bytes: csv-parser reads it in one turn of the event loop. */
async function longRecord(): Promise<Figure> {
  const bytes = Buffer.from(`a@b.co,${'日'.repeat(LONG)}\n`);
  const { hold } = await measureTurns(async () => {
    const parser = csvParser({ headers: false }).resume();
    await new Promise(setImmediate);
    await new Promise<unknown>((resolve) => parser.write(Buffer.from(bytes), resolve));
    await new Promise(setImmediate);
  });
  return {
    what: 'one record of 1 M characters of 3 bytes, in csv-parser alone: its turn',
    measured: `${hold.toFixed(0)} ms`,
  };
}

function* wideLines(rows: number): Generator<string> {
  yield 'id,email,first_name,last_name,company,note\n';
  for (let i = 0; i < rows; i++) {
    yield `${i},${addressOf(i)},First${i % 977},Surname${i % 1_999},Company No ${i % 333} Ltd,some words of a note ${i % 50}\n`;
  }
}

function* quotedLines(rows: number): Generator<string> {
  for (const line of wideLines(rows)) yield `"${line.trimEnd().replaceAll(',', '";"')}"\r\n`;
}

function* narrowLines(rows: number): Generator<string> {
  yield 'email\n';
  for (let i = 0; i < rows; i++) yield `${addressOf(i)}\n`;
}

function addressOf(row: number): string {
  return `name${(row * 7919) % 100_003}.${row}@example-domain-${row % 5000}.com`;
}

function* inBlocks(lines: Iterable<string>): Generator<string> {
  let block = '';
  for (const line of lines) {
    block += line;
    if (block.length < 65_536) continue;
    yield block;
    block = '';
  }
  yield block;
}
