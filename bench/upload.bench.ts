import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setUps, type SetUpName } from '../test/support/set-ups';
import { ScriptedDnsServer } from '../test/world/dns/scripted-dns-server';
import { BenchService } from './support/bench-service';
import { cachedAddresses, writeList, type ListFile } from './support/list-file';
import { LatencyProbe } from './support/latency-probe';
import { printFigures, progress, whole, type Figure } from './support/report';
import { batchState, upload } from './support/upload';

/** Just under the limit of 102400 kB. */
const BYTES = 104_500_000;
const NOTE = 'some words of a note that somebody wrote';
const DISTINCT = 1000;
const SPEED_GOAL = 15;
const MEMORY_GOAL = 300;
const P99_GOAL = 250;
/** How long the work on the batch is watched. */
const WORK_SECONDS = 15;

/** A file of 100 MiB to its 201, and what single validations feel of it, and of the work on it afterwards. */
export async function uploadBench(isQuick: boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'evs-bench-'));
  const dns = new ScriptedDnsServer({ remember: false });
  const { port } = await dns.start();
  const figures: Figure[] = [];
  try {
    const path = join(folder, 'list.csv');
    const sample = await writeList(path, 10_000, DISTINCT, NOTE);
    const list = await writeList(path, Math.floor((BYTES / sample.bytes) * 9_500), DISTINCT, NOTE);
    for (const name of setUps) figures.push(...(await measure(name, list, port, isQuick ? 5 : WORK_SECONDS)));
  } finally {
    await dns.stop();
    rmSync(folder, { recursive: true });
  }
  printFigures('A file of 100 MiB, and single validations meanwhile', figures);
}

async function measure(name: SetUpName, list: ListFile, dnsPort: number, workSeconds: number): Promise<Figure[]> {
  const service = await BenchService.start(name, { DNS_SERVERS: `127.0.0.1:${dnsPort}` });
  try {
    await service.remember(cachedAddresses(DISTINCT));
    const idle = await LatencyProbe.during(service, () => new Promise((resolve) => setTimeout(resolve, 3000)));
    service.process.resetPeakMemory();
    let id = 0;
    let seconds = 0;
    const uploading = await LatencyProbe.during(service, async () => {
      ({ id, seconds } = await upload(service, list.path));
    });
    const peak = service.process.peakMemory();
    const working = await LatencyProbe.during(service, async () => {
      const end = performance.now() + workSeconds * 1000;
      while (performance.now() < end && (await batchState(service, id)).status !== 'completed') {
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    });
    const speed = list.bytes / 1e6 / seconds;
    progress(`upload, ${name}: ${speed.toFixed(1)} MB/s`);
    return [
      {
        what: `${whole(list.bytes / 1e6)} MB, ${whole(list.rows)} rows to the 201, ${name}`,
        measured: `${speed.toFixed(1)} MB/s`,
        goal: `≥ ${SPEED_GOAL} MB/s`,
        isMet: speed >= SPEED_GOAL,
      },
      { what: '  peak RSS', measured: `${whole(peak)} MB`, goal: `< ${MEMORY_GOAL} MB`, isMet: peak < MEMORY_GOAL },
      ...latencies('during the upload', uploading, idle),
      ...latencies('during the work', working, idle),
    ];
  } finally {
    await service.stop();
  }
}

function latencies(when: string, busy: LatencyProbe, idle: LatencyProbe): Figure[] {
  return (['cached', 'uncached'] as const).map((kind) => ({
    what: `  p99 of ${kind} singles ${when}`,
    measured: `${busy.p99(kind).toFixed(0)} ms`,
    baseline: `${idle.p99(kind).toFixed(0)} ms idle`,
    goal: `< ${P99_GOAL} ms`,
    isMet: busy.p99(kind) < P99_GOAL,
  }));
}
