import type { ShareLimits } from './fair-shares';

/**
 * Chunks in flight in a process: many, since most of one may be done and a few slow mail hosts left. A batch
 * that is alone has 48 of them, an organization 54: the others are for those who come later.
 */
export const CHUNK_CONCURRENCY = 72;
export const CHUNK_SHARES: ShareLimits = { organization: 3, batch: 2 };
/** Chunks that one poll of the dispatcher enqueues at most. */
export const CHUNKS_PER_POLL = 16;
/**
 * Addresses that a process asks its engine about at a time, of which a batch that is alone has 800 and an organization
 * 833. The engine bounds its sessions by itself; the more it knows of what is to come, the fewer sessions it needs (2,000
 * addresses of 200 domains: 310 with 600 at a time, 275 with 800, and no fewer with 1,000).
 */
export const ADDRESS_CONCURRENCY = 1000;
export const ADDRESS_SHARES: ShareLimits = { organization: 5, batch: 4 };
/** Of these, for one chunk. */
export const ADDRESS_CONCURRENCY_PER_CHUNK = 100;
