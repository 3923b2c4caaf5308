import type { ReactElement } from 'react';
import { formatNumber, formatShare } from '../ui/format';

export interface Share {
  /** Names the colour. */
  kind: string;
  name: string;
  value: number;
}

const RADIUS = 42;
const LENGTH = 2 * Math.PI * RADIUS;
/** Space between two arcs, so that colours are not needed to tell them apart. */
const GAP = 2.5;

interface ShareRingProps {
  shares: readonly Share[];
  /** The large words in the middle, and the small ones under them. */
  middle: string;
  caption: string;
}

/** Shares of a whole as a ring. The legend beside it carries the numbers. */
export function ShareRing({ shares, middle, caption }: ShareRingProps): ReactElement {
  const whole = shares.reduce((sum, { value }) => sum + value, 0);
  const shown = shares.filter(({ value }) => value > 0);
  const gap = shown.length > 1 ? GAP : 0;
  const room = LENGTH - gap * shown.length;
  const label = shown
    .map(({ name, value }) => `${name} ${formatNumber(value)} (${formatShare(value, whole)})`)
    .join(', ');
  let start = 0;
  return (
    <svg className="ring" viewBox="0 0 120 120" role="img" aria-label={label === '' ? 'Nothing yet' : label}>
      <circle cx="60" cy="60" r={RADIUS} className="ring-ground" />
      {shown.map(({ kind, value }) => {
        const length = (value / whole) * room;
        const offset = -start;
        start += length + gap;
        return (
          <circle
            key={kind}
            cx="60"
            cy="60"
            r={RADIUS}
            className={`ring-arc stroke-${kind}`}
            strokeDasharray={`${length} ${LENGTH - length}`}
            strokeDashoffset={offset}
          />
        );
      })}
      <text x="60" y="62" className="ring-middle">
        {middle}
      </text>
      <text x="60" y="76" className="ring-caption">
        {caption}
      </text>
    </svg>
  );
}
