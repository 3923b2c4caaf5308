import { count, formatNumber } from './formats';

/** What is wrong with a list that was sent, in English; `list-faults.de.ts` has the same. */
export const listFaultsEn = {
  chooseColumn: (columns: number) =>
    `The list has ${count(columns, 'column', 'columns')} and no names above them. Choose the one that holds the addresses.`,
  noSuchColumn: (columns: number, column: string) =>
    `The list has ${count(columns, 'column', 'columns')}, so there is no column ${column}.`,
  noColumn: (name: string, seen: string) => `No column is called ${name}. Columns seen: ${seen}.`,
  tooManyColumns: (columns: number, most: number) =>
    `The list has ${count(columns, 'column', 'columns')}; ${formatNumber(most)} are the most that can be taken. Leave out those that you don’t need.`,
  openQuote: (line: number) =>
    `A quote (") opens on line ${formatNumber(line)} and does not close. A quote within a cell in quotes is written twice (""), and nothing stands between the closing quote and the next cell.`,
  quoteOverLines: (line: number) =>
    `A cell in quotes begins on line ${formatNumber(line)} and goes on behind its end. Either it does not close, or quotes in it must be written twice ("").`,
  quoteOverCells: (line: number) =>
    `A cell in quotes begins on line ${formatNumber(line)} and takes in the cells behind it. Quotes in it must be written twice ("").`,
  longRow: (line: number) =>
    `The row that begins on line ${formatNumber(line)} is longer than a megabyte. Is this a list with one address a row?`,
  notText: (line: number) => `Line ${formatNumber(line)} is no text. Save the list as CSV, then choose it again.`,
  notUnicode: (line: number) =>
    `Line ${formatNumber(line)} is not written in Unicode. Choose another encoding, or save the list as “CSV UTF-8”.`,
  manyCells: (line: number, cells: number, columns: number) =>
    `Line ${formatNumber(line)} has ${count(cells, 'cell', 'cells')}, but there are ${count(columns, 'column', 'columns')}. A cell that holds the character between the columns needs quotes around it.`,
  tooManyCells: (line: number, cells: number, most: number) =>
    `Line ${formatNumber(line)} has ${count(cells, 'cell', 'cells')}; ${formatNumber(most)} are the most that can be taken. Leave out those that you don’t need.`,
  fewCells: (line: number, cells: number, columns: number) =>
    `Line ${formatNumber(line)} has ${count(cells, 'cell', 'cells')} for ${count(columns, 'column', 'columns')}, like too many before it. Leave out columns that you don’t need.`,
  beyondColumns: (row: number, column: string, last: string, address: string) =>
    `Row ${formatNumber(row)} holds something in column ${column}, but the first row ends at column ${last}, and its address is not in column ${address}. Move it there, or give each column a name.`,
  beyondMost: (row: number, column: string, most: string) =>
    `Row ${formatNumber(row)} holds something in column ${column}; ${most} columns are the most that can be taken. Leave out those that you don’t need.`,
  mostlyMalformed: (malformed: number, rows: number, column: string) =>
    `${formatNumber(malformed)} of ${count(rows, 'row', 'rows')} hold no address in the column “${column}”. Is it the right one?`,
  sheetEmpty: (name: string) => `The sheet ${name} is empty.`,
  noSheet: (name: string, seen: string) => `The workbook has no sheet ${name}. Sheets seen: ${seen}.`,
  workbookTooLarge: 'The workbook is larger than what can be taken. Save the list as CSV, then choose it again.',
};

export type ListFaults = typeof listFaultsEn;
