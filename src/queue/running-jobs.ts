import { Logger } from '@nestjs/common';
import { setMaxListeners } from 'node:events';
import { withTimeout } from '../common/with-timeout';

/** The jobs that run in this process, and how to end them. */
export class RunningJobs {
  private readonly logger = new Logger('Queue');
  private readonly controller = new AbortController();
  private readonly running = new Set<Promise<void>>();
  /** Aborted by `stop`. */
  readonly stopping = this.controller.signal;

  constructor() {
    // As many as jobs run at a time; Node would take them for a leak.
    setMaxListeners(0, this.stopping);
  }

  /** Runs a job to its end, or not at all once stopping. */
  run(job: () => Promise<void>): Promise<void> {
    if (this.stopping.aborted) return Promise.resolve();
    const run = job().finally(() => this.running.delete(run));
    this.running.add(run);
    return run;
  }

  /** Aborts the signal and waits until all jobs have ended, at most `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.controller.abort();
    await withTimeout(graceMs, Promise.allSettled(this.running)).catch(() => {
      this.logger.error(`${this.running.size} jobs did not end within ${graceMs} ms; they will be done again.`);
    });
  }
}
