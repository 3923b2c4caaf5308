import { columnKey } from '../../../src/batches/intake/csv/column-key';
import { findEmailColumn } from '../../../src/batches/intake/csv/email-column';
import { looksLikeAddress } from './address';
import type { ListHead } from './list-head';

/** What has to be known of a list beside its cells. */
export interface ListChoice {
  /** Whether its first row names the columns. */
  hasHeader: boolean;
  /** Index of the column that holds the addresses; -1: not known. */
  column: number;
}

const ROWS_LOOKED_AT = 200;
const NAME = /e-?mail|\bmails?\b|adress|address|courriel|correo|почта|メール|邮箱/i;

/**
 * Judged by the names and the content: the column that the service reads by its name, else the one with the most addresses, else
 * one that may be called so.
 */
export function guessChoice(records: readonly string[][]): ListChoice {
  const [first = [], ...rest] = records;
  const { index } = findEmailColumn(first);
  if (index !== -1) return { hasHeader: true, column: index };
  const hasHeader = !first.some(looksLikeAddress);
  const rows = (hasHeader ? rest : records).slice(0, ROWS_LOOKED_AT);
  const counts = first.map((_, column) => rows.filter((cells) => looksLikeAddress(cells[column] ?? '')).length);
  const most = Math.max(0, ...counts);
  if (most > 0) return { hasHeader, column: counts.indexOf(most) };
  return { hasHeader, column: first.length === 1 ? 0 : first.findIndex((name) => NAME.test(name)) };
}

/** The form fields by which the service reads a list as it is shown. */
export function formFields(
  first: readonly string[],
  { hasHeader, column }: ListChoice,
  source: ListHead['source'],
): Record<string, string> {
  const key = columnKey(first[column] ?? '');
  const same = first.filter((name) => columnKey(name) === key).length;
  const isByName = hasHeader && key !== '' && same === 1 && key.length <= 255;
  return {
    ...(source.kind === 'text' ? { encoding: source.encoding } : { sheet: source.sheet }),
    column: isByName ? (first[column] ?? '').trim() : String(column + 1),
    ...(hasHeader ? {} : { has_header: 'false' }),
  };
}
