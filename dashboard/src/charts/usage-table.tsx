import type { ReactElement } from 'react';
import type { UsageDay } from '../api';
import { formatNumber, formatShortDay } from '../ui/format';
import { ADDRESS_STATUSES, STATUS_WORDS } from '../verdict/status-words';
import { dayTotal } from './usage-chart';

/** The chart's numbers, for reading and copying: days on which something was checked. */
export function UsageTable({ days }: { days: UsageDay[] }): ReactElement {
  return (
    <details className="details">
      <summary>Show the numbers as a table</summary>
      <div className="table-wrap" tabIndex={0} role="region" aria-label="Usage by day">
        <table>
          <thead>
            <tr>
              <th scope="col">Day (UTC)</th>
              {ADDRESS_STATUSES.map((status) => (
                <th key={status} scope="col" className="number">
                  {STATUS_WORDS[status].name}
                </th>
              ))}
              <th scope="col" className="number">
                Credits
              </th>
            </tr>
          </thead>
          <tbody>
            {days
              .filter((day) => dayTotal(day) > 0 || day.credits > 0)
              .map((day) => (
                <tr key={day.date}>
                  <th scope="row">{formatShortDay(day.date)}</th>
                  {ADDRESS_STATUSES.map((status) => (
                    <td key={status} className="number">
                      {formatNumber(day[status])}
                    </td>
                  ))}
                  <td className="number">{formatNumber(day.credits)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
