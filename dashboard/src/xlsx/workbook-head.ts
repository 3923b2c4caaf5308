import { RichText } from '../../../src/batches/intake/xlsx/rich-text';
import { isDateCode, isDateFormat, type Epoch } from '../../../src/batches/intake/xlsx/serial-date';
import { SheetReader } from '../../../src/batches/intake/xlsx/sheet-reader';
import type { HeadFault, ListHead } from '../csv/list-head';
import { walkXml } from './walk-xml';
import { readPartHead, readZipParts, type ZipPart } from './zip-parts';

const MIB = 1_048_576;
/** Of a sheet and of the texts it refers to: some ten thousand rows. */
const HEAD_BYTES = MIB;
/** Of the parts that say what there is. */
const WHOLE_BYTES = 8 * MIB;
/** Stands for a text that is not in the beginning of them. */
const NOT_SEEN = '…';

interface Sheet {
  name: string;
  isHidden: boolean;
  path: string;
}

/** A workbook's parts, by name. */
class Parts {
  constructor(
    private readonly file: Blob,
    private readonly parts: ReadonlyMap<string, ZipPart>,
  ) {}

  find(path: string): ZipPart | null {
    return this.parts.get(path.toLowerCase()) ?? null;
  }

  /** `''` for a part that is not there. */
  async text(path: string, mostBytes = WHOLE_BYTES): Promise<string> {
    const part = this.find(path);
    return part === null ? '' : readPartHead(this.file, part, mostBytes);
  }
}

/**
 * Reads the first rows of a workbook's sheet, as the service will read them all.
 * @param asked the sheet's name; null: the first that is not hidden
 */
export async function readWorkbookHead(file: Blob, asked: string | null): Promise<ListHead | HeadFault> {
  const found = await readZipParts(file);
  if (found === null) return 'damaged_workbook';
  const parts = new Parts(file, found);
  try {
    return await readHead(parts, asked);
  } catch {
    return 'damaged_workbook';
  }
}

async function readHead(parts: Parts, asked: string | null): Promise<ListHead | HeadFault> {
  const roots = await readRelations(parts, '_rels/.rels', '');
  const main = [...roots.values()].find(({ kind }) => kind === 'officeDocument')?.path ?? 'xl/workbook.xml';
  if (parts.find(main) === null || !main.endsWith('.xml')) return 'compressed';
  const folder = main.includes('/') ? main.slice(0, main.lastIndexOf('/') + 1) : '';
  const relations = await readRelations(parts, `${folder}_rels/${main.slice(folder.length)}.rels`, folder);
  const { sheets, epoch } = readSheets(await parts.text(main), relations);
  const sheet = sheets.find(({ name }) => name === asked) ?? sheets.find(({ isHidden }) => !isHidden) ?? sheets[0];
  const part = sheet === undefined ? null : parts.find(sheet.path);
  if (sheet === undefined || part === null) return 'damaged_workbook';
  const pathOf = (kind: string): string => [...relations.values()].find((each) => each.kind === kind)?.path ?? '';
  const strings = await readStrings(parts, pathOf('sharedStrings'));
  const reader = new SheetReader({
    epoch,
    strings: { get: (index) => strings.texts[index] ?? (strings.isWhole ? undefined : NOT_SEEN) },
    dateStyles: readStyles(await parts.text(pathOf('styles'))),
  });
  const text = await parts.text(sheet.path, HEAD_BYTES);
  const isWhole = part.size <= HEAD_BYTES;
  walkXml(text, reader);
  const records = reader.take().map(({ cells }) => cells);
  if (records.length === 0) return 'empty';
  return {
    source: {
      kind: 'workbook',
      sheets: sheets.filter(({ isHidden }) => !isHidden).map(({ name }) => name),
      sheet: sheet.name,
    },
    records,
    isWhole: isWhole && strings.isWhole,
    scale: isWhole ? 1 : part.size / Math.max(1, text.length),
  };
}

async function readRelations(
  parts: Parts,
  path: string,
  folder: string,
): Promise<ReadonlyMap<string, { kind: string; path: string }>> {
  const relations = new Map<string, { kind: string; path: string }>();
  const text = await parts.text(path);
  if (text === '') return relations;
  walkXml(text, {
    open(name, { Id = '', Type = '', Target = '' }) {
      if (name !== 'Relationship') return;
      // The browser knows how to put paths together.
      const { pathname } = new URL(Target, `https://workbook/${folder}`);
      relations.set(Id, { kind: Type.slice(Type.lastIndexOf('/') + 1), path: decodeURIComponent(pathname.slice(1)) });
    },
  });
  return relations;
}

function readSheets(
  text: string,
  relations: ReadonlyMap<string, { kind: string; path: string }>,
): { sheets: Sheet[]; epoch: Epoch } {
  const sheets: Sheet[] = [];
  let epoch: Epoch = 1900;
  walkXml(text, {
    open(name, attributes) {
      if (name === 'workbookPr' && /^(1|true)$/.test(attributes['date1904'] ?? '')) epoch = 1904;
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => /(^|:)id$/.test(key))?.[1] ?? '';
      const relation = relations.get(id);
      if (relation?.kind !== 'worksheet') return;
      const isHidden = /hidden$/i.test(attributes['state'] ?? '');
      sheets.push({ name: attributes['name'] ?? '', isHidden, path: relation.path });
    },
  });
  return { sheets, epoch };
}

async function readStrings(parts: Parts, path: string): Promise<{ texts: string[]; isWhole: boolean }> {
  const texts: string[] = [];
  const isWhole = (parts.find(path)?.size ?? 0) <= HEAD_BYTES;
  const text = await parts.text(path, HEAD_BYTES);
  if (text === '') return { texts, isWhole };
  const rich = new RichText('si');
  walkXml(text, {
    open: (name) => {
      rich.open(name);
    },
    text: (piece) => {
      rich.add(piece);
    },
    close: (name) => {
      const whole = rich.close(name);
      if (whole !== null) texts.push(whole);
    },
  });
  return { texts, isWhole };
}

function readStyles(text: string): boolean[] {
  const dateStyles: boolean[] = [];
  if (text === '') return dateStyles;
  const own = new Set<number>();
  let isOfCells = false;
  walkXml(text, {
    open(name, attributes) {
      if (name === 'numFmt' && isDateCode(attributes['formatCode'] ?? '')) own.add(Number(attributes['numFmtId']));
      if (name === 'cellXfs') isOfCells = true;
      const id = Number(attributes['numFmtId'] ?? 0);
      if (name === 'xf' && isOfCells) dateStyles.push(isDateFormat(id) || own.has(id));
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return dateStyles;
}
