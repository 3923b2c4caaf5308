import type { ResultsRow } from '../intake/csv';
import { freeNames } from '../intake/csv';
import type { OpenedRows } from './batch-download.service';
import type { ZippedFile } from './results-zip';
import { rowXml } from './sheet-xml';

/** Rows of a sheet (Excel's own limit), the header among them. */
const MOST_ROWS = 1_048_576;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const FROZEN_HEADER =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';

/**
 * The results as the parts of an Excel workbook (ECMA-376-1): the columns of the CSV file in their order, ours as numbers and
 * truth values. What a sheet can't take goes on in a further one, under the same header. Each part is to be read to its end
 * before the next is asked for.
 * @param mostRows of a sheet, its header among them
 */
export async function* workbookParts(
  { table, rows }: OpenedRows,
  mostRows = MOST_ROWS,
): AsyncGenerator<ZippedFile, void> {
  const { theirs } = table;
  const header = [...theirs, ...(table.hasResults ? freeNames(theirs, table.names) : [])];
  /** Rows that the sheet in front had no room for. */
  let ahead: readonly ResultsRow[] = [];
  let isOver = false;
  const hasMore = async (): Promise<boolean> => {
    if (ahead.length === 0 && !isOver) {
      const next = await rows.next();
      if (next.done === true) isOver = true;
      else ahead = next.value;
    }
    return !isOver;
  };
  async function* sheet(): AsyncGenerator<string, void> {
    yield `${XML}<worksheet xmlns="${MAIN}">${FROZEN_HEADER}<sheetData>${rowXml(1, header)}`;
    let number = 1;
    while (number < mostRows) {
      if (!(await hasMore())) break;
      const some = ahead.slice(0, mostRows - number);
      ahead = ahead.slice(some.length);
      let xml = '';
      for (const row of some) xml += rowXml((number += 1), valuesOf(row, theirs.length));
      yield xml;
    }
    yield '</sheetData></worksheet>';
  }
  let count = 0;
  try {
    do {
      count += 1;
      yield { name: `xl/worksheets/sheet${count}.xml`, open: () => Promise.resolve(sheet()) };
    } while (await hasMore());
  } finally {
    await rows.return();
  }
  for (const [name, xml] of Object.entries(otherParts(count))) yield { name, open: () => Promise.resolve([xml]) };
}

/** The cells of a row, each in its column. */
function valuesOf({ cells, values, surplus }: ResultsRow, width: number): (string | number | boolean | null)[] {
  const row: (string | number | boolean | null)[] = cells.slice(0, width);
  while (row.length < width) row.push('');
  return row.concat(values, surplus);
}

/** The parts that say which sheets there are. */
function otherParts(sheets: number): Record<string, string> {
  const all = Array.from({ length: sheets }, (_, index) => index + 1);
  const nameOf = (number: number): string => (number === 1 ? 'Results' : `Results ${number}`);
  return {
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${all.map((number) => `<sheet name="${nameOf(number)}" sheetId="${number}" r:id="rId${number}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      all.map((number) => [`rId${number}`, 'worksheet', `worksheets/sheet${number}.xml`]),
    ),
    '_rels/.rels': relations([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>${all.map((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPES}.worksheet+xml"/>`).join('')}</Types>`,
  };
}

function relations(targets: readonly (readonly [id: string, kind: string, target: string])[]): string {
  const each = targets.map(
    ([id, kind, target]) => `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${target}"/>`,
  );
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each.join('')}</Relationships>`;
}
