/** The causes of the movements of a batch. */

export const holdOf = (batchId: number): string => `batch:${batchId}:hold`;
export const releaseOf = (batchId: number): string => `batch:${batchId}:release`;

/** The batch that moved credits; null: something else did. */
export function batchOf(cause: string): number | null {
  const id = /^batch:(\d+):/.exec(cause)?.[1];
  return id === undefined ? null : Number(id);
}
