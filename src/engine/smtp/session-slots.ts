import type { Party } from './turns';

/** Gives a slot back. Calling it again does nothing. */
export type Release = () => void;

/** A session that somebody wants to open. */
export interface SlotWish extends Party {
  /** Whose sessions are counted together: a provider's, or those with one address. */
  key: string;
  /** Somebody waits for the answer. */
  isUrgent: boolean;
}

/** A wish of another process, as far as is known here; up to half a second old. */
export interface ForeignWish extends SlotWish {
  /** Only a session with the same host can make room for it. */
  isHostFull: boolean;
}

export interface SlotLimits {
  maxSessions: number;
  sessionsPerHost: number;
}

/**
 * How many sessions may be open, in all and per mail host, over every process that shares the limits. A slot is held from before
 * the connection is made until after it is closed. Waiting is fair: who waits for an answer goes before those who do not, then
 * askers take turns, then their pieces of work, then it is first come, first served; a wish whose host is full is passed over.
 * While others wait, the last slot never goes to an asker who has half of them, or to a host that has a tenth (and two).
 */
export interface SessionSlots {
  /** Resolves once both limits allow one more session; rejects with the signal's reason when aborted before. */
  acquire(wish: SlotWish, signal: AbortSignal): Promise<Release>;
  /** What waits in other processes that share the limits. */
  foreignWishes?(): readonly ForeignWish[];
}
