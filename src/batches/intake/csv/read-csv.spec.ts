import { Readable } from 'node:stream';
import { addressesOf, linesOf, readWhole } from '../../../../test/fixtures/csv/read-whole';
import { readCsv } from './read-csv';

describe('readCsv: the header', () => {
  it.each([
    ['a plain name', 'email\na@b.co\n'],
    ['any case', 'EMaiL\na@b.co\n'],
    ['white space around it', '  Email\t \na@b.co\n'],
    ['quotes around it', '"email"\na@b.co\n'],
    ['a byte order mark', '\ufeffemail\na@b.co\n'],
    ['a byte order mark and quotes', '\ufeff"email"\na@b.co\n'],
    ['two byte order marks', '\ufeff\ufeffemail\na@b.co\n'],
    ['blank lines in front', '\n \r\n,,;\nemail\na@b.co\n'],
    ['no line end behind the last row', 'email\na@b.co'],
  ])('takes an email column with %s', async (_, file) => {
    expect(await addressesOf(file)).toEqual(['a@b.co']);
  });

  it.each([
    [',', 'name,email,x\nn,a@b.co,y\n'],
    [';', 'name;email;x\nn;a@b.co;y\n'],
    ['\t', 'name\temail\tx\nn\ta@b.co\ty\n'],
    ['|', 'name|email|x\nn|a@b.co|y\n'],
    [';', '"last, first";email;x\n"n, m";a@b.co;y\n'],
    [',', '"a;b;c",email,x\nn,a@b.co,y\n'],
    ['|', 'a,b,c|email|x\nn|a@b.co|y\n'],
    [';', '"one";"e,m";"email"\n"1";"2";"a@b.co"\n'],
    [';', '"two\nlines, here";email;x\nn;a@b.co;y\n'],
    [',', 'email\na@b.co\n'],
  ])('finds the delimiter %j', async (delimiter, file) => {
    const read = await readWhole(file);
    expect(read.delimiter).toBe(delimiter);
    expect(read.rows.map((row) => row.address)).toEqual(['a@b.co']);
  });

  it.each([
    ['sep=;\nemail;a,b\na@b.co;1\n', ';'],
    ['\ufeffSEP=|\r\nemail|x\r\na@b.co|1\r\n', '|'],
    ['"sep=;"\nemail;x\na@b.co;1\n', ';'],
    ['sep=\t\nemail\tx\na@b.co\t1\n', '\t'],
    ['sep=:\nemail:x\na@b.co:1\n', ':'],
  ])('obeys the separator line of %j', async (file, delimiter) => {
    const read = await readWhole(file);
    expect(read).toMatchObject({ delimiter, fault: null, emailColumn: 0 });
    expect(read.rows.map((row) => row.address)).toEqual(['a@b.co']);
  });

  it('keeps the names as given and takes the first of two email columns', async () => {
    const read = await readWhole(' Name , E-Mail,EMAIL ,email\nn,x,a@b.co,c@d.co\n');
    expect(read.columns).toEqual([' Name ', ' E-Mail', 'EMAIL ', 'email']);
    expect(read.emailColumn).toBe(2);
    expect(read.rows[0]?.address).toBe('a@b.co');
  });

  it('takes names that objects know already', async () => {
    const read = await readWhole('__proto__,constructor,email,toString\n1,2,a@b.co,3\n');
    expect(read.columns).toEqual(['__proto__', 'constructor', 'email', 'toString']);
    expect(read.rows).toEqual([{ address: 'a@b.co', line: '1,2,a@b.co,3' }]);
  });

  it('takes 1,000 columns', async () => {
    const names = Array.from({ length: 1_000 }, (_, index) => `column_${index}`);
    names[999] = 'email';
    const read = await readWhole(`${names.join(',')}\n${','.repeat(999)}a@b.co\n`);
    expect(read.emailColumn).toBe(999);
    expect(read.rows[0]?.address).toBe('a@b.co');
  });

  it.each([
    ...['email\u200b', '\u200bemail', 'e\u00adm\u2060ail', '"email\u200e "', ' "email"', '\u200b "Email"\t'],
    ...['email\u0001', 'em\u3164ail', '\u0085email', 'email\ufeff'],
  ])('finds the email column for those who read %j', async (name) => {
    const read = await readWhole(`name,${name},x\nAnn,a@b.co,1\n`);
    expect(read).toMatchObject({ emailColumn: 1, rows: [{ address: 'a@b.co', line: 'Ann,a@b.co,1' }] });
  });

  it('leaves out of names what nobody sees, and only that', async () => {
    const { columns } = await readWhole('e\u200bmail,\ufeff N\u00e4me\u00a0,"a\n\u0007b",\u202eOrt\u202c\nx@b.co,,,\n');
    expect(columns).toEqual(['email', ' N\u00e4me\u00a0', 'a\nb', 'Ort']);
  });

  it.each([
    ['e-mail,Name\nx@b.co,X\n', ',', 0],
    ['Name,Email Address\nX,x@b.co\n', ',', 1],
    ['Name;EMAIL_ADDRESS\nX;x@b.co\n', ';', 1],
    ['"id","mail\u200b"\n1,x@b.co\n', ',', 1],
    ['Name, first|mail\nX, Y|x@b.co\n', '|', 1],
    ['mail;a,b,c\nx@b.co;1,2,3\n', ';', 0],
    ['e-mail;x,email,y\nX;1,x@b.co,2\n', ',', 1],
    ['sep=;\nmail;n\nx@b.co;1\n', ';', 0],
  ])('takes the only other spelling of it where there is none: %j', async (file, delimiter, emailColumn) => {
    const read = await readWhole(file);
    expect(read).toMatchObject({ delimiter, emailColumn, fault: null });
    expect(read.rows.map(({ address }) => address)).toEqual(['x@b.co']);
  });

  it('takes no other spelling where the column is named, or there is no header', async () => {
    expect((await readWhole('mail\na@b.co\n', { column: 'email' })).fault?.code).toBe('no_email_column');
    expect((await readWhole('mail,x\na@b.co,1\n', { hasHeader: false })).fault?.code).toBe('no_email_column');
  });
});

