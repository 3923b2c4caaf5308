import type { JobName, Jobs } from './jobs';

/**
 * Hands jobs to the `@Processor` class of their name, in this process or another. Also the DI token.
 *
 * - It is a messenger, not a memory: it may lose jobs at any moment and may deliver one twice, also at the same time.
 *   Whoever adds jobs knows from the database what is left to do, and adds again; processors make sure that a second
 *   run changes nothing.
 * - While a job waits or runs, adding it again changes nothing; after that it can be added anew.
 * - Jobs are delivered in the order in which they came, at most `concurrency` (of `@Process`) at a time in a process,
 *   once the application is up.
 * - A job whose processor rejects is forgotten, like one that is done.
 */
export abstract class JobQueue {
  /** Aborted when the queue closes: a processor puts its work down in a sound state and returns soon. */
  abstract readonly stopping: AbortSignal;
  /** Rejects, within 2 seconds, when the job could not be handed over. */
  abstract add<Name extends JobName>(name: Name, payload: Jobs[Name]): Promise<void>;
  /** How many jobs no processor has begun. Rejects, within 2 seconds, when the queue does not answer. */
  abstract waiting(name: JobName): Promise<number>;
  /** Null when jobs can be added, else a sentence that says why not. Never rejects; answers within 2 seconds. */
  abstract fault(): Promise<string | null>;
  /** Takes no more jobs, aborts `stopping`, waits at most `graceMs` for those that run, and disconnects. */
  abstract close(graceMs: number): Promise<void>;
}
