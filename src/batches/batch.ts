import type { Right } from '../auth/right';

/** What callers see. A batch is `completed` exactly when all of its rows are answered. */
export const BATCH_STATUSES = ['pending', 'processing', 'completed', 'cancelled'] as const;
/** The work on it goes on. */
export const OPEN_STATUSES = ['pending', 'processing'] as const;
export const ENDED_STATUSES = ['completed', 'cancelled'] as const;
/**
 * Two more that nobody sees: `uploading`, while the file is read and nothing is held for it yet, and `deleting`, until
 * the last row of it is gone.
 */
export const UNSEEN_STATUSES = ['uploading', 'deleting'] as const;

export type BatchStatus = (typeof BATCH_STATUSES)[number] | (typeof UNSEEN_STATUSES)[number];

/** What callers see of a batch. */
export interface BatchSummary {
  id: number;
  name: string;
  status: BatchStatus;
  totalCount: number;
  processedCount: number;
  validCount: number;
  invalidCount: number;
  /** Catch-all ones included. */
  riskyCount: number;
  /** Null for a batch from before they were counted apart. */
  catchAllCount: number | null;
  unknownCount: number;
  /** Set aside when it was created: what it can cost at most. What is not used comes back at its end. */
  creditsHeld: number;
  /** Charged so far. */
  creditsUsed: number;
  /** Milliseconds since the epoch, like all instants here. */
  createdAt: number;
  updatedAt: number;
  /** When it ended, completed or cancelled, or null. */
  completedAt: number | null;
  /** When the results were deleted, or null. */
  purgedAt: number | null;
  /** The account that sent it; null: from before this was noted. */
  createdBy: number | null;
  /** By which token; null: by none. */
  createdByToken: string | null;
  /** 1: sent with a test token; it is answered in the sandbox, costs nothing and counts nowhere. */
  isTest: number;
}

/** How long results of test batches are kept, where live ones are not deleted before. */
export const TEST_RETENTION_DAYS = 7;

/** Days for which the results of a batch are kept. @param liveDays `BATCH_RETENTION_DAYS` */
export function retentionDays({ isTest }: Pick<BatchSummary, 'isTest'>, liveDays: number): number {
  return isTest === 1 ? Math.min(TEST_RETENTION_DAYS, liveDays) : liveDays;
}

/** Credits that are set aside for it: not spent yet, and what it does not use comes back. None once it has ended. */
export function setAside({ status, creditsHeld, creditsUsed }: BatchSummary): number {
  return OPEN_STATUSES.some((open) => open === status) ? creditsHeld - creditsUsed : 0;
}

/** Percent, 0 to 100, two decimals; 100 only when all rows are answered. */
export function progress({ processedCount, totalCount }: BatchSummary): number {
  return totalCount === 0 ? 0 : Math.floor((processedCount / totalCount) * 10_000) / 100;
}

/** A batch as it is when it has just been published. */
export function newBatch(
  id: number,
  name: string,
  totalCount: number,
  createdAt: number,
  { by: sender, isTest }: Pick<Right, 'by' | 'isTest'>,
  creditsHeld: number,
): BatchSummary {
  return {
    id,
    name,
    status: 'pending',
    totalCount,
    processedCount: 0,
    validCount: 0,
    invalidCount: 0,
    riskyCount: 0,
    catchAllCount: 0,
    unknownCount: 0,
    creditsHeld,
    creditsUsed: 0,
    createdAt,
    updatedAt: createdAt,
    completedAt: null,
    purgedAt: null,
    createdBy: sender.accountId,
    createdByToken: sender.tokenId ?? null,
    isTest: isTest ? 1 : 0,
  };
}
