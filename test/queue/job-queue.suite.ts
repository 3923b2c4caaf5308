import { setTimeout as sleep } from 'node:timers/promises';
import type { JobQueue } from '../../src/queue/job-queue';
import type { Jobs } from '../../src/queue/jobs';
import { eventually } from '../support/eventually';

type Job = Jobs['batch-chunk'];
const NAME = 'batch-chunk';

/** The contract of `JobQueue`, for whichever adapter the factory makes. */
export function describeJobQueue(makeQueue: () => Promise<JobQueue>): void {
  let queue: JobQueue;
  let done: string[];
  let letGo: () => void;
  let gate: Promise<void>;

  beforeEach(async () => {
    queue = await makeQueue();
    done = [];
    gate = new Promise((resolve) => {
      letGo = resolve;
    });
  });

  afterEach(async () => {
    letGo();
    await queue.close(2000);
  });

  const add = (chunkId: number, version = 0): Promise<void> =>
    queue.add(NAME, { chunkId, version, batchId: 1, organizationId: 1 });
  const note = ({ chunkId, version }: Job): Promise<void> => {
    done.push(`${chunkId}:${version}`);
    return Promise.resolve();
  };

  it('delivers jobs in the order in which they came', async () => {
    for (let id = 1; id <= 20; id += 1) await add(id);
    queue.process(NAME, 1, note);
    await eventually('all are done', () => done.length === 20);
    expect(done).toEqual(Array.from({ length: 20 }, (_, index) => `${index + 1}:0`));
  });

  it('delivers to a handler that was there first', async () => {
    queue.process(NAME, 2, note);
    await sleep(50);
    await add(7, 3);
    await eventually('it is done', () => done.length === 1);
    expect(done).toEqual(['7:3']);
  });

  it('takes a job once while it waits, and counts what waits', async () => {
    await add(1);
    await add(1);
    await add(1, 1);
    await add(2);
    expect(await queue.waiting(NAME)).toBe(3);
    queue.process(NAME, 1, note);
    await eventually('all are done', () => done.length === 3);
    await sleep(50);
    expect(done).toEqual(['1:0', '1:1', '2:0']);
    expect(await queue.waiting(NAME)).toBe(0);
  });

  it('takes a job once while it runs, and anew after that', async () => {
    queue.process(NAME, 5, async (job) => {
      await note(job);
      await gate;
    });
    await add(1);
    await eventually('it runs', () => done.length === 1);
    await add(1);
    await sleep(100);
    expect(done).toEqual(['1:0']);
    letGo();
    await eventually('it can be added anew', async () => {
      await add(1);
      return done.length >= 2;
    });
    expect(done.slice(0, 2)).toEqual(['1:0', '1:0']);
  });

  it('runs no more at a time than it may', async () => {
    let running = 0;
    let most = 0;
    queue.process(NAME, 3, async (job) => {
      running += 1;
      most = Math.max(most, running);
      await sleep(10);
      running -= 1;
      await note(job);
    });
    for (let id = 1; id <= 12; id += 1) await add(id);
    await eventually('all are done', () => done.length === 12);
    expect(most).toBe(3);
  });

  it('forgets a job whose handler failed, so that it can be added anew', async () => {
    queue.process(NAME, 1, async (job) => {
      await note(job);
      if (done.length === 1) throw new Error('not today');
    });
    await add(1);
    await eventually('it is done in the end', async () => {
      await add(1);
      return done.length >= 2;
    });
    expect(done.slice(0, 2)).toEqual(['1:0', '1:0']);
  });

  it('tells running jobs to stop when it closes, waits for them, and starts no others', async () => {
    queue.process(NAME, 1, async (job, signal) => {
      done.push(`${job.chunkId} began`);
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => {
          resolve();
        });
      });
      await sleep(50);
      done.push(`${job.chunkId} put down`);
    });
    await add(1);
    await eventually('it runs', () => done.length === 1);
    await add(2);
    await queue.close(5000);
    await sleep(50);
    expect(done).toEqual(['1 began', '1 put down']);
  });

  it('waits no longer than the grace for a job that does not stop', async () => {
    queue.process(NAME, 1, async (job) => {
      await note(job);
      await gate;
    });
    await add(1);
    await eventually('it runs', () => done.length === 1);
    const start = Date.now();
    await queue.close(300);
    expect(Date.now() - start).toBeLessThan(4000);
  });

  it('says that it takes jobs', async () => {
    await eventually('it is ready', async () => (await queue.fault()) === null);
    expect(await queue.fault()).toBeNull();
  });
}
