import type { ReactElement } from 'react';
import type { CsvPreview, Delimiter } from '../../csv/preview-csv';
import { count } from '../../ui/format';

const DELIMITER_NAMES: Record<Delimiter, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' };

/** What was found in the first bytes of a file: columns, and a few rows. */
export function PreviewTable({ preview }: { preview: CsvPreview }): ReactElement {
  const { columns, emailColumn, rows, delimiter, encoding, rowCount, isExact } = preview;
  return (
    <>
      <p className="hint">
        {count(columns.length, 'column')}, with a {DELIMITER_NAMES[delimiter]} between them, in {encoding};{' '}
        {isExact ? count(rowCount, 'row') : `about ${count(rowCount, 'row')}, judged by its beginning`}.
      </p>
      <div className="table-wrap" tabIndex={0} role="region" aria-label="The first rows of the file">
        <table>
          <thead>
            <tr>
              {columns.map((column, place) => (
                <th key={place} scope="col" className={place === emailColumn ? 'is-email' : undefined}>
                  {column === '' ? '(no name)' : column}
                  {place === emailColumn && <span className="chip">addresses</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              <tr key={row}>
                {columns.map((_, place) => (
                  <td key={place} className={place === emailColumn ? 'is-email' : undefined}>
                    {cells[place] ?? ''}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
