/** What a piece of work took of the processor: other programs of the machine do not count. */
export interface Taken {
  /** Milliseconds of all threads. */
  cpu: number;
  /**
   * The most milliseconds in one turn of the event loop: what every other request waits for. Processor time, or the
   * clock's where that is less: then threads beside the loop (compression, the sweepers of the heap) had their part.
   */
  hold: number;
}

/** The least of some runs: what is more was the garbage of others, or the compiler's. */
const RUNS = 3;

export async function measureTurns(work: () => Promise<void>): Promise<Taken> {
  const least: Taken = { cpu: Infinity, hold: Infinity };
  for (let run = 0; run < RUNS; run += 1) {
    const before = process.cpuUsage();
    await work();
    least.cpu = Math.min(least.cpu, milliseconds(process.cpuUsage(before)));
    least.hold = Math.min(least.hold, await longestTurn(work));
  }
  return least;
}

async function longestTurn(work: () => Promise<void>): Promise<number> {
  let longest = 0;
  let isOver = false;
  let last = { cpu: process.cpuUsage(), clock: performance.now() };
  const look = (): void => {
    const now = { cpu: process.cpuUsage(), clock: performance.now() };
    longest = Math.max(longest, Math.min(milliseconds(now.cpu) - milliseconds(last.cpu), now.clock - last.clock));
    last = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await work();
  isOver = true;
  await new Promise(setImmediate);
  return longest;
}

function milliseconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}
