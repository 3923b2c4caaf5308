import { useState, type ReactElement } from 'react';
import type { UsageDay } from '../api';
import { t } from '../texts';
import { formatNumber, formatShortDay } from '../ui/format';
import { ADDRESS_STATUSES } from '../verdict/address-status';
import { niceScale } from './nice-scale';
import { widestText } from './text-width';
import { useWidth } from './use-width';

/** All in CSS pixels: the chart is drawn as wide as its place is, so that its text is as large on a phone as elsewhere. */
const HEIGHT = 220;
const BOTTOM = 26;
const TOP = 12;
/** As the style sheet has it for the axes. */
const FONT_SIZE = 12;
/** Between the numbers of the axis and its lines. */
const GAP = 8;

export const dayTotal = (day: UsageDay): number => ADDRESS_STATUSES.reduce((sum, status) => sum + day[status], 0);

/** The day under the pointer, and where its column stands. */
interface Pointed {
  day: UsageDay;
  x: number;
}

/** Checked addresses a day, stacked by status. The same numbers stand in a table for those who can't see it. */
export function UsageChart({ days }: { days: UsageDay[] }): ReactElement {
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const { ref, width } = useWidth();
  const total = days.reduce((sum, day) => sum + dayTotal(day), 0);
  return (
    <div className="chart" ref={ref}>
      <p className="chart-readout" aria-hidden="true">
        <strong>{formatNumber(total)}</strong> {t.chart.inDays(days.length)}
      </p>
      <div className="chart-place">
        {width !== null && (
          <Columns days={days} width={width} total={total} pointed={pointed?.day ?? null} onPoint={setPointed} />
        )}
        {pointed !== null && width !== null && <HoverBox pointed={pointed} width={width} />}
      </div>
    </div>
  );
}

interface ColumnsProps {
  days: UsageDay[];
  width: number;
  total: number;
  pointed: UsageDay | null;
  onPoint: (pointed: Pointed | null) => void;
}

function Columns({ days, width, total, pointed, onPoint }: ColumnsProps): ReactElement {
  const scale = niceScale(Math.max(0, ...days.map(dayTotal)));
  const left = Math.ceil(widestText(scale.map(formatNumber), FONT_SIZE)) + GAP;
  const top = scale.at(-1) ?? 1;
  const y = (value: number): number => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top);
  const step = Math.max(0, width - left) / Math.max(1, days.length);
  // The last name ends with the chart, and so reaches further back than the others.
  const nameWidth =
    1.5 *
      widestText(
        days.map(({ date }) => formatShortDay(date)),
        FONT_SIZE,
      ) +
    GAP;
  const every = Math.max(1, Math.ceil(nameWidth / Math.max(1, step) / 7) * 7);
  return (
    <svg
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      role="img"
      aria-label={t.chart.label(t.common.addresses(total), days.length)}
      onPointerLeave={() => {
        onPoint(null);
      }}
    >
      {scale.map((value) => (
        <g key={value}>
          <line x1={left} x2={width} y1={y(value)} y2={y(value)} className="grid-line" />
          <text x={left - GAP} y={y(value) + 4} className="axis-number">
            {formatNumber(value)}
          </text>
        </g>
      ))}
      {days.map((day, place) => {
        const x = left + step * place;
        const isLast = place === days.length - 1;
        let below = 0;
        return (
          <g
            key={day.date}
            className={pointed !== null && pointed !== day ? 'faded' : undefined}
            onPointerEnter={() => {
              onPoint({ day, x: x + step / 2 });
            }}
          >
            <rect x={x} y={TOP} width={step} height={HEIGHT - TOP - BOTTOM} className="hover-ground" />
            {ADDRESS_STATUSES.map((status) => {
              const from = below;
              below += day[status];
              const height = y(from) - y(below);
              if (height <= 0) return null;
              return (
                <rect
                  key={status}
                  x={x + step * 0.16}
                  y={y(below)}
                  width={step * 0.68}
                  height={Math.max(1, height - 1)}
                  rx={1.5}
                  className={`fill-${status}`}
                />
              );
            })}
            {(days.length - 1 - place) % every === 0 && (
              <text x={isLast ? width : x + step / 2} y={HEIGHT - 6} className={isLast ? 'axis-day last' : 'axis-day'}>
                {formatShortDay(day.date)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

/** What is to be said of the day, beside its column: on the side that has more room. */
function HoverBox({ pointed: { day, x }, width }: { pointed: Pointed; width: number }): ReactElement {
  const isLeft = x > width / 2;
  const shown = ADDRESS_STATUSES.filter((status) => day[status] > 0);
  return (
    <div className="chart-box" aria-hidden="true" style={isLeft ? { right: width - x + GAP } : { left: x + GAP }}>
      <p className="strong">{formatShortDay(day.date)}</p>
      {shown.length === 0 && <p>{t.chart.nothing}</p>}
      {shown.map((status) => (
        <p key={status} className="chart-box-line">
          <span className={`swatch ground-${status}`} />
          <span>{t.verdict.statuses[status].name}</span>
          <span className="legend-value">{formatNumber(day[status])}</span>
        </p>
      ))}
    </div>
  );
}
