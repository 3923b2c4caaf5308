import type { ReactElement } from 'react';
import { formatNumber, formatShare } from '../ui/format';
import type { Share } from './share-ring';

/** @param whole what the shares are parts of; left out: their sum */
export function Legend({ shares, whole }: { shares: readonly Share[]; whole?: number }): ReactElement {
  const all = whole ?? shares.reduce((sum, { value }) => sum + value, 0);
  return (
    <ul className="legend">
      {shares.map(({ kind, name, value }) => (
        <li key={kind}>
          <span className={`swatch ground-${kind}`} />
          <span>{name}</span>
          <span className="legend-value">{formatNumber(value)}</span>
          <span className="legend-share">{formatShare(value, all)}</span>
        </li>
      ))}
    </ul>
  );
}
