import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { makeWorkbook, rowXml, sheetXml, workbookParts } from '../../../../test/fixtures/xlsx/workbook';
import { zipArchive } from '../../../../test/fixtures/xlsx/zip-archive';
import { CsvFault, PLAIN_LIST, type ListFormat } from '../csv';
import { readXlsx, spool } from '.';
import { runs } from '../../../../test/support/runs';

const MIB = 1_048_576;
const ROWS = rowXml('email', 'n') + rowXml('a@a.test', '1');
const WORDS_OF_USERS = /^(The|Row|In) .+\.$/;

describe('readXlsx', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'xlsx-'));
  });

  afterEach(async () => {
    const left = await readdir(folder);
    if (left.length > 0) throw new Error(`Files are left: ${left.join(', ')}`);
  });

  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  async function read(bytes: Uint8Array, format: Partial<ListFormat> = {}) {
    const file = await spool(inPieces(bytes), folder, () => Promise.resolve());
    try {
      const { columns, emailColumn, rows } = await readXlsx(file, { ...PLAIN_LIST, ...format });
      const all = [];
      for await (const some of rows) all.push(...some);
      return { columns, emailColumn, rows: all, fault: null };
    } catch (error) {
      if (!(error instanceof CsvFault)) throw error;
      return { columns: [], emailColumn: -1, rows: [], fault: error.message };
    } finally {
      await file.handle.close();
    }
  }

  const fixture = (name: string): Buffer =>
    readFileSync(join(__dirname, '../../../../test/fixtures/xlsx', `${name}.xlsx`));
  const linesOf = (table: { rows: { line: string }[] }): string[] => table.rows.map(({ line }) => line);

  describe('workbooks that other programs wrote', () => {
    it('reads values, dates, times, numbers, truths and errors of the first sheet that is not hidden', async () => {
      const table = await read(fixture('openpyxl'), { column: 'e-mail' });
      expect(table.fault).toBeNull();
      expect(table.columns).toEqual(['Name', 'E-Mail', 'Seit', 'Anruf', 'PLZ', 'Ok', 'Summe']);
      expect(linesOf(table)).toEqual([
        'Jörg & Söhne <GmbH>,joerg@a.test,2026-11-28,2026-01-02 09:30:05,50667,TRUE,',
        '"Jane ""J"" Doe",jane@a.test,1999-12-31,07:05:00,0.3,FALSE,',
        '日本 太郎,taro@a.test,,,1234567890123,,#N/A',
        'merged,m1@a.test,,,,,',
        ',m2@a.test,,,,,',
      ]);
      expect(table.rows[0]?.address).toBe('joerg@a.test');
    });

    it.each(['other', '3'])('reads the sheet %s that is asked for', async (sheet) => {
      expect((await read(fixture('openpyxl'), { column: 'mail', sheet })).rows).toEqual([
        { address: 'other@a.test', line: 'other@a.test' },
      ]);
    });

    it('reads a hidden sheet that is asked for, and says which there are', async () => {
      expect(await read(fixture('openpyxl'), { hasHeader: false, sheet: 'notes' })).toMatchObject({
        columns: ['email'],
        rows: [{ line: 'not the list' }],
      });
      expect((await read(fixture('openpyxl'), { sheet: 'Kunden' })).fault).toBe(
        'The workbook has no sheet "Kunden". Sheets seen: "Notes", "Kunden 2026", "Other".',
      );
    });

    it('reads texts that stand in their cells, and what formulas came to', async () => {
      const table = await read(fixture('xlsxwriter-inline'));
      expect(table.rows.map(({ address }) => address)).toEqual([1, 2, 3, 4].map((n) => `user${n}@a.test`));
      expect(linesOf(table)[0]).toBe('user1@a.test, note 1 ');
      expect(linesOf(table)[3]).toBe('user4@a.test,"line\nend"');
    });

    it('reads links, texts of several looks, days since 1904 and formats of its own; charts are no sheets', async () => {
      const table = await read(fixture('xlsxwriter-rich'));
      expect(linesOf(table)).toEqual(['rich@a.test,A bold word,2026-11-28 08:00:00,12.5']);
      expect((await read(fixture('xlsxwriter-rich'), { sheet: '2' })).fault).toMatch(/no sheet "2"/);
    });
  });

  describe('what a list is', () => {
    it('may lack a header', async () => {
      const table = await read(makeWorkbook(rowXml('Jane', 'a@a.test') + rowXml('Joe', 'b@a.test')), {
        hasHeader: false,
        column: '2',
      });
      expect(table.columns).toEqual(['column_1', 'email']);
      expect(linesOf(table)).toEqual(['Jane,a@a.test', 'Joe,b@a.test']);
    });

    it('may leave out references, rows and cells', async () => {
      const rows = `<row r="3"><c r="B3" t="str"><v>email</v></c></row><row/><row r="9"><c r="B9"/></row>
        <row><c r="A10"><v>7</v></c><c t="str"><v>a@a.test</v></c></row>`;
      const table = await read(makeWorkbook(rows));
      expect(table.columns).toEqual(['', 'email']);
      expect(table.rows).toEqual([{ address: 'a@a.test', line: '7,a@a.test' }]);
    });

    it('may be written with prefixes, CDATA and escapes of control characters', async () => {
      const xml = `<x:worksheet xmlns:x="m"><x:sheetData>${(
        rowXml('email') +
        rowXml('<![CDATA[a&b@a.test]]>') +
        rowXml('c_x000D_d')
      )
        .replaceAll('</', '</x:')
        .replaceAll(/<(?=[a-z])/g, '<x:')}</x:sheetData></x:worksheet>`;
      expect((await read(zipArchive(workbookParts(xml)))).rows.map(({ address }) => address)).toEqual([
        'a&b@a.test',
        'c\rd',
      ]);
    });

    it('has many rows', async () => {
      const rows = Array.from({ length: 20_000 }, (_, index) => rowXml(`user${index}@a.test`, 'x'));
      const table = await read(makeWorkbook(rowXml('email', 'n') + rows.join('')));
      expect(table.rows).toHaveLength(20_000);
      expect(table.rows.at(-1)).toEqual({ address: 'user19999@a.test', line: 'user19999@a.test,x' });
    });
  });

  it('keeps cells beyond the header apart', async () => {
    const rows = rowXml('name', 'email') + rowXml('A', 'a@a.test', '', '=1', ' ') + rowXml('B', 'b@a.test', ' ');
    expect((await read(makeWorkbook(rows))).rows).toEqual([
      { address: 'a@a.test', line: 'A,a@a.test', surplus: ",'=1" },
      { address: 'b@a.test', line: 'B,b@a.test' },
    ]);
  });

  it('takes the only other spelling of email, without what nobody sees in it', async () => {
    const table = await read(makeWorkbook(rowXml('Name', 'E-\u200bMail') + rowXml('A', 'a@a.test')));
    expect(table).toMatchObject({ columns: ['Name', 'E-Mail'], emailColumn: 1, fault: null });
  });

  describe('is refused in a sentence', () => {
    const strings = (text: string) => ({ 'xl/sharedStrings.xml': text });

    it.each<[string, Buffer, RegExp]>([
      [
        'another column',
        makeWorkbook(rowXml('Name', 'Contact\u200b') + ROWS),
        /The sheet "List" must contain an "email" column .*"Name", "Contact<U\+200B>"/,
      ],
      ['no row', makeWorkbook(''), /The sheet "List" is empty/],
      ['a header only', makeWorkbook(rowXml('email')), /header row and no rows/],
      [
        'an address beyond the header',
        makeWorkbook(`${rowXml('email')}${rowXml('a@a.test', '', 'x')}${rowXml('Jane', '', 'b@a.test')}`),
        /^Row 3 holds something in column C, but the first row ends at column A, and its address is not in column A\. Move it/,
      ],
      ['1,001 columns', makeWorkbook(rowXml(...new Array<string>(1001).fill('email'))), /1001 columns/],
      [
        'rows of one cell below 1,000',
        makeWorkbook(rowXml('email', ...new Array<string>(999).fill('x')) + rowXml('a@a.test').repeat(2000)),
        /first row's 1000 cells/,
      ],
      ['a ZIP of something else', zipArchive({ 'photo.txt': 'x' }), /is a ZIP archive, and no Excel workbook/],
      ['a document', zipArchive({ '_rels/.rels': '<R/>', 'word/document.xml': '<x/>' }), /no Excel workbook/],
      ['no sheet', makeWorkbook(ROWS, { 'xl/worksheets/sheet1.xml': null }), /damaged/],
      ['a text that is not there', makeWorkbook('<row><c t="s"><v>5</v></c></row>', strings('<sst/>')), /damaged/],
      [
        'entities of its own',
        zipArchive(workbookParts(`<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${sheetXml(rowXml('&b;'))}`)),
        /damaged/,
      ],
      ['an entity of nobody', makeWorkbook(rowXml('email', '&b;')), /damaged/],
      ['XML that ends early', zipArchive(workbookParts(sheetXml(ROWS).slice(0, -20))), /damaged/],
      ['XML that is nested without end', zipArchive(workbookParts('<a>'.repeat(100))), /damaged/],
      ['a NUL', zipArchive(workbookParts(sheetXml(rowXml('email', '\0')))), /damaged/],
      [
        'bytes that are no UTF-8',
        zipArchive(
          workbookParts(sheetXml(ROWS), {
            'xl/worksheets/sheet1.xml': Buffer.from(sheetXml(rowXml('email', '\xe4')), 'latin1'),
          }),
        ),
        /damaged/,
      ],
    ])('%s', async (_, bytes, sentence) => {
      const { fault } = await read(bytes);
      expect(fault).toMatch(sentence);
      expect(fault).toMatch(/^(The|Row) .+\.$/);
    });

    it('a part that is damaged: another checksum, another size, another byte', async () => {
      const sheet = Buffer.from(sheetXml(ROWS));
      const fair = { compressed: deflateRawSync(sheet), crc: crc32(sheet), size: sheet.length };
      const of = (part: object) => zipArchive(workbookParts('', { 'xl/worksheets/sheet1.xml': { ...fair, ...part } }));
      expect((await read(of({}))).rows).toHaveLength(1);
      for (const part of [
        { crc: 1 },
        { size: sheet.length - 1 },
        { size: sheet.length + 1 },
        { compressed: Buffer.from('xyz') },
      ])
        expect((await read(of(part))).fault).toMatch(/damaged or incomplete/);
    });
  });

  describe('bombs', () => {
    const xml = (size: number, piece: string) => piece.repeat(Math.ceil(size / piece.length));

    it.each<[string, string, string, RegExp]>([
      ['blank rows', sheetXml(xml(64 * MIB, '<row/>')), '<sst/>', /more than can be taken/],
      [
        'one text',
        sheetXml(`<row><c t="inlineStr"><is><t>${xml(8 * MIB, 'x')}</t></is></c></row>`),
        '<sst/>',
        /damaged/,
      ],
      ['one value', sheetXml(`<row><c><v>${xml(8 * MIB, '1')}</v></c></row>`), '<sst/>', /damaged/],
      [
        'one row of cells',
        sheetXml(
          `<row>${xml(8 * MIB, '<c t="str"><v>xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx</v></c>'.repeat(4))}</row>`,
        ),
        '<sst/>',
        /million characters|damaged/,
      ],
      ['one comment', sheetXml(`<!--${xml(8 * MIB, 'x')}-->`), '<sst/>', /damaged/],
      ['one element name', `<${xml(8 * MIB, 'x')}/>`, '<sst/>', /damaged/],
      [
        'attributes',
        `<a ${Array.from({ length: 300_000 }, (_, index) => `b${index}=""`).join(' ')}/>`,
        '<sst/>',
        /damaged/,
      ],
      [
        'texts that nothing refers to',
        sheetXml(ROWS),
        `<sst>${xml(40 * MIB, `<si><t>${'x'.repeat(200_000)}</t></si>`)}</sst>`,
        /more than 64 MiB of different texts|can be taken/,
      ],
      ['white space', `${xml(60 * MIB, ' ')}${sheetXml(ROWS)}`, '<sst/>', /damaged|can be taken/],
    ])('of %s are refused, at bounded memory', async (_, sheet, strings, sentence) => {
      const bytes = zipArchive(workbookParts(sheet, { 'xl/sharedStrings.xml': strings }));
      expect(bytes.length).toBeLessThan(2 * MIB);
      expect((await read(bytes)).fault).toMatch(sentence);
    });

    it.each<[string, string, string, RegExp]>([
      ['a long text', '<row><c t="s"><v>0</v></c></row>', 'x'.repeat(MIB), /a text of more than 65536 characters/],
      ['a text', '<row><c t="s"><v>0</v></c></row>', 'x'.repeat(60_000), /more text than can be taken/],
      [
        'the last column',
        '<row><c r="A1"><v>1</v></c><c r="XFD1"><v>1</v></c></row>',
        'x',
        /^Row \d+ holds something in column XFD; 1000 columns/,
      ],
    ])('of %s that each row refers to are refused before they are large', async (_, row, text, sentence) => {
      const bytes = zipArchive(
        workbookParts(sheetXml(rowXml('email') + xml(8 * MIB, row)), {
          'xl/sharedStrings.xml': `<sst><si><t>${text}</t></si></sst>`,
        }),
      );
      expect(bytes.length).toBeLessThan(MIB);
      const before = process.memoryUsage().rss;
      expect((await read(bytes)).fault).toMatch(sentence);
      expect(process.memoryUsage().rss - before).toBeLessThan(256 * MIB);
    });

    it('of parts are refused', async () => {
      const parts = Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`p${index}`, '']));
      expect((await read(zipArchive({ ...workbookParts(sheetXml(ROWS)), ...parts }))).fault).toMatch(/10000 parts/);
    });

    it('leave the event loop its turns', async () => {
      const bytes = zipArchive(workbookParts(sheetXml(ROWS + xml(20 * MIB, '<row><c r="A1"/></row>'))));
      let turns = 0;
      const timer = setInterval(() => (turns += 1), 1);
      await read(bytes);
      clearInterval(timer);
      expect(turns).toBeGreaterThan(20);
    });
  });

  describe('whatever the bytes', () => {
    const sentence = expect.stringMatching(WORDS_OF_USERS) as string;
    const whole = makeWorkbook(ROWS, {
      'xl/sharedStrings.xml': '<sst><si><t>x</t></si></sst>',
      'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>',
    });

    it('reads what is whole, and says that the rest is not', async () => {
      await fc.assert(
        fc.asyncProperty(fc.nat({ max: whole.length - 1 }), async (length) => {
          expect((await read(whole.subarray(0, length))).fault).toMatch(/^The .+\.$/);
        }),
        { numRuns: runs(100) },
      );
    });

    it('takes no other address for one that is there when bytes are changed', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.nat({ max: whole.length - 1 }), fc.nat({ max: 255 })), { minLength: 1, maxLength: 4 }),
          async (changes) => {
            const bytes = Buffer.from(whole);
            for (const [at, byte] of changes) bytes[at] = byte;
            const { fault, rows } = await read(bytes);
            expect({ fault, rows }).toEqual(
              fault === null
                ? { fault, rows: [{ address: 'a@a.test', line: 'a@a.test,1' }] }
                : { fault: sentence, rows: [] },
            );
          },
        ),
        { numRuns: runs(150) },
      );
    });

    it('says what it thinks of noise', async () => {
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), async (noise) => {
          const bytes = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), noise]);
          expect((await read(bytes)).fault).toMatch(/^The .+\.$/);
        }),
        { numRuns: runs(100) },
      );
    });

    it('reads or refuses XML of any kind', async () => {
      const piece = fc.constantFrom(
        '<row>',
        '</row>',
        '<c r="B2" t="s">',
        '<c t="n" s="0">',
        '</c>',
        '<v>',
        '0',
        '1e999',
        '</v>',
        '<is><t>',
        'a@a.test',
        '</t></is>',
        '<rPh><t>',
        '</t></rPh>',
        '&amp;',
        '<f>x</f>',
        '<row r="-1"><c r="ZZZZ9"><v>3</v></c></row>',
        ROWS,
      );
      await fc.assert(
        fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
          const { fault } = await read(
            makeWorkbook(pieces.join(''), { 'xl/sharedStrings.xml': '<sst><si><t>x</t></si></sst>' }),
          );
          expect(fault ?? 'The list is read.').toMatch(WORDS_OF_USERS);
        }),
        { numRuns: runs(150) },
      );
    });
  });
});

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) {
    await Promise.resolve();
    yield bytes.subarray(at, at + 65_536);
  }
}
