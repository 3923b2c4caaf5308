import type { ReactElement } from 'react';
import { t } from '../texts';
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
  /** What the shares are parts of: as long as they do not make it up, the ring stays open. */
  whole: number;
  /** The large words in the middle, and the small ones under them. */
  middle: string;
  caption: string;
}

/** Shares of a whole as a ring. The legend beside it carries the numbers. */
export function ShareRing({ shares, whole, middle, caption }: ShareRingProps): ReactElement {
  const shown = shares.filter(({ value }) => value > 0);
  const isWhole = shown.length === 1 && shown[0]?.value === whole;
  const gap = isWhole ? 0 : GAP;
  const room = LENGTH - gap * shown.length;
  const label = shown
    .map(({ name, value }) => t.chart.share(name, formatNumber(value), formatShare(value, whole)))
    .join(', ');
  let start = 0;
  return (
    <svg className="ring" viewBox="0 0 120 120" role="img" aria-label={label === '' ? t.chart.ringNone : label}>
      <circle cx="60" cy="60" r={RADIUS} className="ring-ground" />
      {shown.map(({ kind, value }) => {
        const length = (value / Math.max(1, whole)) * room;
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