describe('readCsv: the rows', () => {
  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('reads lines that end with %s', async (_, end) => {
    const read = await readWhole(['name,email', '"A, B",a@b.co', ',c@d.co', ''].join(end));
    expect(read.rows).toEqual([
      { address: 'a@b.co', line: '"A, B",a@b.co' },
      { address: 'c@d.co', line: ',c@d.co' },
    ]);
  });

  it('reads line ends of all kinds in one file', async () => {
    const file = 'email,x\r\na@b.co,1\nc@d.co,"2"\r"e@f.co",3\r\n\r\n\rg@h.co,4';
    expect(await addressesOf(file)).toEqual(['a@b.co', 'c@d.co', 'e@f.co', 'g@h.co']);
  });

  it('keeps line ends within quotes as they are', async () => {
    const file = 'email,note\r\na@b.co,"1\n2\r\n3\r4"\r\nc@d.co,"5\r\n"\nx@y.co,6';
    expect(await linesOf(file)).toEqual(['a@b.co,"1\n2\r\n3\r4"', 'c@d.co,"5\r\n"', 'x@y.co,6']);
  });

  it('takes a line end within an address for a part of it', async () => {
    expect(await addressesOf('email\n"a@x.co\r\nRCPT TO:<b@y.co>"\n')).toEqual(['a@x.co\r\nRCPT TO:<b@y.co>']);
  });

  it('trims the address and leaves the cell', async () => {
    const read = await readWhole('name,email\n n , a@b.co\u00a0\n');
    expect(read.rows).toEqual([{ address: 'a@b.co', line: ' n , a@b.co\u00a0' }]);
  });

  it('skips blank rows: nothing, white space, delimiters, empty quotes', async () => {
    expect(await addressesOf('email,x\n\n  \n,\n , \n"",""\na@b.co,\n\t,\n')).toEqual(['a@b.co']);
  });

  it('takes a row without an address that has other cells', async () => {
    const read = await readWhole('email,name\n,Ann\n  ,Bob\n');
    expect(read.rows).toEqual([
      { address: '', line: ',Ann' },
      { address: '', line: '  ,Bob' },
    ]);
  });

  it('fills short rows up and drops blank cells beyond the header', async () => {
    expect(await linesOf('name,email,x\nn\nn,a@b.co\nn,a@b.co,1,, \n')).toEqual(['n,,', 'n,a@b.co,', 'n,a@b.co,1']);
  });

  it('keeps cells beyond the header apart, blank ones at the end left out', async () => {
    const read = await readWhole('name,email\nn,a@b.co,1,,2, \nn,b@b.co\nn,c@b.co,"x, y",=1\n,,z\n');
    expect(read.fault).toBeNull();
    expect(read.rows).toEqual([
      { address: 'a@b.co', line: 'n,a@b.co', surplus: '1,,2' },
      { address: 'b@b.co', line: 'n,b@b.co' },
      { address: 'c@b.co', line: 'n,c@b.co', surplus: '"x, y",\'=1' },
      { address: '', line: ',', surplus: 'z' },
    ]);
  });

  it('reads a row that is too long by the quotes that make sense of it, before it keeps its cells apart', async () => {
    const file = 'email,note\na@b.co,"5\\", thick"\nb@b.co, "x, y"\nc@b.co,1,2\n';
    expect((await readWhole(file)).rows).toEqual([
      { address: 'a@b.co', line: 'a@b.co,"5"", thick"' },
      { address: 'b@b.co', line: 'b@b.co,"x, y"' },
      { address: 'c@b.co', line: 'c@b.co,1', surplus: '2' },
    ]);
  });

  it('writes every delimiter as a comma, and quotes what needs it', async () => {
    expect(await linesOf('email;a;b\na@b.co;1,5;say ""\nc@d.co;"x;y";"say ""hi"""\n')).toEqual([
      'a@b.co,"1,5","say """""',
      'c@d.co,"x;y","say ""hi"""',
    ]);
  });

  it('defuses cells that a spreadsheet would run', async () => {
    const file = 'email,a\n=x@b.co,=1+1\n+x@b.co,-5\na@b.co,@SUM(1)\nb@b.co,"\tx"\nc@b.co,\'=1\nd@b.co,1=1\n';
    const { rows } = await readWhole(file);
    expect(rows.map((row) => row.address)).toEqual(['=x@b.co', '+x@b.co', 'a@b.co', 'b@b.co', 'c@b.co', 'd@b.co']);
    expect(rows.map((row) => row.line)).toEqual([
      "'=x@b.co,'=1+1",
      "'+x@b.co,'-5",
      "a@b.co,'@SUM(1)",
      'b@b.co,"\'\tx"',
      "c@b.co,'=1",
      'd@b.co,1=1',
    ]);
  });

  it('takes a quote within an unquoted cell, and stray quotes that stay on their line, as they stand', async () => {
    const read = await readWhole('email,name\na"b@x.co,5" pipe\nc@d.co,"The "Great" One"\ne@f.co,x\n');
    expect(read.fault).toBeNull();
    expect(read.rows.map((row) => row.line)).toEqual([
      '"a""b@x.co","5"" pipe"',
      'c@d.co,"The ""Great"" One"',
      'e@f.co,x',
    ]);
  });
});

