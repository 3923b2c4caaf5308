import type { ReactElement } from 'react';
import type { Batch } from '../../api';
import { count } from '../../ui/format';
import { batchShares } from './batch-shares';

/** The four counts as parts of one bar; what is not checked yet stays empty. */
export function CountsBar({ batch }: { batch: Batch }): ReactElement {
  const shares = batchShares(batch);
  const words = shares.map(({ name, value }) => `${value} ${name.toLowerCase()}`).join(', ');
  return (
    <div className="counts-bar" role="img" aria-label={`${words} of ${count(batch.total_count, 'row')}`}>
      {shares.map(({ kind, value }) => (
        <span key={kind} className={`ground-${kind}`} style={{ width: `${(value / batch.total_count) * 100}%` }} />
      ))}
    </div>
  );
}
