/**
 * Chunks that a process works on at a time. Those that need no network take milliseconds, one after the other; those
 * that wait for mail hosts mostly wait.
 */
export const CHUNKS_AT_A_TIME = 8;
