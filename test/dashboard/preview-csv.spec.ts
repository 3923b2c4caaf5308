import { PREVIEW_BYTES, previewCsv } from '../../dashboard/src/csv/preview-csv';

function preview(content: string | Buffer) {
  const bytes = Buffer.from(content as string);
  return previewCsv(bytes.subarray(0, PREVIEW_BYTES), bytes.length);
}

describe('what a list shows before it is sent', () => {
  it.each([
    [',', 'name,Email,city\nJane,jane@example.org,Oslo\n'],
    [';', 'name;Email;city\r\nJane;jane@example.org;Oslo\r\n'],
    ['\t', 'name\tEmail\tcity\rJane\tjane@example.org\tOslo\r'],
    ['|', 'name|Email|city\nJane|jane@example.org|Oslo'],
  ])('finds the delimiter %j', (delimiter, content) => {
    expect(preview(content)).toEqual({
      encoding: 'UTF-8',
      delimiter,
      columns: ['name', 'Email', 'city'],
      emailColumn: 1,
      rows: [['Jane', 'jane@example.org', 'Oslo']],
      rowCount: 1,
      isExact: true,
    });
  });

  it('takes the delimiter that sets the email column apart, whatever else is frequent', () => {
    expect(preview('email;a, b, c, d\nx@y.org;1, 2, 3\n')).toMatchObject({ delimiter: ';', emailColumn: 0 });
  });

  it('reads quotes with delimiters, line ends and quotes in them', () => {
    expect(preview('"last, first",email\n"Doe, ""J""\nJr",j@example.org\n')).toMatchObject({
      columns: ['last, first', 'email'],
      rows: [['Doe, "J"\nJr', 'j@example.org']],
      rowCount: 1,
    });
  });

  it.each([
    ['a byte order mark', Buffer.from('\ufeffemail\na@b.org\n'), 'UTF-8'],
    ['UTF-16 little endian', Buffer.from('\ufeffemail\na@b.org\n', 'utf16le'), 'UTF-16'],
    ['UTF-16 without a mark', Buffer.from('email\na@b.org\n', 'utf16le'), 'UTF-16'],
    ['UTF-16 big endian', Buffer.from('\ufeffemail\na@b.org\n', 'utf16le').swap16(), 'UTF-16'],
  ])('reads %s', (_, content, encoding) => {
    expect(preview(content)).toMatchObject({ encoding, columns: ['email'], rows: [['a@b.org']] });
  });

  it('says that there is no email column', () => {
    expect(preview('mail,name\na@b.org,Jane\n')).toMatchObject({ columns: ['mail', 'name'], emailColumn: -1 });
  });

  it('leaves blank lines out', () => {
    expect(preview('\n\nemail\n\na@b.org\n \n')).toMatchObject({ columns: ['email'], rowCount: 1 });
  });

  it('judges the length of a long list by its beginning, and says so', () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => `user${String(index).padStart(6, '0')}@example.org`);
    const seen = preview(`email\n${rows.join('\n')}\n`);
    if (typeof seen === 'string') throw new Error(seen);
    expect(seen.isExact).toBe(false);
    expect(Math.abs(seen.rowCount - 20_000)).toBeLessThan(50);
    expect(seen.rows).toEqual(rows.slice(0, 3).map((row) => [row]));
  });

  it.each([
    ['', 'The file is empty.'],
    ['\n \n', 'The file is empty.'],
    [Buffer.from('PK\u0003\u0004'), 'This is a compressed file or a workbook. Save it as CSV first.'],
    [Buffer.from([0x1f, 0x8b, 8]), 'This is a compressed file or a workbook. Save it as CSV first.'],
    [Buffer.from('%PDF-1.7\0\0\0abc'), 'This is not a text file. Save your list as CSV first.'],
  ])('refuses %j in a sentence', (content, sentence) => {
    expect(preview(content)).toBe(sentence);
  });
});
