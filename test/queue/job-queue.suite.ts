import { OnQueueCompleted, OnQueueFailed, Process, Processor } from '@nestjs/bull';
import type { Provider } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Jobs } from '../../src/queue/jobs';
import { eventually } from '../support/eventually';
import type { QueueService } from '../support/queue-service';

type Job = Jobs['batch-chunk'];
const NAME = 'batch-chunk';

/** The contract of `JobQueue`, for whichever adapter the factory makes. */
export function describeJobQueue(makeQueue: (providers?: Provider[]) => Promise<QueueService>): void {
  let queue: QueueService;
  let done: string[];
  let release: () => void;
  let gate: Promise<void>;

  beforeEach(async () => {
    queue = await makeQueue();
    done = [];
    gate = new Promise((resolve) => {
      release = resolve;
    });
  });

  afterEach(async () => {
    release();
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
    release();
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
    // The job goes on until `release`, which comes after this.
    await expect(queue.close(300)).resolves.toBeUndefined();
    expect(done).toEqual(['1:0']);
  });

  it('runs the method of a @Processor class, and tells it what became of each job', async () => {
    const events: string[] = [];
    @Processor(NAME)
    class Recorder {
      @Process({ concurrency: 1 })
      process({ data }: { data: Job }): Promise<void> {
        events.push(`${data.chunkId} began`);
        return data.chunkId === 2 ? Promise.reject(new Error('not today')) : Promise.resolve();
      }

      @OnQueueCompleted()
      completed({ data }: { data: Job }): void {
        events.push(`${data.chunkId} completed`);
      }

      @OnQueueFailed()
      failed({ data }: { data: Job }, error: Error): void {
        events.push(`${data.chunkId} failed: ${error.message}`);
      }
    }
    const own = await makeQueue([Recorder]);
    for (const chunkId of [1, 2, 3]) await own.add(NAME, { chunkId, version: 0, batchId: 1, organizationId: 1 });
    await eventually('all are told of', () => events.length === 6);
    await own.close(1000);
    expect(events).toEqual(['1 began', '1 completed', '2 began', '2 failed: not today', '3 began', '3 completed']);
  });

  it('says that it takes jobs', async () => {
    await eventually('it is ready', async () => (await queue.fault()) === null);
    expect(await queue.fault()).toBeNull();
  });
}
