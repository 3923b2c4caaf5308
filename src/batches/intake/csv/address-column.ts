import { columnKey, visibleName } from './column-key';
import { CsvFault } from './csv-fault';
import { findEmailColumn } from './email-column';
import type { ListFormat } from './list-format';
import { shownName } from './shown-name';

const NAMES_SHOWN = 10;
const NUMBER = /^[1-9]\d{0,3}$/;

type Choice = Pick<ListFormat, 'column' | 'hasHeader' | 'otherNames'>;

/**
 * Index of the column that holds the addresses, or -1. Names are compared in any case, outer white space, quotes and
 * invisible signs aside; of several with that name it is the first. A column that is called `2` goes before the second one.
 * Where nothing is said of the list, see `findEmailColumn`.
 * @param firstRow the header, or the first row of a list without one
 */
export function addressColumn(firstRow: readonly string[], { column, hasHeader, otherNames }: Choice): number {
  if (!hasHeader) {
    if (column !== null) return numbered(firstRow, column);
    return firstRow.length === 1 ? 0 : -1;
  }
  if (column === null) return findEmailColumn(firstRow, otherNames).index;
  const key = columnKey(column);
  const named = firstRow.findIndex((name) => columnKey(name) === key);
  return named === -1 ? numbered(firstRow, column) : named;
}

/** The names of the columns, without invisible signs; of a list without a header, those that its results get. */
export function columnNames(firstRow: readonly string[], emailColumn: number, hasHeader: boolean): string[] {
  if (hasHeader) return firstRow.map(visibleName);
  // The results of such a list can be uploaded again as they are.
  return firstRow.map((_, index) => (index === emailColumn ? 'email' : `column_${index + 1}`));
}

/** Says that `addressColumn` found none. @param what such as `CSV file` */
export function noAddressColumn(what: string, firstRow: readonly string[], { column, hasHeader }: Choice): CsvFault {
  const { length } = firstRow;
  const columns = length === 1 ? '1 column' : `${length} columns`;
  if (!hasHeader) {
    return fault(
      column === null
        ? `The ${what} has ${columns} and no header row: say by "column" which of them holds the addresses, by its number from 1.`
        : `The first row of the ${what} has ${columns}, so there is no column ${column}.`,
    );
  }
  if (column !== null && NUMBER.test(column)) {
    return fault(`The ${what} has ${columns}, so there is no column ${column}. Columns seen: ${shown(firstRow)}.`);
  }
  const name = column === null ? 'an "email" column' : `the column ${shownName(column)}`;
  return fault(`The ${what} must contain ${name} in its first row. Columns seen: ${shown(firstRow)}.`);
}

function numbered(firstRow: readonly string[], column: string): number {
  const index = NUMBER.test(column) ? Number(column) - 1 : -1;
  return index < firstRow.length ? index : -1;
}

function fault(message: string): CsvFault {
  return new CsvFault('no_email_column', message);
}

function shown(names: readonly string[]): string {
  const more = names.length > NAMES_SHOWN ? ` and ${names.length - NAMES_SHOWN} more` : '';
  return names.slice(0, NAMES_SHOWN).map(shownName).join(', ') + more;
}
