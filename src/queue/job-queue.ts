import type { JobName, Jobs } from './jobs';

/** @param signal aborted when the queue closes: the handler puts its work down in a sound state and returns soon */
export type JobHandler<Name extends JobName> = (payload: Jobs[Name], signal: AbortSignal) => Promise<void>;

/**
 * Hands jobs to whoever has a hand free, in this process or another. Also the DI token.
 *
 * - It is a messenger, not a memory: it may lose jobs at any moment and may deliver one twice, also at the same time.
 *   Whoever adds jobs knows from the database what is left to do, and adds again; handlers make sure that a second
 *   run changes nothing.
 * - While a job waits or runs, adding it again changes nothing; after that it can be added anew.
 * - Jobs are delivered in the order in which they came, at most `concurrency` at a time in a process.
 * - A job whose handler rejects is forgotten, like one that is done.
 */
export abstract class JobQueue {
  /** Rejects, within 2 seconds, when the job could not be handed over. */
  abstract add<Name extends JobName>(name: Name, payload: Jobs[Name]): Promise<void>;
  /** Starts to work on jobs of a name; called at most once for each. Returns at once, and waits for a queue that is away. */
  abstract process<Name extends JobName>(name: Name, concurrency: number, handler: JobHandler<Name>): void;
  /** How many jobs no handler has begun. Rejects, within 2 seconds, when the queue does not answer. */
  abstract waiting(name: JobName): Promise<number>;
  /** Null when jobs can be added, else a sentence that says why not. Never rejects; answers within 2 seconds. */
  abstract fault(): Promise<string | null>;
  /** Takes no more jobs, aborts the signals of those that run, waits at most `graceMs` for them, and lets go of all. */
  abstract close(graceMs: number): Promise<void>;
}
