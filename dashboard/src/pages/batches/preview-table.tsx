import { useId, type ReactElement } from 'react';
import type { ListChoice } from '../../csv/guess-choice';
import { t } from '../../texts';

interface PreviewTableProps {
  /** Of the file: there may be several on the page. */
  name: string;
  records: readonly string[][];
  choice: ListChoice;
  onColumn: (column: number) => void;
}

const ROWS_SHOWN = 3;
/** More of them are a strain for the page; the one with the addresses is shown wherever it is. */
const COLUMNS_SHOWN = 50;

/** The first rows of a list, and in its head the choice of the column that holds the addresses. */
export function PreviewTable({ name: fileName, records, choice, onColumn }: PreviewTableProps): ReactElement {
  const group = useId();
  const { hasHeader, column } = choice;
  const first = records[0] ?? [];
  const rows = (hasHeader ? records.slice(1) : records).slice(0, ROWS_SHOWN);
  const shown = first.map((_, place) => place).filter((place) => place < COLUMNS_SHOWN || place === column);
  const nameOf = (place: number): string => {
    const name = hasHeader ? (first[place] ?? '').trim() : t.intake.columnNumber(place + 1);
    return name === '' ? t.intake.noName : name;
  };
  return (
    <fieldset>
      <legend>{t.intake.whichColumn}</legend>
      <div className="table-wrap" tabIndex={0} role="region" aria-label={t.intake.firstRows(fileName)}>
        <table>
          <thead>
            <tr>
              {shown.map((place) => (
                <th key={place} scope="col" className={place === column ? 'is-email' : undefined}>
                  <label className="column-choice">
                    <input
                      type="radio"
                      name={group}
                      checked={place === column}
                      onChange={() => {
                        onColumn(place);
                      }}
                    />
                    <span>{nameOf(place)}</span>
                  </label>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              <tr key={row}>
                {shown.map((place) => (
                  <td key={place} className={place === column ? 'is-email' : undefined}>
                    {cells[place] ?? ''}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </fieldset>
  );
}
