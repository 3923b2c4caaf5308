import { Logger, type OnModuleInit } from '@nestjs/common';
import Bull from 'bull';
import Redis from 'ioredis';
import { reason } from '../common/reason';
import { firstWord } from '../common/shared-redis';
import { within } from '../common/within';
import { JobQueue, type JobHandler } from './job-queue';
import { jobId, type JobName, type Jobs } from './jobs';
import { RunningJobs } from './running-jobs';

const ANSWER_MS = 2000;
const MAX_RECONNECT_DELAY_MS = 1000;
/** Longer than the 5 s for which a worker's blocking call may be silent. */
const SILENCE_MS = 15_000;
/** Of the grace, for telling Redis that the last jobs are done. */
const FAREWELL_MS = 1000;
const RESTART_MS = 1000;

/** The queue of the distributed set-up: Bull on Redis, shared by all processes with the same prefix. */
export class BullQueue extends JobQueue implements OnModuleInit {
  private readonly logger = new Logger('Queue');
  private readonly queues = new Map<JobName, Bull.Queue>();
  /** Null: shared by all queues; the others block or subscribe for one. */
  private readonly connections = new Map<Redis, JobName | null>();
  private readonly client: Redis;
  private readonly jobs = new RunningJobs();
  private closing: Promise<void> | null = null;

  constructor(
    private readonly url: string,
    private readonly prefix: string,
  ) {
    super();
    this.client = this.connect(null);
    this.reportOutages();
  }

  /** What works on jobs begins after this, and finds Redis connected, or away for good reason. */
  onModuleInit(): Promise<void> {
    return firstWord(this.client);
  }

  async add<Name extends JobName>(name: Name, payload: Jobs[Name]): Promise<void> {
    const options = { jobId: jobId(payload), removeOnComplete: true, removeOnFail: true };
    await this.ask(() => this.queue(name).add(payload, options));
  }

  process<Name extends JobName>(name: Name, concurrency: number, handler: JobHandler<Name>): void {
    const start = (): void => {
      const queue = this.queue(name) as Bull.Queue<Jobs[Name]>;
      queue
        .process(concurrency, ({ data }) => this.jobs.run(handler, data))
        .catch((error: unknown) => {
          if (this.closing !== null) return;
          this.logger.error(`This process can't take jobs (${reason(error)}). Trying again.`);
          // Bull remembers a start that failed for good: only a new queue can try once more.
          this.forget(name);
          setTimeout(() => {
            if (this.closing === null) start();
          }, RESTART_MS);
        });
    };
    if (this.client.status === 'ready') start();
    else this.client.once('ready', start);
  }

  waiting(name: JobName): Promise<number> {
    return this.ask(() => this.queue(name).getWaitingCount());
  }

  async fault(): Promise<string | null> {
    try {
      // A write: a Redis whose memory is full still answers a PING.
      await this.ask(() => this.client.set(`${this.prefix}:writable`, '1', 'EX', 60));
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
    await within(FAREWELL_MS, Promise.all(queues.map((queue) => queue.pause(true, true)))).catch(() => undefined);
    await this.jobs.stop(Math.max(deadline - Date.now() - FAREWELL_MS, 0));
    const disconnect = (): void => {
      [...this.connections.keys()].forEach(letGo);
    };
    // Bull connects once more in the middle of closing, so what it has connected by its end must go, too.
    const closed = Promise.all(queues.map((queue) => queue.close())).then(disconnect, disconnect);
    await within(FAREWELL_MS, closed).catch(() => undefined);
    disconnect();
  }

  /** A question to Redis that is refused at once while it is away: ioredis would keep it for the day of its return. */
  private ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    if (this.client.status !== 'ready') return Promise.reject(new Error('Redis is not connected'));
    return within(ANSWER_MS, question());
  }

  private queue(name: JobName): Bull.Queue {
    let queue = this.queues.get(name);
    if (queue === undefined) {
      queue = new Bull(name, {
        prefix: this.prefix,
        createClient: (type) => (type === 'client' ? this.client : this.connect(name)),
        settings: {
          // A worker that was killed is missed after 15 to 20 s. By default Bull gives a job up on its second crash.
          lockDuration: 15_000,
          stalledInterval: 5000,
          maxStalledCount: 10,
          retryProcessDelay: 1000,
        },
        skipVersionCheck: true,
      } as Bull.QueueOptions);
      // Nobody awaits this one in Bull: it ends the process when Redis goes at the wrong moment.
      Object.assign(queue, { setWorkerName: () => Promise.resolve() });
      queue.on('error', () => undefined); // `reportOutages` says it once.
      this.queues.set(name, queue);
    }
    return queue;
  }

  private forget(name: JobName): void {
    this.queues.delete(name);
    for (const [connection, owner] of this.connections) {
      if (owner !== name) continue;
      letGo(connection);
      this.connections.delete(connection);
    }
  }

  private connect(owner: JobName | null): Redis {
    const connection = new Redis(this.url, {
      // Bull demands both for the connections that block and subscribe.
      maxRetriesPerRequest: null,
      enableReadyCheck: false,
      socketTimeout: SILENCE_MS,
      disconnectTimeout: FAREWELL_MS / 2,
      retryStrategy: (attempts) => Math.min(attempts * 100, MAX_RECONNECT_DELAY_MS),
    });
    connection.on('error', () => undefined);
    this.connections.set(connection, owner);
    return connection;
  }

  private reportOutages(): void {
    let isAway = false;
    this.client.on('error', (error) => {
      if (!isAway) this.logger.error(`The queue is away (${error.message}). Work goes on when it is back.`);
      isAway = true;
    });
    this.client.on('ready', () => {
      if (isAway) this.logger.log('The queue is back.');
      isAway = false;
    });
  }
}

function letGo(connection: Redis): void {
  connection.disconnect();
  // ioredis forgets this timer, which would keep the process alive.
  clearTimeout((connection as unknown as { socketTimeoutTimer?: NodeJS.Timeout }).socketTimeoutTimer);
}
