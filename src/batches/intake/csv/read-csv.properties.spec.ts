import fc from 'fast-check';
import Papa from 'papaparse';
import { encodeCell } from './encode-cell';
import { chunksOf, inChunks, readWhole } from '../../../../test/fixtures/csv/read-whole';
import { runs } from '../../../../test/support/runs';

/** Pieces that files of all kinds are made of, and that must not be torn. */
const PIECES = [
  '\r\n',
  '\n',
  '\r',
  '"',
  '""',
  ',',
  ';',
  '\t',
  '|',
  ' ',
  '=',
  '-1',
  'a@b.co',
  'x',
  'ü',
  '日',
  '😀',
  '\ufeff',
  '\\"',
];
const pieces = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((parts) => parts.join(''));
const files = fc.tuple(
  fc.constantFrom('email,x\n', 'email;x\r\n', '\ufeff"email"\r', 'sep=;\r\nx;email\r\n', 'name,"e\r\nf",email\r\n', ''),
  pieces,
);
const encodings = fc.constantFrom('utf8', 'utf16le', 'utf16be');

function encode(text: string, encoding: 'utf8' | 'utf16le' | 'utf16be'): Buffer {
  if (encoding === 'utf8') return Buffer.from(text);
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return encoding === 'utf16le' ? bytes : bytes.swap16();
}

/** The address that a cell holds, and the cell that a reader of the results gets. */
const unquoted = (cell: string): string => /^"([^"]*@[^"]*)"$/.exec(cell)?.[1]?.trim() ?? cell;
const decoded = (cell: string): string =>
  Papa.parse<string[]>(`x,${encodeCell(cell)}`, { delimiter: ',', newline: '\n' }).data[0]?.[1] ?? '';

describe('readCsv, whatever the file', () => {
  it('reads the same from any chunks', async () => {
    await fc.assert(
      fc.asyncProperty(
        files,
        encodings,
        fc.array(fc.nat(9), { maxLength: 200 }),
        async ([head, body], encoding, sizes) => {
          const bytes = encode(head + body, encoding);
          const whole = await readWhole(bytes);
          expect(await readWhole(inChunks(bytes, sizes))).toEqual(whole);
          expect(await readWhole(chunksOf(bytes, 1))).toEqual(whole);
        },
      ),
      { numRuns: runs(500) },
    );
  });

  it('gives rows, or a fault with a sentence, for any bytes', async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc
        .tuple(fc.constantFrom('email\n', '\ufeffemail,x\r\n', ''), fc.uint8Array({ maxLength: 200 }))
        .map(([head, tail]) => Buffer.concat([Buffer.from(head), tail])),
    );
    await fc.assert(
      fc.asyncProperty(bytes, async (file) => {
        const { rows, fault } = await readWhole(file);
        expect(rows.length > 0 || fault !== null).toBe(true);
        expect(fault?.message ?? 'A sentence.').toMatch(/^[A-Z].*[.?]$/s);
        expect(await readWhole(chunksOf(file, 1))).toMatchObject({ rows, fault });
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('gives the caller back every cell, defused or as it was', async () => {
    // Papa Parse, which reads the lines back here, drops the mark.
    const cell = fc
      .array(fc.constantFrom(...PIECES.filter((piece) => piece !== '\ufeff')), { maxLength: 6 })
      .map((parts) => parts.join(''));
    const records = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(
        records,
        fc.constantFrom(',', ';', '\t', '|'),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.boolean(),
        async (given, delimiter, newline, quotes) => {
          const written = Papa.unparse([['x', 'email', 'y'], ...given], { delimiter, newline, quotes });
          const read = await readWhole(written);
          const kept = given.filter((cells) => cells.some((each) => each.trim() !== ''));
          expect(read.rows.map((row) => row.address)).toEqual(kept.map(([, email]) => unquoted(email.trim())));
          const cells = read.rows.map(
            ({ line }) => Papa.parse<string[]>(line, { delimiter: ',', newline: '\n' }).data[0],
          );
          expect(cells).toEqual(kept.map((row) => row.map(decoded)));
        },
      ),
      { numRuns: runs(500) },
    );
  });
});

describe('readCsv, where its own blocks and windows end', () => {
  const pattern = 'ü😀,a@b.co,"日""\r\n"\r\n"x",,"\n"\r,"c@d.co",\n';

  it('reads the same rows at every offset, and counts the same lines', async () => {
    for (const encoding of ['utf8', 'utf16le'] as const) {
      for (let offset = 0; offset < pattern.length + 6; offset++) {
        const filler = 'f'.repeat((encoding === 'utf8' ? 65_536 : 32_768) - 40 + offset);
        const file = `x,email,y\r\n${filler},,\r\n${pattern.repeat(2)}1,2,3,a@b.co`;
        const { rows, fault } = await readWhole(encode(file, encoding));
        expect(fault).toMatchObject({ code: 'too_many_cells', line: 3 + 2 * 5 });
        expect(rows.slice(1, 4)).toEqual([
          { address: 'a@b.co', line: 'ü😀,a@b.co,"日""\r\n"' },
          { address: '', line: 'x,,"\'\n"' },
          { address: 'c@d.co', line: ',c@d.co,' },
        ]);
        expect(rows.slice(4)).toEqual(rows.slice(1, 4));
      }
    }
  });

  it('names the right line far down', async () => {
    const { fault, rows } = await readWhole(`x,email,y\n${pattern.repeat(10_000)}1,2,3,a@b.co\n`);
    expect(rows).toHaveLength(30_000);
    expect(fault).toMatchObject({ code: 'too_many_cells', line: 2 + 10_000 * 5 });
  });
});
