import type { Flow } from './least-recently-served';

/** Gives a slot back. Calling it again does nothing. */
export type Release = () => void;

/** A request for a slot, to open a session in. */
export interface SlotRequest extends Flow {
  /** Whose sessions are counted together: a provider's, or those with one address. */
  key: string;
  /** The network that its host's address is in: see `networkOf`. */
  network: string;
  /** A caller waits for the answer. */
  isUrgent: boolean;
}

/** A request that waits in another process; up to half a second old. */
export interface RemoteSlotRequest extends SlotRequest {
  /** Only a session with the same host can make room for it. */
  isHostFull: boolean;
  /** Only a session with the same network can make room for it. */
  isNetworkFull: boolean;
}

export interface SlotLimits {
  maxSessions: number;
  sessionsPerHost: number;
  /** With addresses of one network, whatever the names of their hosts. */
  sessionsPerNetwork: number;
}

/**
 * A fair semaphore over sessions, in all, per mail host and per network, for every process that shares the limits. A slot is held
 * from before the connection is made until after it is closed. Urgent requests go first, then the least recently served tenant, then its
 * least recently served job, then first in, first out; a request whose host or network is full is passed over. While others wait, the last
 * slot never goes to a tenant that holds half of them, or to a host that holds a tenth (and two).
 */
export interface SessionSlots {
  /** Resolves once all limits allow one more session; rejects with the signal's reason when aborted before. */
  acquire(request: SlotRequest, signal: AbortSignal): Promise<Release>;
  /** Requests that wait in other processes that share the limits. */
  remoteRequests?(): readonly RemoteSlotRequest[];
}
