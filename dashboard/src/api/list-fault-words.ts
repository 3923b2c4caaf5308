import { t } from '../texts';

/** What the service says of a list that it can't take, and what people read in its place. */
export const LIST_SENTENCES: readonly (readonly [RegExp, (found: readonly string[]) => string])[] = [
  [
    /must contain an "email" column in its first row\. Columns seen: (.+)\.$/,
    ([, seen = '']) => t.faults.noEmailColumn(seen),
  ],
  [
    /must contain the column (".*?") in its first row\. Columns seen: (.+)\.$/,
    ([, name = '', seen = '']) => t.listFaults.noColumn(name, seen),
  ],
  [/ has (\d+) columns? and no header row: /, ([, columns]) => t.listFaults.chooseColumn(Number(columns))],
  [
    / has (\d+) columns?, so there is no column (\d+)\./,
    ([, columns, column = '']) => t.listFaults.noSuchColumn(Number(columns), column),
  ],
  [
    /^The (?:header|first row of the sheet) has (\d+) columns; (\d+) are the most/,
    ([, columns, most]) => t.listFaults.tooManyColumns(Number(columns), Number(most)),
  ],
  [/^The quote \("\) that opens on line (\d+) is not closed/, ([, line]) => t.listFaults.openQuote(Number(line))],
  [/^The cell whose quote \("\) opens on line (\d+) goes on /, ([, line]) => t.listFaults.quoteOverLines(Number(line))],
  [/^The cell whose quote \("\) opens on line (\d+) holds /, ([, line]) => t.listFaults.quoteOverCells(Number(line))],
  [/^The row that starts on line (\d+) is longer than 1 MiB/, ([, line]) => t.listFaults.longRow(Number(line))],
  [/^Line (\d+) holds a NUL byte/, ([, line]) => t.listFaults.notText(Number(line))],
  [/^Line (\d+) holds bytes that are neither /, ([, line]) => t.listFaults.notUnicode(Number(line))],
  [
    /^Line (\d+) has (\d+) cells, but the (?:header|first row) has (\d+)\./,
    ([, line, cells, columns]) => t.listFaults.manyCells(Number(line), Number(cells), Number(columns)),
  ],
  [
    /^Line (\d+) has (\d+) cells; (\d+) are the most/,
    ([, line, cells, most]) => t.listFaults.tooManyCells(Number(line), Number(cells), Number(most)),
  ],
  [
    /^(?:Line|Row) (\d+) has (\d+) of the (?:header|first row)'s (\d+) cells/,
    ([, line, cells, columns]) => t.listFaults.fewCells(Number(line), Number(cells), Number(columns)),
  ],
  [
    /^Row (\d+) holds something in column (\w+), but the first row ends at column (\w+), and its address is not in column (\w+)\./,
    ([, row, column = '', last = '', address = '']) => t.listFaults.beyondColumns(Number(row), column, last, address),
  ],
  [
    /^(\d+) of the (\d+) rows hold no well-formed address\..* is the column "(.*)" the right one\?$/,
    ([, malformed, rows, column = '']) => t.listFaults.mostlyMalformed(Number(malformed), Number(rows), column),
  ],
  [
    /^Row (\d+) holds something in column (\w+); (.+) columns are the most/,
    ([, row, column = '', most = '']) => t.listFaults.beyondMost(Number(row), column, most),
  ],
  [/^The file is empty/, () => t.faults.emptyFile],
  [/^The (?:file|sheet) holds a header row and no rows/, () => t.faults.noRows],
  [/^The sheet (.+) is empty\.$/, ([, name = '']) => t.listFaults.sheetEmpty(name)],
  [
    /^The workbook has no sheet (.+)\. Sheets seen: (.+)\.$/,
    ([, name = '', seen = '']) => t.listFaults.noSheet(name, seen),
  ],
  [/^The file is an old Excel workbook|^The Excel workbook has a password/, () => t.intake.faults.old_workbook],
  [/^The file is an? .*(?:archive|\.xlsx)/, () => t.intake.faults.compressed],
  [/^The file is .+, not CSV text\./, () => t.intake.faults.not_text],
  [/ is damaged or incomplete\. Open it, /, () => t.intake.faults.damaged_workbook],
  [/^The Excel workbook holds /, () => t.listFaults.workbookTooLarge],
];
