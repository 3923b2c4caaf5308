import { Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { Job, Queue } from 'bull';
import { reason } from '../common/reason';
import { withTimeout } from '../common/with-timeout';
import { QUIT_WITHIN_MS, type BullConnections } from './bull-connections';
import { JobQueue } from './job-queue';
import { jobId, type JobName, type Jobs } from './jobs';
import { RunningJobs } from './running-jobs';

const ANSWER_MS = 2000;

type Handler = (job: Job) => Promise<void>;

/** The queue of the distributed set-up: Bull on Redis, shared by all processes with the same prefix. */
export class BullJobQueue extends JobQueue implements OnApplicationBootstrap {
  private readonly logger = new Logger('Queue');
  private readonly queues: ReadonlyMap<string, Queue>;
  private readonly jobs = new RunningJobs();
  private readonly isUp: Promise<void>;
  private start!: () => void;
  private closing: Promise<void> | null = null;
  readonly stopping = this.jobs.stopping;

  /** @param queues those that `BullModule` made, with our connections */
  constructor(
    private readonly connections: BullConnections,
    queues: readonly Queue[],
  ) {
    super();
    this.isUp = new Promise((resolve) => {
      this.start = resolve;
    });
    this.queues = new Map(queues.map((queue) => [queue.name, queue]));
    for (const queue of queues) this.adapt(queue);
  }

  onApplicationBootstrap(): void {
    this.start();
  }

  async add<Name extends JobName>(name: Name, payload: Jobs[Name]): Promise<void> {
    const options = { jobId: jobId(payload), removeOnComplete: true, removeOnFail: true };
    await this.ask(() => this.queue(name).add(payload, options));
  }

  waiting(name: JobName): Promise<number> {
    return this.ask(() => this.queue(name).getWaitingCount());
  }

  async fault(): Promise<string | null> {
    try {
      // A write: a Redis whose memory is full still answers a PING.
      await this.ask(() => this.connections.write());
      return null;
    } catch (error) {
      return `Redis takes no jobs (${error instanceof Error ? error.message : String(error)}).`;
    }
  }

  close(graceMs: number): Promise<void> {
    this.closing ??= this.closeOnce(graceMs);
    return this.closing;
  }

  private async closeOnce(graceMs: number): Promise<void> {
    const queues = [...this.queues.values()];
    const deadline = Date.now() + graceMs;
    // Without waiting for the jobs that run: these are to see their signal first.
    await withTimeout(QUIT_WITHIN_MS, Promise.all(queues.map((queue) => queue.pause(true, true)))).catch(
      () => undefined,
    );
    await this.jobs.stop(Math.max(deadline - Date.now() - QUIT_WITHIN_MS, 0));
    const disconnect = (): void => {
      this.connections.close();
    };
    // Bull connects once more in the middle of closing, so what it has connected by its end must go, too.
    const closed = Promise.all(queues.map((queue) => queue.close())).then(disconnect, disconnect);
    await withTimeout(QUIT_WITHIN_MS, closed).catch(() => undefined);
    disconnect();
  }

  /** What `BullModule` leaves to us of a queue: when it starts, and that nothing of it ends or holds up the process. */
  private adapt(queue: Queue): void {
    const process = queue.process.bind(queue) as (...args: unknown[]) => Promise<void>;
    Object.assign(queue, {
      // `BullExplorer` calls it while modules still begin, and awaits nothing.
      process: async (...args: [...unknown[], Handler]): Promise<void> => {
        const handler = args.pop() as Handler;
        try {
          await this.isUp;
          await process(...args, (job: Job) => this.jobs.run(() => handler(job)));
        } catch (error) {
          if (this.closing === null) this.logger.error(`This process can't take jobs (${reason(error)}).`);
        }
      },
      // Nobody awaits this one in Bull: it ends the process when Redis goes at the wrong moment.
      setWorkerName: () => Promise.resolve(),
      // That of `BullModule` waits for jobs, and for a Redis that is away, without limit.
      onApplicationShutdown: () => this.close(0),
    });
  }

  /** A question to Redis that is refused at once while it is away: ioredis would keep it for the day of its return. */
  private ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    if (!this.connections.isReady) return Promise.reject(new Error('Redis is not connected'));
    return withTimeout(ANSWER_MS, question());
  }

  private queue(name: JobName): Queue {
    const queue = this.queues.get(name);
    if (queue === undefined) throw new Error(`The queue ${name} is not registered.`);
    return queue;
  }
}
