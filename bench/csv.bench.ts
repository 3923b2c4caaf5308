/**
 * Measures the way of an upload through src/batches/csv: 900,000 rows of 6 columns (100 MB), read from a file.
 *
 *     npx swc src bench -d node_modules/.cache/bench && node node_modules/.cache/bench/bench/csv.bench.js [rows]
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AddressSet, packChunks, readCsv } from '../src/batches/csv';

const ROWS = Number(process.argv[2] ?? 900_000);
const MEGABYTE = 1e6;

function* plainLines(): Generator<string> {
  yield 'id,email,first_name,last_name,company,note\n';
  for (let i = 0; i < ROWS; i++) {
    const name = `name${(i * 7919) % 100_003}`;
    yield `${i},${name}.${i}@example-domain-${i % 5000}.com,First${i % 977},Surname${i % 1_999},Company No ${i % 333} Ltd,some words of a note ${i % 50}\n`;
  }
}

function* quotedLines(): Generator<string> {
  for (const line of plainLines()) yield `"${line.trimEnd().replaceAll(',', '";"')}"\r\n`;
}

function* inBlocks(lines: Iterable<string>, encoding: BufferEncoding): Generator<Buffer> {
  let block = encoding === 'utf16le' ? '\ufeff' : '';
  for (const line of lines) {
    block += line;
    if (block.length < 65_536) continue;
    yield Buffer.from(block, encoding);
    block = '';
  }
  yield Buffer.from(block, encoding);
}

async function measure(what: string, path: string, consume: () => Promise<number>): Promise<void> {
  const { size } = await stat(path);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let peak = 0;
  const sampler = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 10);
  delay.enable();
  const start = performance.now();
  const rows = await consume();
  const seconds = (performance.now() - start) / 1000;
  delay.disable();
  clearInterval(sampler);
  console.log(
    `${what.padEnd(34)} ${(size / MEGABYTE / seconds).toFixed(1).padStart(6)} MB/s ${(rows / seconds / 1000).toFixed(0).padStart(5)}k rows/s  ` +
      `peak RSS ${(peak / MEGABYTE).toFixed(0)} MB  longest turn ${(delay.max / 1e6).toFixed(0)} ms (99.9 %: ${(delay.percentile(99.9) / 1e6).toFixed(0)} ms)`,
  );
}

async function readOnly(path: string): Promise<number> {
  let rows = 0;
  for await (const batch of (await readCsv(createReadStream(path))).rows) rows += batch.length;
  return rows;
}

async function readAndPack(path: string): Promise<number> {
  const seen = new AddressSet();
  const { rows: batches } = await readCsv(createReadStream(path));
  let rows = 0;
  for await (const chunk of packChunks(batches, (address) => !seen.addIfNew(address.toLowerCase()))) {
    rows += chunk.rowCount;
  }
  return rows;
}

function addressSet(count: number): void {
  const before = process.memoryUsage().arrayBuffers;
  const set = new AddressSet();
  let worst = 0;
  const start = performance.now();
  for (let i = 0; i < count; i++) {
    const at = performance.now();
    set.addIfNew(`name.surname${i}@example-domain-${i % 5000}.com`);
    worst = Math.max(worst, performance.now() - at);
  }
  const seconds = (performance.now() - start) / 1000;
  const bytes = process.memoryUsage().arrayBuffers - before;
  console.log(
    `AddressSet, ${count / 1e6} M: ${(count / seconds / MEGABYTE).toFixed(1)} M/s, ${(bytes / count).toFixed(1)} bytes each, ` +
      `${count - set.size} taken for repeats, slowest ${worst.toFixed(1)} ms`,
  );
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'csv-bench-'));
  try {
    const files: [string, Iterable<string>, BufferEncoding][] = [
      ['plain, LF, UTF-8', plainLines(), 'utf8'],
      ['all quoted, ; and CRLF, UTF-8', quotedLines(), 'utf8'],
      ['plain, LF, UTF-16LE', plainLines(), 'utf16le'],
    ];
    for (const [what, lines, encoding] of files) {
      const path = join(folder, 'list.csv');
      await pipeline(Readable.from(inBlocks(lines, encoding)), createWriteStream(path));
      await measure(`${what}: read`, path, () => readOnly(path));
      await measure(`${what}: + set, gzip`, path, () => readAndPack(path));
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  addressSet(13_000_000);
}

void main();
