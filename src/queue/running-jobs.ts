import { Logger } from '@nestjs/common';
import { setMaxListeners } from 'node:events';
import { within } from '../common/within';
import type { JobHandler } from './job-queue';
import type { JobName, Jobs } from './jobs';

/** The handlers that run in this process, and how to end them. */
export class RunningJobs {
  private readonly logger = new Logger('Queue');
  private readonly stopping = new AbortController();
  private readonly running = new Set<Promise<void>>();

  constructor() {
    // As many as jobs run at a time; Node would take them for a leak.
    setMaxListeners(0, this.stopping.signal);
  }

  get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  /**
   * Runs a handler to its end, or not at all once stopping. Never rejects: what a handler could not do, the database
   * still knows of.
   */
  run<Name extends JobName>(handler: JobHandler<Name>, payload: Jobs[Name]): Promise<void> {
    if (this.isStopping) return Promise.resolve();
    const run = this.attempt(handler, payload).finally(() => this.running.delete(run));
    this.running.add(run);
    return run;
  }

  /** Aborts the signals and waits until all have ended, at most `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.stopping.abort();
    await within(graceMs, Promise.all(this.running)).catch(() => {
      this.logger.error(`${this.running.size} jobs did not end within ${graceMs} ms; they will be done again.`);
    });
  }

  private async attempt<Name extends JobName>(handler: JobHandler<Name>, payload: Jobs[Name]): Promise<void> {
    try {
      await handler(payload, this.stopping.signal);
    } catch (error) {
      this.logger.error(`A job failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  }
}
