import { gzipSync } from 'node:zlib';
import { chunksOf, readWhole, type WholeCsv } from '../../../../test/fixtures/csv/read-whole';

type Fault = NonNullable<WholeCsv['fault']>;

async function faultOf(file: string | Uint8Array | AsyncIterable<Uint8Array>): Promise<Fault> {
  const { fault } = await readWhole(file);
  if (!fault) throw new Error('the file was taken');
  return fault;
}

describe('a file is refused, in a sentence that says what was seen', () => {
  it.each([
    ['no byte', ''],
    ['a byte order mark alone', '\ufeff'],
    ['blank lines', '\n\r\n  \n'],
    ['only delimiters', ',,,\n;;\n,,,'],
    ['a separator line alone', 'sep=;'],
  ])('when it holds %s', async (_, file) => {
    const fault = await faultOf(file);
    expect(fault.code).toBe('empty_file');
    expect(fault.message).toMatch(/empty/);
  });

  it.each(['email', 'email\n', 'email,name\r\n', 'email,name\n,\n\n  ,\n'])(
    'when there are no rows: %j',
    async (file) => {
      expect(await faultOf(file)).toMatchObject({
        code: 'no_rows',
        message: expect.stringContaining('no rows') as string,
      });
    },
  );

  it.each([
    ['contact,Name\na@b.co,A\n', 'Columns seen: "contact", "Name".'],
    ['e-mail;Mail\na@b.co;A\n', 'Columns seen: "e-mail", "Mail".'],
    ['"name";contact\n"x","y"\n', 'Columns seen: "name", "contact".'],
    ['sep=,\nemail;Name\na@b.co;A\n', 'Columns seen: "email;Name".'],
    ['a@b.co\nc@d.co\n', 'Columns seen: "a@b.co".'],
    ['"a\nb\u202e\u0007c",x\n', 'Columns seen: "a b<U+202E><U+0007>c", "x".'],
    [`${'x'.repeat(100)}\n`, `Columns seen: "${'x'.repeat(39)}…".`],
    ['c0,c1,c2,c3,c4,c5,c6,c7,c8,c9,c10,c11\n', '"c9" and 2 more.'],
  ])('when there is no email column: %j', async (file, seen) => {
    const fault = await faultOf(file);
    expect(fault.code).toBe('no_email_column');
    expect(fault.message).toContain('must contain an "email" column');
    expect(fault.message).toContain(seen);
  });

  it.each([
    ['to the end of the file', 'email,x\na@b.co,1\nc@d.co,"2\ne@f.co,3\n', 3],
    ['behind a cell of two lines', 'email,x\r\na@b.co,"1\r\n1"\r\nc@d.co,"2\r\ne@f.co,3', 4],
    ['in the header', 'x,"email\na@b.co\n', 1],
    ['in the header, behind blank lines', '\n\nx,"email\na@b.co\n', 3],
    ['until the next quote, swallowing rows', 'email,x\na@b.co,"1\nc@d.co,"2"\ne@f.co,3\n', 2],
    ['in an address', 'email\n"a@b.co\nc@d.co\n', 2],
  ])('when a quote is not closed: %s', async (_, file, line) => {
    const fault = await faultOf(file);
    expect(fault).toMatchObject({ code: 'unclosed_quote', line });
    expect(fault.message).toContain(`line ${line} `);
  });

  it('when a row has more cells than the header and its address is not where it should be, with all rows in front of it read', async () => {
    const read = await readWhole('name,email\n"A\nB",a@b.co\n\nDoe, John,c@d.co\nx,e@f.co\n');
    expect(read.rows).toHaveLength(1);
    expect(read.fault).toEqual({
      code: 'too_many_cells',
      line: 5,
      message: 'Line 5 has 3 cells, but the header has 2. A cell that holds the delimiter "," needs quotes around it.',
    });
  });

  it.each([
    ['an empty cell', 'name,note,email\nDoe, John,,c@d.co\n'],
    ['a list of one column', 'email\nDoe, John <c@d.co>\n'],
    ['the address in front', 'name,email\nc@d.co,,x\n'],
    ['cells in quotes', 'name,email\n"Doe", "John","c@d.co"\n'],
    ['another delimiter', 'name;email\nDoe; John;c@d.co\n'],
  ])('when it would lose an address otherwise: %s', async (_, file) => {
    expect(await faultOf(file)).toMatchObject({ code: 'too_many_cells', line: 2 });
  });

  it('when a row has more than 1,000 cells', async () => {
    const row = (cells: number): string => `email\na@b.co${',x'.repeat(cells - 1)}${',"", '.repeat(500)}\n`;
    expect((await readWhole(row(1_000))).fault).toBeNull();
    expect(await faultOf(row(1_001))).toEqual({
      code: 'too_many_cells',
      line: 2,
      message:
        'Line 2 has 2001 cells; 1000 are the most that can be taken. Send the "email" column and those that you need beside it.',
    });
  });

  it.each([0, 1])('with the right line below 100,000 blank ones (%d)', async (offset) => {
    const fault = await faultOf(`${' '.repeat(offset)}${'\r\n'.repeat(100_000)}email\r\nx,a@b.co\r\n`);
    expect(fault).toMatchObject({ code: 'too_many_cells', line: 100_002 });
  });

  it.each([
    ['ZIP or xlsx', Buffer.from('PK\x03\x04\x14\0\x06\0rest'), 'compressed_file', 'Excel workbook'],
    ['gzip', gzipSync('email\na@b.co\n'), 'compressed_file', 'gzip'],
    ['xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'binary_file', 'Excel workbook'],
    ['PNG', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'binary_file', 'PNG'],
    ['JPEG', Buffer.from('ffd8ffe000104a464946', 'hex'), 'binary_file', 'JPEG'],
    ['GIF', Buffer.from('GIF89a'), 'binary_file', 'GIF'],
    ['PDF', Buffer.from('%PDF-1.7\n'), 'binary_file', 'PDF'],
  ])('when it is %s', async (_, bytes, code, named) => {
    for (const file of [bytes, chunksOf(bytes, 1)]) {
      const fault = await faultOf(file);
      expect(fault.code).toBe(code);
      expect(fault.message).toContain(named);
    }
  });

  it.each([
    ['one NUL', '\0', 1],
    ['NULs', '\0'.repeat(10_000), 1],
    ['a NUL in a row', 'email\na@b.co\nc@d\0.co\n', 3],
    ['a NUL far down', `email\n${'a@b.co\r\n'.repeat(50_000)}\0`, 50_002],
  ])('when it holds %s', async (_, file, line) => {
    const fault = await faultOf(file);
    expect(fault).toMatchObject({ code: 'binary_file', line });
    expect(fault.message).toContain(`Line ${line} `);
  });

  it.each([
    ['latin1', Buffer.from('email,name\na@b.co,A\nc@d.co,J\xfcrgen\n', 'latin1'), 3],
    [
      'latin1 behind UTF-8',
      Buffer.concat([Buffer.from('email\r\nä@b.co\r\n'), Buffer.from('\xfc@b.co\r\n', 'latin1')]),
      3,
    ],
    ['a character cut off by the end', Buffer.from('email\na@b.co\n😀').subarray(0, -1), 3],
    ['half a UTF-16 unit', Buffer.concat([Buffer.from('\ufeffemail\na@b.co\n', 'utf16le'), Buffer.from('a')]), 3],
    ['a lone UTF-16 surrogate', Buffer.from('\ufeffemail\na@b.co\nx\ud800y@b.co\n', 'utf16le'), 3],
    ['CP1252 quotes in the header', Buffer.from('\x93email\x94\na@b.co\n', 'latin1'), 1],
  ])('when it holds %s', async (_, bytes, line) => {
    const fault = await faultOf(bytes);
    expect(fault).toMatchObject({ code: 'not_unicode', line });
    expect(fault.message).toContain('CSV UTF-8');
  });
});

describe('a file is refused at bounded memory', () => {
  async function* endless(start: string, more: string, counter: { pulled: number }): AsyncGenerator<Buffer> {
    yield Buffer.from(start);
    const block = Buffer.from(more.repeat(Math.ceil(65_536 / more.length)));
    for (; counter.pulled < 20e6; counter.pulled += block.length) yield block;
    await Promise.resolve();
  }

  it.each([
    ['a row without an end', 'email\na@b.co\n', 'x', 'record_too_long', 3],
    ['a header without an end', '', 'x,', 'record_too_long', 1],
    ['a quote that is not closed', 'email\na@b.co\nc@d.co\n"', 'x@y.co\n', 'unclosed_quote', 4],
    ['a quote that is not closed in the header', '"', 'x@y.co;\n', 'unclosed_quote', 1],
    ['white space without an end', '', ' ', 'record_too_long', 1],
  ])('when it is %s', async (_, start, more, code, line) => {
    const counter = { pulled: 0 };
    expect(await faultOf(endless(start, more, counter))).toMatchObject({ code, line });
    expect(counter.pulled).toBeLessThan(1.5e6);
  });

  it('takes a row of exactly 1 MiB, and no more', async () => {
    for (const end of ['\n', '\r\n', '']) {
      const row = 'a@b.co,'.padEnd(1_048_576, 'x');
      expect((await readWhole(`email,x\n${row}${end}`)).fault).toBeNull();
    }
    expect((await readWhole(`email,x\n${'a@b.co,'.padEnd(1_048_579, 'x')}\n`)).fault?.code).toBe('record_too_long');
  });

  it('when it has more than 1,000 columns', async () => {
    const fault = await faultOf(`${'x,'.repeat(1_000)}email\n`);
    expect(fault.code).toBe('too_many_columns');
    expect(fault.message).toContain('The header has 1001 columns; 1000 are the most');
    expect(await faultOf(`email${','.repeat(1_000_000)}\n${'a@b.co\n'.repeat(250)}`)).toMatchObject({
      code: 'too_many_columns',
    });
  });

  it('when filling up its short rows would make a file many times its size', async () => {
    const head = `email${','.repeat(999)}\n`;
    const read = await readWhole(`${head}${'a@b.co\n'.repeat(5_000)}`);
    expect(read.fault?.code).toBe('too_few_cells');
    expect(read.fault?.message).toContain("1 of the header's 1000 cells");
    const written = read.rows.reduce((sum, { line }) => sum + line.length, 0);
    expect(written).toBeLessThan(1.2 * 1_048_576);
    // As the header is, rows may be: what came counts for what is added.
    expect((await readWhole(`${head}${`a@b.co${','.repeat(200)}\n`.repeat(20_000)}`)).fault).toBeNull();
  });

  it.each([
    ['stray quotes', 'x"'],
    ['stray quotes and blanks', 'x" '],
    ['quotes', '"'],
    ['quotes, one too many', '"""'],
    ['quotes and blanks', '" '],
    ['delimiters', ','],
    ['quoted cells', '"",'],
    ['blanks and quotes', ' "'],
    ['blanks, quotes and delimiters', ', "'],
    ['quotes with backslashes', '\\"'],
    ['quoted cells that end with backslashes', '"a\\",'],
    ['line ends', '\r\n\r'],
    ['quotes and line ends', '"\n'],
    ['quoted line ends', '"\r",\n'],
  ])('reads 2 MB of %s, in rows and headers, without reading them over and over', async (_, piece) => {
    const long = piece.repeat(500_000 / piece.length);
    const started = process.cpuUsage();
    for (const text of [long, `"${long}`, `"a"${' '.repeat(250_000)}${long.slice(0, 250_000)}`]) {
      await readWhole(`email,x\na@b.co,${text}\nb@b.co,1\n`);
    }
    await readWhole(`email,${long}\n`);
    const { user } = process.cpuUsage(started);
    // Reading them over and over would take minutes.
    expect(user / 1e6).toBeLessThan(20);
  });

  it('walks over blanks between quotes and what ends the cell once', async () => {
    const record = `"${'a"'.repeat(125_000)}${' '.repeat(250_000)},`;
    const started = process.cpuUsage();
    expect((await readWhole(`email,x,y\na@b.co,${record}\n`)).fault).toBeNull();
    await readWhole(`email,${record}\na@b.co\n`);
    expect(process.cpuUsage(started).user / 1e6).toBeLessThan(20);
  });
});

describe('a file is refused rather than read as nobody wrote it', () => {
  it.each([
    ['a quote that is not closed', 'email,x\na@b.co,1\nc@d.co,"2\n', 3, 'opens on line 3 is not closed. A quote'],
    ['text behind a closing quote', 'email,x\na@b.co,"1"2\n', 2, 'behind the one that closes it stands the delimiter'],
    ['one of 1 MiB', `email,x\na@b.co,"${'1\n'.repeat(600_000)}`, 2, 'opens on line 2 is not closed within 1 MiB. '],
    [
      'a cell of two lines with a quote that is not written twice',
      'email,x\na@b.co,"5" pipe\nand more"\n',
      2,
      'opens on line 2 goes on behind the end of that line, and holds a quote that is not written twice',
    ],
    [
      'a cell that takes in the address',
      'company,email\n"Foo "Bar"","ann@known.test"\n',
      2,
      'opens on line 2 holds a quote that is not written twice (""), and takes in the cells behind it.',
    ],
  ])('with a sentence that is true: %s', async (_, file, line, sentence) => {
    const fault = await faultOf(file);
    expect(fault.line).toBe(line);
    expect(fault.message).toContain(sentence);
  });

  it('where a cell that takes in the next ones hides the address, though the row has as many cells as it should', async () => {
    expect(await faultOf('name,email\n"a "b, c@d.co" x",y\n')).toMatchObject({ code: 'stray_quote', line: 2 });
    expect(await faultOf('email,name\na@b.co,"a "b, c" x",y\n')).toMatchObject({ code: 'stray_quote', line: 2 });
  });

  it('though not where doubled quotes are beside a stray one in another cell', async () => {
    const read = await readWhole('email,x,y\na@b.co,"5" pipe","say ""hi""\nthere"\n');
    expect(read.fault).toBeNull();
    expect(read.rows[0]?.line).toBe('a@b.co,"5"" pipe","say ""hi""\nthere"');
  });
});
