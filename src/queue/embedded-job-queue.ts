import { EmbeddedQueue } from './embedded-queue';
import { JobQueue } from './job-queue';
import { JOB_NAMES, type JobName, type Jobs } from './jobs';
import { RunningJobs } from './running-jobs';

/** The queue of the embedded set-up. */
export class EmbeddedJobQueue extends JobQueue {
  private readonly jobs = new RunningJobs();
  private readonly queues = new Map(JOB_NAMES.map((name) => [name, new EmbeddedQueue(this.jobs)]));
  readonly stopping = this.jobs.stopping;

  add<Name extends JobName>(name: Name, payload: Jobs[Name]): Promise<void> {
    if (this.stopping.aborted) return Promise.reject(new Error('The queue is closed.'));
    this.queue(name).add(payload);
    return Promise.resolve();
  }

  waiting(name: JobName): Promise<number> {
    return Promise.resolve(this.queue(name).waiting);
  }

  fault(): Promise<string | null> {
    return Promise.resolve(null);
  }

  async close(graceMs: number): Promise<void> {
    for (const queue of this.queues.values()) queue.empty();
    await this.jobs.stop(graceMs);
  }

  queue(name: JobName): EmbeddedQueue {
    const queue = this.queues.get(name);
    if (queue === undefined) throw new Error(`There is no queue ${name}.`);
    return queue;
  }
}
