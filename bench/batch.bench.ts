import { createReadStream, mkdtempSync, openAsBlob, rmSync } from 'node:fs';
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
const LISTS = 200;
const ROWS_OF_A_LIST = 1000;
/** Small lists, against one of as many rows. */
const SMALL_GOAL = 0.5;
const UPLOADS_AT_A_TIME = 8;
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
    for (const name of setUps) figures.push(...(await measureSmall(name, folder)));
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

/** Many small lists at once, beside one list of as many rows: both from the first upload to the last `completed`. */
async function measureSmall(name: SetUpName, folder: string): Promise<Figure[]> {
  const rows = LISTS * ROWS_OF_A_LIST;
  const large = await writeList(join(folder, 'large.csv'), rows, rows);
  const small = await writeList(join(folder, 'small.csv'), ROWS_OF_A_LIST, ROWS_OF_A_LIST);
  const service = await BenchService.start(name);
  try {
    await service.remember(cachedAddresses(Math.ceil(rows / 3)));
    const speedOf = async (work: () => Promise<void>): Promise<number> => {
      const started = performance.now();
      await work();
      return rows / ((performance.now() - started) / 1000);
    };
    const one = await speedOf(async () => {
      await completed(service, (await postFile(service, large.path)).id);
    });
    const many = await speedOf(async () => {
      const ids: number[] = [];
      const lane = async (): Promise<void> => {
        while (ids.length < LISTS) {
          const place = ids.push(0) - 1;
          ids[place] = (await postFile(service, small.path)).id;
        }
      };
      await Promise.all(Array.from({ length: UPLOADS_AT_A_TIME }, lane));
      for (const id of ids) await completed(service, id);
    });
    progress(
      `batch, ${name}, ${LISTS} lists of ${ROWS_OF_A_LIST}: ${whole(many)}/s, one of ${whole(rows)}: ${whole(one)}/s`,
    );
    return [
      {
        what: `${LISTS} lists of ${whole(ROWS_OF_A_LIST)} rows at once, against one of ${whole(rows)}, ${name}`,
        measured: `${whole(many)} rows/s`,
        baseline: `${whole(one)} rows/s`,
        ratio: percent(many / one),
        goal: `≥ ${percent(SMALL_GOAL)}`,
        isMet: many / one >= SMALL_GOAL,
      },
    ];
  } finally {
    await service.stop();
  }
}

async function postFile(service: BenchService, path: string): Promise<{ id: number }> {
  const form = new FormData();
  form.set('name', 'A list');
  form.set('file', await openAsBlob(path), 'list.csv');
  const response = await fetch(`${service.url}/v1/validate/batch`, {
    method: 'POST',
    headers: service.headers,
    body: form,
  });
  if (response.status !== 201) throw new Error(`An upload was answered with ${response.status}.`);
  return (await response.json()) as { id: number };
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
