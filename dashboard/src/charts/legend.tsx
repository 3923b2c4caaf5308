import type { ReactElement } from 'react';
import { formatNumber, formatShare } from '../ui/format';
import type { Share } from './share-ring';

export function Legend({ shares }: { shares: readonly Share[] }): ReactElement {
  const whole = shares.reduce((sum, { value }) => sum + value, 0);
  return (
    <ul className="legend">
      {shares.map(({ kind, name, value }) => (
        <li key={kind}>
          <span className={`swatch ground-${kind}`} />
          <span>{name}</span>
          <span className="legend-value">{formatNumber(value)}</span>
          <span className="legend-share">{formatShare(value, whole)}</span>
        </li>
      ))}
    </ul>
  );
}
