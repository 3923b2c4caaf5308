import { ResultsRows, type ResultsRow } from '../intake/csv';
import { workbookParts } from './results-workbook';
import { rowXml } from './sheet-xml';

/** The parts of a workbook of so many rows, some at a time. */
async function partsOf(rowCount: number, atATime: number, mostRows: number): Promise<Record<string, string>> {
  async function* rows(): AsyncGenerator<ResultsRow[], void> {
    for (let at = 0; at < rowCount; at += atATime) {
      const count = Math.min(atATime, rowCount - at);
      yield await Promise.resolve(
        Array.from({ length: count }, (_, index) => ({ cells: [`${at + index}`], values: [], surplus: [] })),
      );
    }
  }
  const table = new ResultsRows(['email'], { columns: 'original' });
  const parts: Record<string, string> = {};
  for await (const { name, open } of workbookParts({ table, rows: rows() }, mostRows)) {
    let text = '';
    for await (const piece of await open()) text += piece;
    parts[name] = text;
  }
  return parts;
}

describe('a workbook of results', () => {
  it.each([
    [0, 1, 5, [0]],
    [4, 4, 5, [4]],
    [5, 5, 5, [4, 1]],
    [8, 3, 5, [4, 4]],
    [9, 2, 5, [4, 4, 1]],
  ])('of %i rows that come by %i, in sheets of %i', async (rowCount, atATime, mostRows, sheets) => {
    const parts = await partsOf(rowCount, atATime, mostRows);
    const texts = sheets.map((_, index) => parts[`xl/worksheets/sheet${index + 1}.xml`] ?? '');
    expect(texts.map((text) => text.split('<row ').length - 2)).toEqual(sheets);
    expect(
      texts.every((text) => text.includes('<row r="1"><c r="A1" t="inlineStr"><is><t xml:space="preserve">email<')),
    ).toBe(true);
    const seen = texts.flatMap((text) => [...text.matchAll(/>(\d+)<\/t>/g)].map(([, number]) => Number(number)));
    expect(seen).toEqual(Array.from({ length: rowCount }, (_, index) => index));
    expect(parts[`xl/worksheets/sheet${sheets.length + 1}.xml`]).toBeUndefined();
    const names = [...(parts['xl/workbook.xml'] ?? '').matchAll(/<sheet name="([^"]*)"/g)].map(([, name]) => name);
    expect(names).toEqual(sheets.map((_, index) => (index === 0 ? 'Results' : `Results ${index + 1}`)));
  });

  it('writes values by their types, and nothing for what is empty', () => {
    expect(rowXml(7, ['a', '', null, 5, true, false])).toBe(
      '<row r="7"><c r="A7" t="inlineStr"><is><t xml:space="preserve">a</t></is></c><c r="D7"><v>5</v></c>' +
        '<c r="E7" t="b"><v>1</v></c><c r="F7" t="b"><v>0</v></c></row>',
    );
  });

  it.each([
    ['<a & "b">', '&lt;a &amp; "b"&gt;'],
    ['\t\n\r\0', '\t\n_x000D__x0000_'],
    ['_x0041_ _xyz_', '_x005F_x0041_ _xyz_'],
    ['x'.repeat(40_000), 'x'.repeat(32_767)],
  ])('writes the text %j as XML', (text, xml) => {
    expect(rowXml(1, [text])).toContain(`<t xml:space="preserve">${xml}</t>`);
  });
});
