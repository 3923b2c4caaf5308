import { columnName } from '../intake/xlsx';
import type { ResultValue } from '../intake/csv';

/** What Excel takes of a text. */
const MOST_CHARACTERS = 32_767;
/** What XML 1.0 does not hold, or reads as something else, and what looks like our way to write that (ECMA-376-1 22.9.2.19). */
const UNWRITABLE = /(?![\t\n])[\p{Cc}\ufffe\uffff]|_(?=x[0-9a-fA-F]{4}_)/gu;
const MARKUP = /[&<>]/g;
const NAMES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Letters of the columns: each is asked for once a row. */
const letters: string[] = [];

/** A row of a sheet. Texts are inline, and so never a formula, and cut where Excel takes no more. */
export function rowXml(number: number, values: readonly ResultValue[]): string {
  let cells = '';
  for (const [column, value] of values.entries()) {
    if (value === null || value === '') continue;
    const place = (letters[column] ??= columnName(column)) + String(number);
    if (typeof value === 'number') cells += `<c r="${place}"><v>${value}</v></c>`;
    else if (typeof value === 'boolean') cells += `<c r="${place}" t="b"><v>${value ? 1 : 0}</v></c>`;
    else cells += `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${textXml(value)}</t></is></c>`;
  }
  return `<row r="${number}">${cells}</row>`;
}

function textXml(text: string): string {
  return text
    .slice(0, MOST_CHARACTERS)
    .replace(UNWRITABLE, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(MARKUP, (sign) => NAMES[sign] ?? sign);
}
