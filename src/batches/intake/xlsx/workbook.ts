import { posix } from 'node:path';
import type { Yielder } from '../csv/yielder';
import type { Archive } from './archive';
import { attribute, parseXml } from './parse-xml';
import { RichText } from './rich-text';
import type { CellContext } from './sheet-reader';
import { isDateCode, isDateFormat, type Epoch } from './serial-date';
import { StringTable } from './string-table';
import { damaged, tooLarge, workbookFault } from './workbook-fault';
import type { XmlHandler } from './xml-handler';

export interface Sheet {
  name: string;
  isHidden: boolean;
  /** Of its part. */
  path: string;
}

export interface Workbook extends CellContext {
  sheets: Sheet[];
}

const MOST_SHEETS = 1000;
const MOST_STYLES = 100_000;
const ROOT = '_rels/.rels';

interface Relation {
  /** The last word of its type, such as `worksheet`. */
  kind: string;
  path: string;
}

/** Reads all of a workbook but its sheets. @throws CsvFault */
export async function readWorkbook(archive: Archive, yielder: Yielder): Promise<Workbook> {
  const roots = archive.has(ROOT) ? await readRelations(archive, ROOT, '', yielder) : new Map<string, Relation>();
  const main = [...roots.values()].find(({ kind }) => kind === 'officeDocument')?.path ?? 'xl/workbook.xml';
  if (!archive.has(main) || !/\.xml$/i.test(main)) {
    throw workbookFault(
      'The file is a ZIP archive, and no Excel workbook (.xlsx). Save the list as CSV (UTF-8) or .xlsx and send that.',
    );
  }
  const folder = posix.dirname(main);
  const relations = await readRelations(archive, `${folder}/_rels/${posix.basename(main)}.rels`, folder, yielder);
  const byKind = (kind: string): string | undefined =>
    [...relations.values()].find((relation) => relation.kind === kind && archive.has(relation.path))?.path;
  const { sheets, epoch } = await readSheets(archive, main, relations, yielder);
  const strings = await readStrings(archive, byKind('sharedStrings'), yielder);
  const dateStyles = await readStyles(archive, byKind('styles'), yielder);
  return { sheets, epoch, strings, dateStyles };
}

/** Runs a handler over a whole part. */
async function parsePart(
  archive: Archive,
  path: string,
  handler: Partial<XmlHandler>,
  yielder: Yielder,
): Promise<void> {
  const whole: XmlHandler = { open: () => undefined, text: () => undefined, close: () => undefined, ...handler };
  const parsing = parseXml(archive.read(path), whole, yielder);
  while ((await parsing.next()).done !== true);
}

async function readRelations(
  archive: Archive,
  path: string,
  folder: string,
  yielder: Yielder,
): Promise<Map<string, Relation>> {
  const relations = new Map<string, Relation>();
  await parsePart(
    archive,
    path,
    {
      open(name, attributes) {
        if (name !== 'Relationship' || attributes['TargetMode'] === 'External') return;
        const target = attributes['Target'] ?? '';
        const kind = (attributes['Type'] ?? '').split('/').at(-1) ?? '';
        const resolved = posix.normalize(target.startsWith('/') ? target.slice(1) : posix.join(folder, target));
        relations.set(attributes['Id'] ?? '', { kind, path: resolved });
      },
    },
    yielder,
  );
  return relations;
}

async function readSheets(
  archive: Archive,
  path: string,
  relations: ReadonlyMap<string, Relation>,
  yielder: Yielder,
): Promise<{ sheets: Sheet[]; epoch: Epoch }> {
  const sheets: Sheet[] = [];
  let epoch: Epoch = 1900;
  await parsePart(
    archive,
    path,
    {
      open(name, attributes) {
        if (name === 'workbookPr' && /^(1|true)$/.test(attributes['date1904'] ?? '')) epoch = 1904;
        if (name !== 'sheet') return;
        const relation = relations.get(attribute(attributes, 'id') ?? '');
        // Charts have sheets too.
        if (relation?.kind !== 'worksheet') return;
        if (sheets.length >= MOST_SHEETS) throw tooLarge(`more than ${MOST_SHEETS} sheets`);
        const isHidden = /^(hidden|veryHidden)$/.test(attributes['state'] ?? '');
        sheets.push({ name: attributes['name'] ?? '', isHidden, path: relation.path });
      },
    },
    yielder,
  );
  if (sheets.length === 0) throw damaged();
  return { sheets, epoch };
}

async function readStrings(archive: Archive, path: string | undefined, yielder: Yielder): Promise<StringTable> {
  const strings = new StringTable();
  if (path === undefined) return strings;
  const text = new RichText('si');
  await parsePart(
    archive,
    path,
    {
      open: (name) => {
        text.open(name);
      },
      text: (piece) => {
        text.add(piece);
      },
      close: (name) => {
        const whole = text.close(name);
        if (whole !== null) strings.add(whole);
      },
    },
    yielder,
  );
  return strings;
}

async function readStyles(archive: Archive, path: string | undefined, yielder: Yielder): Promise<boolean[]> {
  const dateStyles: boolean[] = [];
  if (path === undefined) return dateStyles;
  const ownDates = new Set<number>();
  let isOfCells = false;
  await parsePart(
    archive,
    path,
    {
      open(name, attributes) {
        if (name === 'numFmt' && isDateCode(attributes['formatCode'] ?? ''))
          ownDates.add(Number(attributes['numFmtId']));
        if (name === 'cellXfs') isOfCells = true;
        if (name !== 'xf' || !isOfCells) return;
        if (dateStyles.length >= MOST_STYLES) throw tooLarge(`more than ${MOST_STYLES} styles`);
        const id = Number(attributes['numFmtId'] ?? 0);
        dateStyles.push(isDateFormat(id) || ownDates.has(id));
      },
      close(name) {
        if (name === 'cellXfs') isOfCells = false;
      },
    },
    yielder,
  );
  return dateStyles;
}
