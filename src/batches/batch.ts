import type { Actor } from '../audit/actor';

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
  sender: Actor,
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
  };
}
