import type { Flow } from './least-recently-served';

/** Gives a slot back. Calling it again does nothing. */
export type Release = () => void;

/** A request for a slot, to open a session in. */
export interface SlotRequest extends Flow {
  /** Whose sessions are counted together: a provider's, or those with one address. */
  key: string;
  /** A caller waits for the answer. */
  isUrgent: boolean;
}

/** A request that waits in another process; up to half a second old. */
export interface RemoteSlotRequest extends SlotRequest {
  /** Only a session with the same host can make room for it. */
  isHostFull: boolean;
}

export interface SlotLimits {
  maxSessions: number;
  sessionsPerHost: number;
}

/**
 * A fair semaphore over sessions, in all and per mail host, for every process that shares the limits. A slot is held from before
 * the connection is made until after it is closed. Urgent requests go first, then the least recently served tenant, then its
 * least recently served job, then first in, first out; a request whose host is full is passed over. While others wait, the last
 * slot never goes to a tenant that holds half of them, or to a host that holds a tenth (and two).
 */
export interface SessionSlots {
  /** Resolves once both limits allow one more session; rejects with the signal's reason when aborted before. */
  acquire(request: SlotRequest, signal: AbortSignal): Promise<Release>;
  /** Requests that wait in other processes that share the limits. */
  remoteRequests?(): readonly RemoteSlotRequest[];
}
