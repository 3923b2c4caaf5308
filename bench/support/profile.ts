import { Session, type Profiler } from 'node:inspector/promises';

export interface HotFunction {
  /** `name file:line` */
  where: string;
  /** Of the time in which something ran. */
  share: number;
}

/** Waiting, the runtime itself, and the profiler's own calls. */
const NOT_OURS = new Set(['(idle)', '(program)', 'dispatch']);

/** Runs the work under the CPU profiler; returns the functions that took most time themselves. */
export async function hottest(count: number, work: () => Promise<void>): Promise<HotFunction[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 200 });
  await session.post('Profiler.start');
  await work();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  return summarise(profile, count);
}

function summarise({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile, count: number): HotFunction[] {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const times = new Map<string, number>();
  for (const [i, id] of samples.entries()) {
    const where = names.get(id) ?? '';
    if (NOT_OURS.has(where)) continue;
    times.set(where, (times.get(where) ?? 0) + (timeDeltas[i] ?? 0));
  }
  const total = [...times.values()].reduce((sum, time) => sum + time, 0);
  return [...times]
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([where, time]) => ({ where, share: time / total }));
}

function nameOf({ functionName, url, lineNumber }: Profiler.Profile['nodes'][number]['callFrame']): string {
  const file = url.replace(/^.*\/(?=src\/|bench\/|node_modules\/)/, '');
  return `${functionName === '' ? '(anonymous)' : functionName}${file === '' ? '' : ` ${file}:${lineNumber + 1}`}`;
}