describe('readCsv: quotes as others write them', () => {
  it.each([
    ['the address', 'name,email\nAnn, "ann@known.test"\n', ['ann@known.test']],
    ['the address, twice', 'name,email\nAnn,"""ann@known.test"""\n', ['ann@known.test']],
    ['the header and the address', '"name", "email"\n"Ann", "ann@known.test"\n', ['ann@known.test']],
    ['an address with quotes of its own', 'email\n "ann smith"@known.test\n', ['"ann smith"@known.test']],
  ])('takes quotes off the address behind a blank: %s', async (_, file, addresses) => {
    expect(await addressesOf(file)).toEqual(addresses);
  });

  it('leaves other cells with quotes behind a blank as they are', async () => {
    expect(await linesOf('name,email,x\n "Ann", "a@b.co", "6" x 5"\n')).toEqual([
      '" ""Ann""","\u0020""a@b.co""","\u0020""6"" x 5"""',
    ]);
  });

  it('takes a cell for quoted behind a blank where its row has too many cells otherwise, and in rows below', async () => {
    const file = 'name, email, note\nBob, b@b.co, 5" pipe\nAnn, a@b.co, "Doe, Ann"\nEve, "e@b.co", "6" x 5"\n';
    expect(await linesOf(file)).toEqual([
      'Bob, b@b.co,"\u00205"" pipe"',
      'Ann, a@b.co,"Doe, Ann"',
      'Eve,e@b.co,"\u0020""6"" x 5"""',
    ]);
  });

  it.each([
    ['"Foo \\"Bar\\"","ann@known.test"', '"Foo ""Bar"""'],
    ['"5\\"","ann@known.test"', '"5"""'],
    ['"a\\",b","ann@known.test"', '"a"",b"'],
    ['"a\\"\nb","ann@known.test"', '"a""\nb"'],
    ['"\\\\ \\" ""x""","ann@known.test"', '"\\ "" ""x"""'],
  ])('reads quotes with backslashes where the row makes no sense otherwise: %j', async (row, cell) => {
    const file = `company,email\n${row}\n"Baz","bob@known.test"\n"7\\" x","eve@known.test"\n`;
    const read = await readWhole(file);
    expect(read.fault).toBeNull();
    expect(read.rows.map(({ address }) => address)).toEqual(['ann@known.test', 'bob@known.test', 'eve@known.test']);
    expect(read.rows[0]?.line).toBe(`${cell},ann@known.test`);
  });

  it('reads quotes with backslashes in the header', async () => {
    const read = await readWhole('"size (\\"), x","email"\n"5\\"","a@b.co"\n');
    expect(read.columns).toEqual(['size ("), x', 'email']);
    expect(read.rows).toEqual([{ address: 'a@b.co', line: '"5""",a@b.co' }]);
  });

  it('leaves backslashes alone where rows make sense with them', async () => {
    expect(await linesOf('path,email\n"C:\\","a@b.co"\nC:\\",b@b.co\n"a\\\\b",c@b.co\n"D:\\"\n')).toEqual([
      'C:\\,a@b.co',
      '"C:\\""",b@b.co',
      'a\\\\b,c@b.co',
      'D:\\,',
    ]);
  });
});

