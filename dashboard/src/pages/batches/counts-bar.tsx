import type { ReactElement } from 'react';
import type { Batch } from '../../api';
import { t } from '../../texts';
import { formatNumber } from '../../ui/format';
import { batchShares } from './batch-shares';

/** The counts as parts of one bar; what is not checked yet stays empty. */
export function CountsBar({ batch }: { batch: Batch }): ReactElement {
  const shares = batchShares(batch).filter(({ value }) => value > 0);
  const parts = shares.map(({ name, value }) => `${formatNumber(value)} ${name}`).join(', ');
  const words = t.lists.ofRows(parts === '' ? '0' : parts, batch.total_count);
  const rest = batch.total_count - batch.processed_count;
  return (
    <div className="counts-bar" role="img" aria-label={words} title={words}>
      {shares.map(({ kind, value }) => (
        <span key={kind} className={`ground-${kind}`} style={{ flexGrow: value }} />
      ))}
      {rest > 0 && <span style={{ flexGrow: rest }} />}
    </div>
  );
}
