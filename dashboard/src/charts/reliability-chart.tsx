import type { ReactElement } from 'react';
import type { ReliabilityBin } from '../api/feedback';
import { formatPercent } from '../ui/format';
import { widestText } from './text-width';
import { useWidth } from './use-width';

/** In CSS pixels, as in `usage-chart.tsx`. */
const MOST_WIDTH = 460;
const FONT_SIZE = 12;
const GAP = 8;
const TOP = 10;
const BOTTOM = 44;
const RADIUS = 5;
const TICKS = [0, 0.25, 0.5, 0.75, 1];

interface ReliabilityChartProps {
  bins: readonly ReliabilityBin[];
  label: string;
  /** The names of the axes. */
  x: string;
  y: string;
}

/**
 * Confidence against the share that was delivered, with the range in which that share lies: on the slanting line the confidence is
 * right. The same numbers stand in a table for those who can't see it.
 */
export function ReliabilityChart({ bins, label, x, y }: ReliabilityChartProps): ReactElement {
  const { ref, width } = useWidth();
  return (
    <div className="chart reliability" ref={ref}>
      <p className="axis-title" aria-hidden="true">
        {y}
      </p>
      {width !== null && <Drawing bins={bins} label={label} x={x} width={Math.min(width, MOST_WIDTH)} />}
    </div>
  );
}

function Drawing({ bins, label, x: name, width }: Omit<ReliabilityChartProps, 'y'> & { width: number }): ReactElement {
  const left = Math.ceil(widestText(TICKS.map(formatPercent), FONT_SIZE)) + GAP;
  // The last number under the axis reaches beyond it, and points beyond the corners.
  const right = Math.ceil(widestText([formatPercent(1)], FONT_SIZE) / 2) + 1;
  const side = Math.max(0, width - left - right);
  const height = TOP + side + BOTTOM;
  const x = (share: number): number => left + side * share;
  const y = (share: number): number => TOP + side * (1 - share);
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {TICKS.map((tick) => (
        <g key={tick}>
          <line x1={x(0)} x2={x(1)} y1={y(tick)} y2={y(tick)} className="grid-line" />
          <text x={left - GAP} y={y(tick) + 4} className="axis-number">
            {formatPercent(tick)}
          </text>
          <text x={x(tick)} y={y(0) + 18} className="axis-day">
            {formatPercent(tick)}
          </text>
        </g>
      ))}
      <text x={x(0.5)} y={height - 6} className="axis-day">
        {name}
      </text>
      <line x1={x(0)} x2={x(1)} y1={y(0)} y2={y(1)} className="ideal-line" />
      {bins.map(({ from, mean_confidence: mean, share }) =>
        mean === null || share === null ? null : (
          <g key={from}>
            <line x1={x(mean)} x2={x(mean)} y1={y(share.low)} y2={y(share.high)} className="range-line" />
            <circle cx={x(mean)} cy={y(share.value)} r={RADIUS} className="share-point" />
          </g>
        ),
      )}
    </svg>
  );
}
