import { MalformedRequestError } from '../common/malformed-request.error';
import { readPageQuery, type PageQuery } from '../common/page-query';
import { BATCH_STATUSES } from './batch';

export const BATCHES_OF_A_PAGE = 20;

export interface BatchListQuery extends PageQuery {
  /** Batches in this state only; null: all. */
  status: (typeof BATCH_STATUSES)[number] | null;
  /** Batches whose name holds this, in any case; null: all. */
  name: string | null;
}

/** @throws MalformedRequestError */
export function readBatchListQuery(query: Record<string, unknown>): BatchListQuery {
  const { status, name } = query;
  return {
    ...readPageQuery(query, BATCHES_OF_A_PAGE),
    status: status === undefined || status === '' ? null : readStatus(status),
    name: typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 255) : null,
  };
}

function readStatus(value: unknown): (typeof BATCH_STATUSES)[number] {
  const status = BATCH_STATUSES.find((known) => known === value);
  if (status === undefined)
    throw new MalformedRequestError(`The status filter is one of ${BATCH_STATUSES.join(', ')}.`);
  return status;
}
