import { count, formatNumber } from './formats';
import type { ListFaults } from './list-faults.en';

export const listFaultsDe: ListFaults = {
  chooseColumn: (columns) =>
    `Die Liste hat ${count(columns, 'Spalte', 'Spalten')} und keine Namen darüber. Wählen Sie die Spalte mit den Adressen aus.`,
  noSuchColumn: (columns, column) =>
    `Die Liste hat ${count(columns, 'Spalte', 'Spalten')}, eine Spalte ${column} gibt es also nicht.`,
  noColumn: (name, seen) => `Keine Spalte heißt ${name}. Gefunden: ${seen}.`,
  tooManyColumns: (columns, most) =>
    `Die Liste hat ${count(columns, 'Spalte', 'Spalten')}; mehr als ${formatNumber(most)} sind nicht möglich. Lassen Sie weg, was Sie nicht brauchen.`,
  openQuote: (line) =>
    `In Zeile ${formatNumber(line)} beginnt ein Anführungszeichen ("), das nicht endet. In einer Zelle in Anführungszeichen wird das Zeichen verdoppelt (""), und zwischen dem schließenden und der nächsten Zelle steht nichts.`,
  quoteOverLines: (line) =>
    `In Zeile ${formatNumber(line)} beginnt eine Zelle in Anführungszeichen, die über das Zeilenende hinausgeht. Entweder endet sie nicht, oder Anführungszeichen in ihr müssen verdoppelt werden ("").`,
  quoteOverCells: (line) =>
    `In Zeile ${formatNumber(line)} beginnt eine Zelle in Anführungszeichen, die die Zellen dahinter mitnimmt. Anführungszeichen in ihr müssen verdoppelt werden ("").`,
  longRow: (line) =>
    `Was in Zeile ${formatNumber(line)} beginnt, ist länger als ein Megabyte. Ist das eine Liste mit einer Adresse je Zeile?`,
  notText: (line) =>
    `Zeile ${formatNumber(line)} ist kein Text. Speichern Sie die Liste als CSV, und wählen Sie sie dann noch einmal aus.`,
  notUnicode: (line) =>
    `Zeile ${formatNumber(line)} ist nicht in Unicode geschrieben. Wählen Sie eine andere Kodierung, oder speichern Sie die Liste als „CSV UTF-8“.`,
  manyCells: (line, cells, columns) =>
    `Zeile ${formatNumber(line)} hat ${count(cells, 'Zelle', 'Zellen')} bei ${count(columns, 'Spalte', 'Spalten')}. Um eine Zelle, die das Trennzeichen enthält, gehören Anführungszeichen.`,
  tooManyCells: (line, cells, most) =>
    `Zeile ${formatNumber(line)} hat ${count(cells, 'Zelle', 'Zellen')}; mehr als ${formatNumber(most)} sind nicht möglich. Lassen Sie weg, was Sie nicht brauchen.`,
  fewCells: (line, cells, columns) =>
    `Zeile ${formatNumber(line)} hat nur ${count(cells, 'Zelle', 'Zellen')} bei ${count(columns, 'Spalte', 'Spalten')}, wie schon zu viele vor ihr. Lassen Sie Spalten weg, die Sie nicht brauchen.`,
  beyondColumns: (row, column, last, address) =>
    `In Zeile ${formatNumber(row)} steht etwas in Spalte ${column}, die erste Zeile endet aber bei Spalte ${last}, und die Adresse steht nicht in Spalte ${address}. Verschieben Sie sie dorthin, oder geben Sie jeder Spalte einen Namen.`,
  beyondMost: (row, column, most) =>
    `In Zeile ${formatNumber(row)} steht etwas in Spalte ${column}; mehr als ${most} Spalten sind nicht möglich. Lassen Sie weg, was Sie nicht brauchen.`,
  mostlyMalformed: (malformed, rows, column) =>
    `${formatNumber(malformed)} von ${count(rows, 'Zeile', 'Zeilen')} enthalten in der Spalte „${column}“ keine Adresse. Ist es die richtige?`,
  sheetEmpty: (name) => `Das Blatt ${name} ist leer.`,
  noSheet: (name, seen) => `In der Arbeitsmappe gibt es kein Blatt ${name}. Gefunden: ${seen}.`,
  workbookTooLarge:
    'Die Arbeitsmappe ist größer, als sie sein darf. Speichern Sie die Liste als CSV, und wählen Sie sie dann noch einmal aus.',
};
