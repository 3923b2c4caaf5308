/** What callers see. A batch is `completed` exactly when all of its rows are answered. */
export const BATCH_STATUSES = ['pending', 'processing', 'completed', 'cancelled'] as const;

/**
 * Two more that nobody sees: `uploading`, while the file is read and nothing is held for it yet, and `deleting`, until
 * the last row of it is gone.
 */
export type BatchStatus = (typeof BATCH_STATUSES)[number] | 'uploading' | 'deleting';

export interface Batch {
  id: number;
  name: string;
  status: BatchStatus;
  totalCount: number;
  processedCount: number;
  validCount: number;
  invalidCount: number;
  riskyCount: number;
  unknownCount: number;
  /** Charged so far. */
  creditsUsed: number;
  /** Milliseconds since the epoch, like all instants here. */
  createdAt: number;
  updatedAt: number;
  /** When the results were deleted, or null. */
  purgedAt: number | null;
}

/** Percent, 0 to 100, two decimals; 100 only when all rows are answered. */
export function progress({ processedCount, totalCount }: Batch): number {
  return totalCount === 0 ? 0 : Math.floor((processedCount / totalCount) * 10_000) / 100;
}

/** A batch as it is when it has just been published. */
export function newBatch(id: number, name: string, totalCount: number, createdAt: number): Batch {
  return {
    id,
    name,
    status: 'pending',
    totalCount,
    processedCount: 0,
    validCount: 0,
    invalidCount: 0,
    riskyCount: 0,
    unknownCount: 0,
    creditsUsed: 0,
    createdAt,
    updatedAt: createdAt,
    purgedAt: null,
  };
}
