import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { walkXml } from '../../dashboard/src/xlsx/walk-xml';
import { readWorkbookHead } from '../../dashboard/src/xlsx/workbook-head';
import { makeWorkbook, rowXml } from '../fixtures/xlsx/workbook';
import { zipArchive } from '../fixtures/xlsx/zip-archive';
import { runs } from '../support/runs';

const open = (bytes: Uint8Array, sheet: string | null = null) =>
  readWorkbookHead(new Blob([new Uint8Array(bytes)]), sheet);
const fixture = (name: string): Buffer => readFileSync(join(__dirname, '../fixtures/xlsx', `${name}.xlsx`));

describe('what a workbook shows before it is sent', () => {
  it.each<[string, string | null, string[], unknown[]]>([
    [
      'openpyxl',
      null,
      ['Kunden 2026', 'Other'],
      ['Jörg & Söhne <GmbH>', 'joerg@a.test', '2026-11-28', '2026-01-02 09:30:05', '50667', 'TRUE'],
    ],
    ['openpyxl', 'Other', ['Kunden 2026', 'Other'], ['other@a.test']],
    ['xlsxwriter-inline', null, ['List'], ['user1@a.test', ' note 1 ']],
    ['xlsxwriter-rich', null, ['Sheet1'], ['rich@a.test', 'A bold word', '2026-11-28 08:00:00', '12.5']],
  ])('is what the service reads of it: %s, sheet %s', async (name, sheet, sheets, row) => {
    const head = await open(fixture(name), sheet);
    if (typeof head === 'string') throw new Error(head);
    expect(head.source).toEqual({ kind: 'workbook', sheets, sheet: sheet ?? sheets[0] });
    expect(head.records[1]).toEqual(row);
    expect([head.isWhole, head.scale]).toEqual([true, 1]);
  });

  it('is the beginning of a long sheet, and how many times as long that is', async () => {
    const rows = Array.from({ length: 40_000 }, (_, index) => rowXml(`user${index}@a.test`)).join('');
    const head = await open(makeWorkbook(rowXml('email') + rows));
    if (typeof head === 'string') throw new Error(head);
    expect(head.isWhole).toBe(false);
    expect(head.records[9999]).toEqual(['user9998@a.test']);
    expect(Math.abs((head.records.length * head.scale) / 40_000 - 1)).toBeLessThan(0.05);
  });

  it('is nothing where it is no workbook', async () => {
    expect(await open(zipArchive({ 'a.txt': 'x' }))).toBe('compressed');
    expect(await open(makeWorkbook(''))).toBe('empty');
    expect(await open(fixture('openpyxl').subarray(0, 4000))).toBe('damaged_workbook');
    expect(await open(makeWorkbook(rowXml('a'), { 'xl/worksheets/sheet1.xml': null }))).toBe('damaged_workbook');
  });

  it('is something or nothing, whatever the bytes', async () => {
    const whole = fixture('openpyxl');
    const change = fc.tuple(fc.nat({ max: whole.length - 1 }), fc.nat({ max: 255 }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 8 }),
        fc.nat({ max: whole.length }),
        async (changes, length) => {
          const bytes = Buffer.from(whole);
          for (const [at, byte] of changes) bytes[at] = byte;
          for (const each of [bytes, bytes.subarray(0, length)]) {
            const head = await open(each);
            expect(typeof head === 'string' || head.records.length > 0).toBe(true);
          }
        },
      ),
      { numRuns: runs(100) },
    );
  });
});

describe('the XML of a preview', () => {
  it('is told piece by piece, as far as it goes', () => {
    const told: string[] = [];
    walkXml(
      `<?xml version="1.0"?><x:a b="1 &lt; 2" c='"'><!-- <no/> --><d/>t&#x41;&amp;&#66;&zz;<![CDATA[<&>]]></x:a><cut`,
      {
        open: (name, attributes) => told.push(`<${name} ${JSON.stringify(attributes)}`),
        text: (text) => told.push(text),
        close: (name) => told.push(`/${name}`),
      },
    );
    expect(told).toEqual(['<a {"b":"1 < 2","c":"\\""}', '<d {}', '/d', 'tA&B&zz;', '<&>', '/a']);
  });
});
