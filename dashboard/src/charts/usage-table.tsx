import type { ReactElement } from 'react';
import type { UsageDay } from '../api';
import { t } from '../texts';
import { formatNumber, formatShortDay } from '../ui/format';
import { ADDRESS_STATUSES } from '../verdict/address-status';
import { dayTotal } from './usage-chart';

/** The chart's numbers, for reading and copying: days on which something was checked. */
export function UsageTable({ days }: { days: UsageDay[] }): ReactElement {
  return (
    <details className="details">
      <summary>{t.chart.asTable}</summary>
      <div className="table-wrap" tabIndex={0} role="region" aria-label={t.chart.byDay}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t.chart.day}</th>
              {ADDRESS_STATUSES.map((status) => (
                <th key={status} scope="col" className="number">
                  {t.verdict.statuses[status].name}
                </th>
              ))}
              <th scope="col" className="number">
                {t.chart.credits}
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
