/** What each job carries, by the job's name: ids only, never objects. */
export interface Jobs {
  /** Answer rows of a chunk of a batch, if it still is at this version. */
  'batch-chunk': { chunkId: number; version: number };
}

export type JobName = keyof Jobs;

/** Two jobs of one name and one payload are the same job. */
export function jobId(payload: Jobs[JobName]): string {
  return Object.values(payload).join(':');
}
