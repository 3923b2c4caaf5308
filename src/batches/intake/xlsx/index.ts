export { readXlsx } from './read-xlsx';
export { columnName } from './sheet-reader';
export { spool } from './spooled-file';

/** Whether a file begins as a ZIP archive does: so does every workbook. */
export function isArchive([a, b, c, d]: Uint8Array): boolean {
  return a === 0x50 && b === 0x4b && c === 3 && d === 4;
}
