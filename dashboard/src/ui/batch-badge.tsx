import type { ReactElement } from 'react';
import type { BatchStatus } from '../api';
import { t } from '../texts';

export function BatchBadge({ status }: { status: BatchStatus }): ReactElement {
  return <span className={`badge batch-${status}`}>{t.lists.states[status]}</span>;
}
