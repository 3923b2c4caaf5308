import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import csvParser from 'csv-parser';
import { setUps, type SetUpName } from '../test/support/set-ups';
import { BenchService } from './support/bench-service';
import { cachedAddresses, writeList, type ListFile } from './support/list-file';
import { percent, printFigures, progress, whole, type Figure } from './support/report';
import { completed, upload } from './support/upload';

const ROWS = 100_000;
const MANY_ROWS = 1_000_000;
/** Rows a second from the upload's first byte to `completed`. */
const SPEED_GOAL = 20_000;
const MEMORY_GOALS = new Map([
  [ROWS, 300],
  [MANY_ROWS, 350],
]);

/**
 * Batches that need no network: a third of the rows malformed, a third cached, a third repeats. From the first byte of
 * the upload to `completed`, beside what csv-parser alone takes to read the file.
 */
export async function batchBench(isQuick: boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'evs-bench-'));
  const figures: Figure[] = [];
  try {
    for (const rows of isQuick ? [ROWS] : [ROWS, MANY_ROWS]) {
      const list = await writeList(join(folder, 'list.csv'), rows, rows);
      const parserSpeed = rows / (await parseAlone(list.path));
      for (const name of setUps) figures.push(...(await measure(name, list, parserSpeed)));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  printFigures('A batch that needs no network, against csv-parser alone over the same file', figures);
}

async function measure(name: SetUpName, list: ListFile, parserSpeed: number): Promise<Figure[]> {
  const service = await BenchService.start(name);
  try {
    await service.remember(cachedAddresses(Math.ceil(list.rows / 3)));
    service.process.resetPeakMemory();
    const cpuBefore = service.process.cpuSeconds();
    const started = performance.now();
    const { id, seconds: uploadSeconds } = await upload(service, list.path);
    const state = await completed(service, id);
    const speed = list.rows / ((performance.now() - started) / 1000);
    const cpu = service.process.cpuSeconds() - cpuBefore;
    const peak = service.process.peakMemory();
    if (state.processed_count !== list.rows || state.invalid_count !== Math.ceil(list.rows / 3)) {
      throw new Error(`The batch came out wrong: ${JSON.stringify(state)}`);
    }
    progress(`batch, ${name}, ${whole(list.rows)} rows: ${whole(speed)}/s, upload ${uploadSeconds.toFixed(1)} s`);
    const memoryGoal = MEMORY_GOALS.get(list.rows) ?? Infinity;
    return [
      {
        what: `${whole(list.rows)} rows, ${name}`,
        measured: `${whole(speed)} rows/s`,
        baseline: `${whole(parserSpeed)} rows/s`,
        ratio: percent(speed / parserSpeed),
        goal: `≥ ${whole(SPEED_GOAL)} rows/s`,
        isMet: speed >= SPEED_GOAL,
      },
      { what: '  rows a second of processor time', measured: `${whole(list.rows / cpu)} rows/s` },
      {
        what: '  peak RSS',
        measured: `${whole(peak)} MB`,
        goal: `< ${whole(memoryGoal)} MB`,
        isMet: peak < memoryGoal,
      },
    ];
  } finally {
    await service.stop();
  }
}

/** Seconds. */
async function parseAlone(path: string): Promise<number> {
  const started = performance.now();
  let rows = 0;
  for await (const row of createReadStream(path).pipe(csvParser()) as AsyncIterable<{ email: string }>) {
    if (row.email !== '') rows += 1;
  }
  if (rows === 0) throw new Error('csv-parser read no rows.');
  return (performance.now() - started) / 1000;
}
