import { chunksOf, readWhole } from '../../../../test/fixtures/csv/read-whole';

describe('readCsv: the column that its sender names', () => {
  const FILE = 'Name;E-Mail address;"Second, mail"\nJane;jane@a.test;j@b.test\n';

  it.each([
    ['a name', 'E-Mail address', 'jane@a.test'],
    ['a name in another case, with blanks around it', '  e-mail ADDRESS ', 'jane@a.test'],
    ['a name with another delimiter in it', 'Second, mail', 'j@b.test'],
    ['a number', '3', 'j@b.test'],
  ])('is found by %s', async (_, column, address) => {
    const { columns, rows, fault } = await readWhole(FILE, { column });
    expect({ fault, addresses: rows.map((row) => row.address) }).toEqual({ fault: null, addresses: [address] });
    expect(columns).toEqual(['Name', 'E-Mail address', 'Second, mail']);
  });

  it('is the one with the name 2 before it is the second', async () => {
    expect((await readWhole('2,b\nx@a.test,y@a.test\n', { column: '2' })).rows[0]?.address).toBe('x@a.test');
  });

  it('goes before a column that is called email', async () => {
    expect((await readWhole('email,mail\nx@a.test,y@a.test\n', { column: 'mail' })).rows[0]?.address).toBe('y@a.test');
  });

  it('sets the delimiter apart', async () => {
    const { delimiter, rows } = await readWhole('a, b, c;Mail\n1, 2, 3;x@a.test\n', { column: 'mail' });
    expect([delimiter, rows[0]?.address]).toEqual([';', 'x@a.test']);
  });

  it.each([
    [
      'Mail',
      'The CSV file must contain the column "Mail" in its first row. Columns seen: "Name", "E-Mail address", "Second, mail".',
    ],
    [
      '4',
      'The CSV file has 3 columns, so there is no column 4. Columns seen: "Name", "E-Mail address", "Second, mail".',
    ],
    ['0', 'The CSV file must contain the column "0" in its first row.'],
  ])('is missed by a sentence: %s', async (column, message) => {
    const { fault } = await readWhole(FILE, { column });
    expect(fault).toMatchObject({ code: 'no_email_column', message: expect.stringContaining(message) as string });
  });
});

describe('readCsv: a list without a header', () => {
  const plain = { hasHeader: false };

  it('is one address a line', async () => {
    const { columns, rows } = await readWhole('a@a.test\n\nb@a.test\nnone\n', plain);
    expect(columns).toEqual(['email']);
    expect(rows.map(({ address }) => address)).toEqual(['a@a.test', 'b@a.test', 'none']);
  });

  it('is as wide as its first row; longer rows keep what is behind', async () => {
    const { columns, rows } = await readWhole('a@a.test\nb@a.test,Jane\n', { ...plain, column: '1' });
    expect(columns).toEqual(['email']);
    expect(rows).toEqual([
      { address: 'a@a.test', line: 'a@a.test' },
      { address: 'b@a.test', line: 'b@a.test', surplus: 'Jane' },
    ]);
  });

  it('gives its columns names', async () => {
    const { columns, rows } = await readWhole('\ufeffJane;jane@a.test;Oslo\nJoe;joe@a.test\n', {
      ...plain,
      column: '2',
    });
    expect(columns).toEqual(['column_1', 'email', 'column_3']);
    expect(rows).toEqual([
      { address: 'jane@a.test', line: 'Jane,jane@a.test,Oslo' },
      { address: 'joe@a.test', line: 'Joe,joe@a.test,' },
    ]);
  });

  it('has the delimiter that leaves an address by itself', async () => {
    const { delimiter, rows } = await readWhole('a@a.test;Doe, Jane\nb@a.test;Roe, Jim\n', { ...plain, column: '1' });
    expect([delimiter, rows.map(({ address }) => address)]).toEqual([';', ['a@a.test', 'b@a.test']]);
  });

  it('reads its first row wherever the file is cut', async () => {
    const file = Buffer.from(`sep=|\r\n${'x'.repeat(70_000)}|a@a.test\r\n"y|"|b@a.test`);
    for (const size of [1000, 65_536, 200_000]) {
      const { rows, fault } = await readWhole(chunksOf(file, size), { ...plain, column: '2' });
      expect([fault, rows.map(({ address }) => address)]).toEqual([null, ['a@a.test', 'b@a.test']]);
    }
  });

  it.each([
    [
      'Jane,jane@a.test\n',
      null,
      'The CSV file has 2 columns and no header row: say by "column" which of them holds the addresses, by its number from 1.',
    ],
    ['jane@a.test\n', '2', 'The first row of the CSV file has 1 column, so there is no column 2.'],
    ['a@a.test\nJane,b@a.test\n', '1', 'Line 2 has 2 cells, but the first row has 1.'],
    ['\n\n', '1', 'The file is empty'],
  ])('is refused in a sentence: %j, column %s', async (file, column, message) => {
    expect((await readWhole(file, { ...plain, column })).fault?.message).toContain(message);
  });
});

describe('readCsv: an encoding that its sender names', () => {
  const windows = (text: string): Buffer => Buffer.from(text, 'latin1');

  it('reads Windows-1252', async () => {
    const { columns, rows } = await readWhole(windows('email;Stra\xdfe;\x80\nj\xf6rg@a.test;K\xf6ln \x96 S\xfcd;1\n'), {
      encoding: 'windows-1252',
    });
    expect(columns).toEqual(['email', 'Straße', '€']);
    expect(rows).toEqual([{ address: 'jörg@a.test', line: 'jörg@a.test,Köln – Süd,1' }]);
  });

  it('knows every byte of it, as browsers do', async () => {
    const bytes = Buffer.from(Array.from({ length: 128 }, (_, index) => index + 128));
    const { rows } = await readWhole(Buffer.concat([Buffer.from('email\n"'), bytes, Buffer.from('"\n')]), {
      encoding: 'windows-1252',
    });
    const high = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
    expect(rows[0]?.address).toBe(high + Buffer.from(bytes.subarray(32)).toString('latin1'));
  });

  it('reads UTF-16 without a mark, of which too little is ASCII to be sure', async () => {
    const file = Buffer.from(`名前,email\n${'漢'.repeat(200)},a@a.test\n`, 'utf16le');
    expect((await readWhole(file, { encoding: 'utf-16le' })).rows).toHaveLength(1);
    expect((await readWhole(file.swap16(), { encoding: 'utf-16be' })).rows).toHaveLength(1);
  });

  it('believes a byte order mark before what is said', async () => {
    const text = '\ufeffemail,n\na@a.test,ö\n';
    for (const file of [Buffer.from(text), Buffer.from(text, 'utf16le')]) {
      const { rows } = await readWhole(file, { encoding: 'windows-1252' });
      expect(rows).toEqual([{ address: 'a@a.test', line: 'a@a.test,ö' }]);
    }
  });

  it.each(['windows-1252', 'utf-8', 'utf-16be'] as const)('still refuses what is no text: %s', async (encoding) => {
    expect((await readWhole(Buffer.from('\x89PNG\r\n', 'latin1'), { encoding })).fault?.code).toBe('binary_file');
    expect((await readWhole(Buffer.from('email\n\0\0\n'), { encoding })).fault).not.toBeNull();
  });

  it('refuses bytes that are not in it, by their line', async () => {
    const { fault } = await readWhole(windows('email\na@a.test\nj\xf6rg@a.test\n'), { encoding: 'utf-8' });
    expect(fault).toMatchObject({ code: 'not_unicode', line: 3 });
  });
});
