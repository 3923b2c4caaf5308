/** What each job carries, by the job's name: ids only, never objects. */
export interface Jobs {
  /** Answer rows of a chunk of a batch, if it still is at this version. The organization is for the fair shares (`batches/work/fair-shares.ts`). */
  'batch-chunk': { chunkId: number; version: number; batchId: number; organizationId: number };
  /** Read what waits in the inbox of a source of feedback. */
  'feedback-inbox': { sourceId: number };
  /** Make the attempts that are due of an endpoint of webhooks. */
  'webhook-endpoint': { endpointId: number };
}

export type JobName = keyof Jobs;

const QUEUES: Record<JobName, true> = {
  'batch-chunk': true,
  'feedback-inbox': true,
  'webhook-endpoint': true,
};

/** Each job has a queue of its own, of the job's name. */
export const JOB_NAMES = Object.keys(QUEUES) as JobName[];

/** Two jobs of one name and one payload are the same job. */
export function jobId(payload: Jobs[JobName]): string {
  return Object.values(payload).join(':');
}
