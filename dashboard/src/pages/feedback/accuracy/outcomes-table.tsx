import type { ReactElement } from 'react';
import type { Outcomes } from '../../../api/feedback';
import { feedbackTexts } from '../../../texts/feedback';
import { formatNumber } from '../../../ui/format';
import { shareWithRange } from './share-with-range';

interface OutcomesTableProps {
  label: string;
  /** What the first column names. */
  of: string;
  rows: readonly (Outcomes & { key: string; name: string })[];
}

/** What was answered, and what came of it, with the numbers behind each share. */
export function OutcomesTable({ label, of, rows }: OutcomesTableProps): ReactElement {
  const words = feedbackTexts().accuracy;
  return (
    <div className="table-wrap outcomes" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">{of}</th>
            {[words.answered, words.known, words.delivered, words.bouncedColumn, words.rate].map((name) => (
              <th key={name} scope="col" className="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.name}</th>
              {[row.answered, row.known, row.delivered, row.hard_bounced].map((value, column) => (
                <td key={column} className="number">
                  {formatNumber(value)}
                </td>
              ))}
              <td className="number">{rateOf(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function rateOf({ bounce_rate: rate, few }: Outcomes): string {
  return rate === null ? '–' : shareWithRange(rate, few ? feedbackTexts().accuracy.fewShort : '');
}
