import type { ReactElement } from 'react';
import type { BatchRow } from '../../../api';
import { t } from '../../../texts';
import { formatNumber } from '../../../ui/format';
import { StatusBadge } from '../../../ui/status-badge';

/** Rows with their verdicts, wider than a phone: it scrolls by itself, with the keyboard too. */
export function RowsTable({ columns, rows }: { columns: readonly string[]; rows: readonly BatchRow[] }): ReactElement {
  const words: Readonly<Record<string, string>> = t.story.reasons;
  // Some rows have more cells than there are columns.
  const width = Math.max(columns.length, ...rows.map(({ cells }) => cells.length));
  // The column of the addresses stands in front already.
  const others = Array.from({ length: width }, (_, index) => ({ name: columns[index] ?? '', index })).filter(
    ({ index }) => !rows.every(({ cells, email }) => (cells[index] ?? '').trim() === email),
  );
  return (
    <div className="table-wrap" role="region" aria-label={t.rows.table} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t.rows.number}</th>
            <th scope="col">{t.rows.address}</th>
            <th scope="col">{t.rows.verdict}</th>
            <th scope="col">{t.rows.why}</th>
            {others.map(({ name, index }) => (
              // Two columns may have one name.
              <th scope="col" key={index}>
                {name === '' ? t.intake.noName : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, email, status, sub_status: subStatus, did_you_mean: meant, cells }) => (
            <tr key={row}>
              <td className="number">{formatNumber(row)}</td>
              <th scope="row">{email}</th>
              <td>{status === null ? t.rows.unchecked : <StatusBadge status={status} />}</td>
              <td>
                {subStatus !== null && (words[subStatus] ?? subStatus)}
                {meant !== null && <span className="hint block">{t.rows.meant(meant)}</span>}
              </td>
              {others.map(({ index }) => (
                <td key={index}>{cells[index] ?? ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