describe('readCsv: encodings', () => {
  const text = 'email;näme\r\njürgen@bücher.example;日本 😀\r\na@b.co;"一\n二"\r\n';
  const expected = [
    { address: 'jürgen@bücher.example', line: 'jürgen@bücher.example,日本 😀' },
    { address: 'a@b.co', line: 'a@b.co,"一\n二"' },
  ];

  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16LE with a mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16BE with a mark', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['UTF-16LE', Buffer.from(text, 'utf16le')],
    ['UTF-16BE', Buffer.from(text, 'utf16le').swap16()],
  ])('reads %s', async (_, bytes) => {
    expect((await readWhole(bytes)).rows).toEqual(expected);
  });

  it('reads UTF-16 of one ASCII column, without a mark', async () => {
    expect(await addressesOf(Buffer.from('email\r\na@b.co', 'utf16le'))).toEqual(['a@b.co']);
  });
});

describe('readCsv: the source', () => {
  it('pulls no more than the rows that are asked for need', async () => {
    let pulled = 0;
    async function* endless(): AsyncGenerator<Buffer> {
      yield Buffer.from('email,name\n');
      for (;;) {
        pulled += 4_000;
        yield Buffer.from('somebody@example.com'.padEnd(39, ',') + '\n').subarray(0, 0);
        yield Buffer.from('somebody@example.com,name            \n'.repeat(100));
        await Promise.resolve();
      }
    }
    const { rows } = await readCsv(endless());
    await rows.next();
    expect(pulled).toBeLessThan(200_000);
    await rows.return();
  });

  it('passes a fault of the source on', async () => {
    const source = Readable.from(
      (function* () {
        yield Buffer.from('email\na@b.co\n');
        throw new Error('connection reset');
      })(),
    );
    await expect(readWhole(source)).rejects.toThrow('connection reset');
  });

  it.each([
    ['in the header', 'name\n'],
    ['in a row', 'email\ntoo,many,a@b.co\n'],
  ])('leaves a stream to its owner after a fault %s', async (_, start) => {
    const source = Readable.from([Buffer.from(start), ...new Array<Buffer>(50).fill(Buffer.alloc(10_000, 'x\n'))]);
    const read = await readWhole(source);
    expect(read.fault).not.toBeNull();
    expect(source.destroyed).toBe(false);
    await new Promise((resolve) => source.resume().once('end', resolve));
    expect(source.readableEnded).toBe(true);
  });

  it('gives the event loop its turns while a large file is at hand', async () => {
    async function* atHand(): AsyncGenerator<Buffer> {
      yield Buffer.from('email\n');
      for (let i = 0; i < 60; i++) yield Buffer.from('somebody@example.com\n'.repeat(10_000));
      await Promise.resolve();
    }
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const { rows } = await readWhole(atHand());
    clearInterval(timer);
    expect(rows).toHaveLength(600_000);
    expect(turns).toBeGreaterThan(5);
  });
});
