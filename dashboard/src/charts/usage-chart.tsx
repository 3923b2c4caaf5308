import { useState, type ReactElement } from 'react';
import type { UsageDay } from '../api';
import { ADDRESS_STATUSES, STATUS_WORDS } from '../verdict/status-words';
import { count, formatNumber, formatShortDay } from '../ui/format';
import { niceScale } from './nice-scale';

const WIDTH = 720;
const HEIGHT = 220;
const LEFT = 44;
const BOTTOM = 24;
const TOP = 10;

export const dayTotal = (day: UsageDay): number => ADDRESS_STATUSES.reduce((sum, status) => sum + day[status], 0);

/** Checked addresses a day, stacked by status. The same numbers stand in a table for those who can't see it. */
export function UsageChart({ days }: { days: UsageDay[] }): ReactElement {
  const [pointed, setPointed] = useState<UsageDay | null>(null);
  const scale = niceScale(Math.max(0, ...days.map(dayTotal)));
  const top = scale.at(-1) ?? 1;
  const y = (value: number): number => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top);
  const step = (WIDTH - LEFT) / Math.max(1, days.length);
  const total = days.reduce((sum, day) => sum + dayTotal(day), 0);
  return (
    <div className="chart">
      <p className="chart-readout" aria-hidden="true">
        {pointed === null ? (
          <>
            <strong>{formatNumber(total)}</strong> checked in {days.length} days
          </>
        ) : (
          <>
            <strong>{formatShortDay(pointed.date)}</strong>: {describe(pointed)}
          </>
        )}
      </p>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Checked addresses by day and status: ${count(total, 'address', 'addresses')} in ${days.length} days`}
        onPointerLeave={() => {
          setPointed(null);
        }}
      >
        {scale.map((value) => (
          <g key={value}>
            <line x1={LEFT} x2={WIDTH} y1={y(value)} y2={y(value)} className="grid-line" />
            <text x={LEFT - 8} y={y(value) + 4} className="axis-number">
              {formatNumber(value)}
            </text>
          </g>
        ))}
        {days.map((day, place) => {
          const x = LEFT + step * place;
          let below = 0;
          return (
            <g
              key={day.date}
              className={pointed !== null && pointed !== day ? 'faded' : undefined}
              onPointerEnter={() => {
                setPointed(day);
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
              {(days.length - 1 - place) % 7 === 0 && (
                <text
                  x={place === days.length - 1 ? WIDTH : x + step / 2}
                  y={HEIGHT - 6}
                  className={place === days.length - 1 ? 'axis-day last' : 'axis-day'}
                >
                  {formatShortDay(day.date)}
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </div>
  );
}

function describe(day: UsageDay): string {
  const parts = ADDRESS_STATUSES.filter((status) => day[status] > 0).map(
    (status) => `${formatNumber(day[status])} ${STATUS_WORDS[status].name.toLowerCase()}`,
  );
  return parts.length === 0 ? 'nothing checked' : parts.join(', ');
}
