import type { ReactElement } from 'react';
import { t } from '../../../texts';
import { formatNumber, formatShare } from '../../../ui/format';

export interface Bar {
  key: string;
  name: string;
  value: number;
  /** Names the colour. */
  kind: string;
}

/** Parts of a whole, each with its words, number and share; the bars repeat them for the eye. */
export function Bars({ bars, whole }: { bars: readonly Bar[]; whole: number }): ReactElement {
  return (
    <ul className="bars">
      {bars.map(({ key, name, value, kind }) => (
        <li key={key}>
          <span>{name}</span>
          <span className="bar-value">{t.story.ofAll(formatNumber(value), formatShare(value, whole))}</span>
          <span className="bar" aria-hidden="true">
            <span className={`ground-${kind}`} style={{ width: `${(value / Math.max(1, whole)) * 100}%` }} />
          </span>
        </li>
      ))}
    </ul>
  );
}
