import type { Batch } from '../batch.entity';

/** What of a batch tells how long the work on it takes. */
export type TimesOfBatch = Pick<
  Batch,
  | 'status'
  | 'totalCount'
  | 'processedCount'
  | 'startedAt'
  | 'updatedAt'
  | 'completedAt'
  | 'paceBeforeAt'
  | 'paceBeforeCount'
>;

/** All null where it is not known, or not known yet. Instants are milliseconds since the epoch. */
export interface BatchTimes {
  startedAt: number | null;
  finishedAt: number | null;
  /** From the start to the end. */
  tookMs: number | null;
  /** Of the last minute while it is at work; of all of it once it has ended. */
  rowsPerMinute: number | null;
  expectedEndAt: number | null;
}

const MINUTE_MS = 60_000;
/** Before that the pace says nothing. */
const SHORTEST_MS = 5000;
/** What would end later than this is not about to end: hosts ask to wait, or nothing moves. */
const FARTHEST_MS = 30 * 86_400_000;
/** Where no answer came for longer, the rows that are left wait for hosts that asked to wait: the pace does not tell how long. */
const STILL_MS = 90_000;

/** When a batch began, when it ended or will end, and how fast it is. */
export function timesOf(batch: TimesOfBatch, now: number): BatchTimes {
  const { startedAt, completedAt } = batch;
  const finishedAt = batch.status === 'completed' || batch.status === 'cancelled' ? completedAt : null;
  const tookMs = startedAt === null || finishedAt === null ? null : Math.max(finishedAt - startedAt, 0);
  const rowsPerMs = tookMs === null ? rateNow(batch, now) : batch.processedCount / Math.max(tookMs, 1);
  const isMoving = batch.status === 'processing' && now - batch.updatedAt <= STILL_MS;
  const isAtWork = isMoving && rowsPerMs !== null && rowsPerMs > 0;
  const leftMs = isAtWork ? (batch.totalCount - batch.processedCount) / rowsPerMs : Infinity;
  return {
    startedAt,
    finishedAt,
    tookMs,
    rowsPerMinute: rowsPerMs === null ? null : Math.round(rowsPerMs * MINUTE_MS),
    expectedEndAt: leftMs <= FARTHEST_MS ? Math.round(now + leftMs) : null,
  };
}

/** Rows per millisecond, since the sample before the last: of the last half a minute at least, where there was as much. */
function rateNow(batch: TimesOfBatch, now: number): number | null {
  if (batch.status !== 'processing' || batch.startedAt === null) return null;
  const isSampled = batch.paceBeforeAt > 0;
  const spanMs = now - (isSampled ? batch.paceBeforeAt : batch.startedAt);
  if (spanMs < SHORTEST_MS) return null;
  return (batch.processedCount - (isSampled ? batch.paceBeforeCount : 0)) / spanMs;
}
