import type { ReactElement } from 'react';
import type { Batch } from '../../api';
import { Legend } from '../../charts/legend';
import { ShareRing } from '../../charts/share-ring';
import { t } from '../../texts';
import { BatchBadge } from '../../ui/batch-badge';
import { Card } from '../../ui/card';
import { formatShare } from '../../ui/format';
import { ProgressBar } from '../../ui/progress-bar';
import { TestBadge } from '../../ui/test-badge';
import { batchShares } from './batch-shares';
import { useSender } from './use-sender';

/** How far a list is, and what was found so far. Once it is done, the ring says what people came for: how much is valid. */
export function BatchCounts({ batch }: { batch: Batch }): ReactElement {
  const shares = batchShares(batch);
  const isAtWork = batch.status === 'pending' || batch.status === 'processing';
  const isComplete = batch.status === 'completed';
  const sentBy = useSender();
  const held = batch.credits_held === 0 ? [] : [t.list.held(batch.credits_held)];
  const percent = Math.floor(batch.progress);
  return (
    <Card>
      <div className="batch-state">
        <BatchBadge status={batch.status} />
        {batch.test && <TestBadge />}
        <p className="strong">
          {isComplete
            ? t.list.allChecked(batch.total_count)
            : t.list.checkedOf(batch.processed_count, batch.total_count)}
        </p>
        <p className="hint">{[t.list.charged(batch.credits_used), ...held, ...sentBy(batch.by)].join(' · ')}</p>
      </div>
      {!isComplete && <ProgressBar label={t.list.progress} percent={batch.progress} isRunning={isAtWork} />}
      <p role="status" className="visually-hidden">
        {isAtWork
          ? t.list.announceProgress(Math.floor(percent / 10) * 10)
          : t.list.announceEnd(t.lists.states[batch.status])}
      </p>
      <div className="ring-row">
        <ShareRing
          shares={shares}
          whole={batch.total_count}
          middle={isComplete ? formatShare(batch.valid_count, batch.total_count) : t.common.percent(percent)}
          caption={isComplete ? t.list.valid : t.list.checked}
        />
        <Legend shares={shares} />
      </div>
      <p className="hint">{t.list.free}</p>
      {batch.catch_all_count === null && <p className="hint">{t.list.riskyHoldsCatchAll}</p>}
    </Card>
  );
}
