import type { ControlQuestions } from '../control/control-questions';
import type { SessionDependencies } from '../session/open-session';
import type { SessionWorker } from './session-worker';
import type { Release, SlotRequest } from './session-slots';

/** What the destinations of a pool share. */
export interface DestinationDependencies {
  session: SessionDependencies;
  idleMs: number;
  /** Least milliseconds from the opening of a session with a destination to that of the next, while nobody waits for an answer. */
  sessionPauseMs?: number | undefined;
  controls?: ControlQuestions | undefined;
  counters: { sessionsOpened: number; sessionsOpen: number; rcptCommands: number };
  /** A request for a slot is waiting, here or in another process. */
  isContended: () => boolean;
  /** Waits for a slot; see `preempt` for what is done meanwhile. */
  slotFor: (request: SlotRequest, signal: AbortSignal) => Promise<Release>;
  /** A slot is held for the sessions of `worker`, until the returned function is called. */
  hold: (request: SlotRequest, worker: () => SessionWorker) => Release;
}
