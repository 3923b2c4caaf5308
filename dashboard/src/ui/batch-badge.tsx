import type { ReactElement } from 'react';
import type { BatchStatus } from '../api';

const NAMES: Record<BatchStatus, string> = {
  pending: 'Waiting',
  processing: 'Checking',
  completed: 'Completed',
  cancelled: 'Cancelled',
};

export function BatchBadge({ status }: { status: BatchStatus }): ReactElement {
  return <span className={`badge batch-${status}`}>{NAMES[status]}</span>;
}
