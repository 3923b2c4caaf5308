import { JobQueue, type JobHandler } from './job-queue';
import { jobId, type JobName, type Jobs } from './jobs';
import { RunningJobs } from './running-jobs';

interface Lane {
  /** By id, in the order in which they came. */
  waiting: Map<string, () => Promise<void>>;
  running: Set<string>;
  concurrency: number;
}

/** The queue of the embedded set-up: in process, gone with it. */
export class EmbeddedQueue extends JobQueue {
  private readonly lanes = new Map<JobName, Lane>();
  private readonly handlers: { [Name in JobName]?: JobHandler<Name> } = {};
  private readonly jobs = new RunningJobs();

  add<Name extends JobName>(name: Name, payload: Jobs[Name]): Promise<void> {
    if (this.jobs.isStopping) return Promise.reject(new Error('The queue is closed.'));
    const lane = this.lane(name);
    const id = jobId(payload);
    if (!lane.waiting.has(id) && !lane.running.has(id)) {
      lane.waiting.set(id, async () => {
        const handler: JobHandler<Name> | undefined = this.handlers[name];
        if (handler !== undefined) await this.jobs.run(handler, payload);
      });
      this.work(lane);
    }
    return Promise.resolve();
  }

  process<Name extends JobName>(name: Name, concurrency: number, handler: JobHandler<Name>): void {
    Object.assign(this.handlers, { [name]: handler });
    const lane = this.lane(name);
    lane.concurrency = concurrency;
    this.work(lane);
  }

  waiting(name: JobName): Promise<number> {
    return Promise.resolve(this.lane(name).waiting.size);
  }

  fault(): Promise<string | null> {
    return Promise.resolve(null);
  }

  async close(graceMs: number): Promise<void> {
    for (const lane of this.lanes.values()) lane.waiting.clear();
    await this.jobs.stop(graceMs);
  }

  private lane(name: JobName): Lane {
    let lane = this.lanes.get(name);
    if (lane === undefined) {
      lane = { waiting: new Map(), running: new Set(), concurrency: 0 };
      this.lanes.set(name, lane);
    }
    return lane;
  }

  private work(lane: Lane): void {
    for (const [id, run] of lane.waiting) {
      if (lane.running.size >= lane.concurrency) return;
      lane.waiting.delete(id);
      lane.running.add(id);
      // In a turn of its own, so that requests are served between jobs that never wait.
      setImmediate(() => {
        void run().finally(() => {
          lane.running.delete(id);
          this.work(lane);
        });
      });
    }
  }
}
