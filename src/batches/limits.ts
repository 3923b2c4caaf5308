/** Chunks that a process has in hand at a time: many, since most of one may be done and a few slow mail hosts left. */
export const CHUNKS_AT_A_TIME = 48;
/** Chunks that wait in the queue: few, since what waits there can no longer let others go first. */
export const CHUNKS_IN_QUEUE = 8;
/**
 * Addresses that a process asks its engine about at a time. The engine bounds its sessions by itself; the more it knows
 * of what is to come, the fewer sessions it needs (2,000 addresses of 200 domains: 310 with 600 at a time, 275 with 800, and no
 * fewer with 1,000).
 */
export const ADDRESSES_AT_A_TIME = 800;
/** Of these, for one chunk. */
export const ADDRESSES_OF_A_CHUNK = 100;
