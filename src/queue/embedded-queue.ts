import { EventEmitter } from 'node:events';
import { jobId, type JobName, type Jobs } from './jobs';
import type { RunningJobs } from './running-jobs';

/** What a method with `@Process` reads of Bull's `Job`. */
export interface EmbeddedJob {
  id: string;
  data: Jobs[JobName];
}

/**
 * A queue in process, gone with it: as much of Bull's `Queue` as `BullExplorer` takes to run a `@Processor` class. Emits
 * `completed` (job) and `failed` (job, error), as Bull does.
 */
export class EmbeddedQueue extends EventEmitter {
  /** By id, in the order in which they came. */
  private readonly waitingJobs = new Map<string, EmbeddedJob>();
  private readonly running = new Set<string>();
  private concurrency = 0;
  private handler: (job: EmbeddedJob) => Promise<void> = () => Promise.resolve();

  constructor(private readonly jobs: RunningJobs) {
    super();
  }

  get waiting(): number {
    return this.waitingJobs.size;
  }

  add(data: Jobs[JobName]): void {
    const id = jobId(data);
    if (this.waitingJobs.has(id) || this.running.has(id)) return;
    this.waitingJobs.set(id, { id, data });
    this.work();
  }

  process(concurrency: number, handler: (job: EmbeddedJob) => Promise<void>): void {
    this.concurrency = concurrency;
    this.handler = handler;
    this.work();
  }

  /** Forgets what waits. */
  empty(): void {
    this.waitingJobs.clear();
  }

  private work(): void {
    for (const [id, job] of this.waitingJobs) {
      if (this.running.size >= this.concurrency) return;
      this.waitingJobs.delete(id);
      this.running.add(id);
      // In a turn of its own, so that requests are served between jobs that never wait.
      setImmediate(() => void this.run(job));
    }
  }

  private async run(job: EmbeddedJob): Promise<void> {
    let failure: { error: unknown } | null = null;
    try {
      await this.jobs.run(() => this.handler(job));
    } catch (error) {
      failure = { error };
    }
    this.running.delete(job.id);
    if (failure === null) this.emit('completed', job);
    else this.emit('failed', job, failure.error);
    this.work();
  }
}
