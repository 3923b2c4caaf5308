import { addressColumn, columnNames, noAddressColumn } from '../csv/address-column';
import { CsvFault } from '../csv/csv-fault';
import type { ListFormat } from '../csv/list-format';
import { Yielder } from '../csv/yielder';
import { Padding } from '../csv/padding';
import type { CsvTable } from '../csv/read-csv';
import { MOST_COLUMNS } from '../csv/most-columns';
import { encodeRecord, type CsvRow } from '../csv/row-writer';
import { shownName } from '../csv/shown-name';
import { isBlank, missesAddress, surplusCells } from '../csv/surplus-cells';
import { Archive } from './archive';
import { parseXml } from './parse-xml';
import { columnName, SheetReader, type SheetRow } from './sheet-reader';
import type { SpooledFile } from './spooled-file';
import { readWorkbook, type Sheet, type Workbook } from './workbook';
import { workbookFault } from './workbook-fault';

/** Characters of rows that are handed on at a time. */
const HANDFUL = 65_536;
const NAMES_SHOWN = 10;

/**
 * Reads the sheet of a workbook (.xlsx, ECMA-376) that is asked for, else the first that is not hidden, as if it had
 * been saved as CSV, but that numbers and dates come as they are kept. The first row that is not blank names the columns.
 * Bounded in time and memory by what was sent; the event loop has its turns.
 * @param file left open
 * @throws CsvFault when the header cannot be read
 */
export async function readXlsx(file: SpooledFile, format: ListFormat): Promise<CsvTable> {
  const yielder = new Yielder();
  const archive = await Archive.open(file);
  const workbook = await readWorkbook(archive, yielder);
  const sheet = chooseSheet(workbook.sheets, format.sheet);
  const rows = readRows(archive, sheet, workbook, yielder);
  const first = await rows.next();
  if (first.done === true) throw new CsvFault('empty_file', `The sheet ${shownName(sheet.name)} is empty.`);
  const [header, ...rest] = first.value;
  const cells = header?.cells ?? [];
  if (cells.length > MOST_COLUMNS)
    throw new CsvFault(
      'too_many_columns',
      `The first row of the sheet has ${cells.length} columns; ${MOST_COLUMNS} are the most that can be taken.`,
    );
  const emailColumn = addressColumn(cells, format);
  if (emailColumn === -1) throw noAddressColumn(`sheet ${shownName(sheet.name)}`, cells, format);
  const columns = columnNames(cells, emailColumn, format.hasHeader);
  const ahead = format.hasHeader ? rest : first.value;
  const layout = { width: columns.length, emailColumn, keepsCells: format.keepsCells === true };
  return { columns, emailColumn, delimiter: ',', rows: writeRows(ahead, rows, layout) };
}

async function* readRows(
  archive: Archive,
  { path }: Sheet,
  workbook: Workbook,
  yielder: Yielder,
): AsyncGenerator<SheetRow[], void> {
  const reader = new SheetReader(workbook, archive.allowed);
  const parsing = parseXml(archive.read(path), reader, yielder);
  try {
    while ((await parsing.next()).done !== true) {
      const rows = reader.take();
      if (rows.length > 0) yield rows;
    }
  } finally {
    await parsing.return();
  }
}

async function* writeRows(
  ahead: readonly SheetRow[],
  others: AsyncGenerator<SheetRow[], void>,
  { width, emailColumn, keepsCells }: { width: number; emailColumn: number; keepsCells: boolean },
): AsyncGenerator<CsvRow[], void> {
  const padding = new Padding();
  let count = 0;
  let written: CsvRow[] = [];
  let characters = 0;
  const write = ({ number, cells }: SheetRow): void => {
    const surplus = surplusCells(cells, width);
    if (surplus.length > 0 && missesAddress(cells, emailColumn)) throw beyondHeader(number, cells, width, emailColumn);
    const taken = cells.reduce((sum, cell) => sum + cell.length + 1, 0);
    const added = padding.fill(Math.max(width - cells.length, 0), taken);
    if (added === null)
      throw workbookFault(
        `Row ${number} has ${cells.length} of the first row's ${width} cells, like too many rows before it. Send fewer columns.`,
      );
    const row: CsvRow = {
      address: (cells[emailColumn] ?? '').trim(),
      line: encodeRecord(cells.slice(0, width)) + added,
    };
    if (surplus.length > 0) row.surplus = encodeRecord(surplus);
    if (keepsCells) row.given = { cells, line: number };
    written.push(row);
    characters += row.line.length + (row.surplus?.length ?? 0);
    count += 1;
  };
  try {
    let rows = ahead;
    for (;;) {
      for (const row of rows) write(row);
      if (characters >= HANDFUL) {
        yield written;
        written = [];
        characters = 0;
      }
      const next = await others.next();
      if (next.done === true) break;
      rows = next.value;
    }
    if (written.length > 0) yield written;
    if (count === 0) throw new CsvFault('no_rows', 'The sheet holds a header row and no rows below it.');
  } finally {
    await others.return();
  }
}

function chooseSheet(sheets: readonly Sheet[], asked: string | null): Sheet {
  const key = asked?.toLowerCase();
  const found =
    key === undefined
      ? (sheets.find(({ isHidden }) => !isHidden) ?? sheets[0])
      : (sheets.find(({ name }) => name.trim().toLowerCase() === key) ??
        (/^[1-9]\d{0,3}$/.test(key) ? sheets[Number(key) - 1] : undefined));
  if (found !== undefined) return found;
  const names = sheets.slice(0, NAMES_SHOWN).map(({ name }) => shownName(name));
  const more = sheets.length > NAMES_SHOWN ? ` and ${sheets.length - NAMES_SHOWN} more` : '';
  throw workbookFault(`The workbook has no sheet ${shownName(asked ?? '')}. Sheets seen: ${names.join(', ')}${more}.`);
}

/** It holds an address, and not where it should. */
function beyondHeader(number: number, cells: readonly string[], width: number, emailColumn: number): CsvFault {
  const column = columnName(cells.findIndex((cell, index) => index >= width && !isBlank(cell)));
  return new CsvFault(
    'too_many_cells',
    `Row ${number} holds something in column ${column}, but the first row ends at column ${columnName(width - 1)}, and its address is not in column ${columnName(emailColumn)}. Move it there, or give each column a name.`,
    number,
  );
}
