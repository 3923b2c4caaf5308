/** What each job carries, by the job's name: ids only, never objects. */
export interface Jobs {
  /** Answer rows of a chunk of a batch, if it still is at this version. Whose it is says who holds how many hands. */
  'batch-chunk': { chunkId: number; version: number; batchId: number; organizationId: number };
}

export type JobName = keyof Jobs;

/** Two jobs of one name and one payload are the same job. */
export function jobId(payload: Jobs[JobName]): string {
  return Object.values(payload).join(':');
}
