import fc from 'fast-check';
import { countList } from '../../dashboard/src/csv/count-list';
import { findEncoding } from '../../dashboard/src/csv/find-encoding';
import { formFields, guessChoice } from '../../dashboard/src/csv/guess-choice';
import { HEAD_BYTES, readListHead, type ListHead } from '../../dashboard/src/csv/list-head';
import { parsePasted, toListFile } from '../../dashboard/src/csv/parse-pasted';
import { readRecords } from '../../dashboard/src/csv/read-records';
import { readWhole } from '../fixtures/csv/read-whole';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const blob = (content: string | Buffer): Blob => new Blob([new Uint8Array(Buffer.from(content))]);

async function open(content: string | Buffer) {
  const { encoding } = await findEncoding(blob(content));
  return readListHead(blob(content), encoding);
}

async function seen(content: string | Buffer): Promise<ListHead> {
  const head = await open(content);
  if (typeof head === 'string') throw new Error(head);
  return head;
}

async function counted(content: string | Buffer, mostBytes?: number) {
  const head = await seen(content);
  return countList(blob(content), head, guessChoice(head.records), mostBytes);
}

describe('what a list shows before it is sent', () => {
  it.each([
    [',', 'name,Email,city\nJane,jane@example.org,Oslo\n'],
    [';', 'name;Email;city\r\nJane;jane@example.org;Oslo\r\n'],
    ['\t', 'name\tEmail\tcity\rJane\tjane@example.org\tOslo\r'],
    ['|', 'name|Email|city\nJane|jane@example.org|Oslo'],
    [';', 'sep=;\r\nname;Email;city\r\n\r\nJane;jane@example.org;Oslo'],
  ])('finds the delimiter %j', async (delimiter, content) => {
    expect(await seen(content)).toEqual({
      source: { kind: 'text', encoding: 'utf-8', delimiter },
      scale: 1,
      records: [
        ['name', 'Email', 'city'],
        ['Jane', 'jane@example.org', 'Oslo'],
      ],
      isWhole: true,
    });
  });

  it('takes the delimiter that sets the email column apart, whatever else is frequent', async () => {
    expect(await seen('email;a, b, c, d\nx@y.org;1, 2, 3\n')).toMatchObject({ source: { delimiter: ';' } });
    expect(await seen('x@y.org;Doe, Jane, B.Sc., M.Sc.\n')).toMatchObject({ source: { delimiter: ';' } });
    expect(await seen('E-Mail;a, b, c, d\nx@y.org;1, 2, 3\n')).toMatchObject({ source: { delimiter: ';' } });
    expect(await seen('mail;a,email,b\nx;1,x@y.org,2\n')).toMatchObject({ source: { delimiter: ',' } });
  });

  it.each([
    ['a byte order mark', Buffer.from('\ufeffemail\na@b.org\n'), 'utf-8', true],
    ['UTF-16 little endian', Buffer.from('\ufeffemail\na@b.org\n', 'utf16le'), 'utf-16le', true],
    ['UTF-16 without a mark', Buffer.from('email\na@b.org\n', 'utf16le'), 'utf-16le', false],
    ['UTF-16 big endian', Buffer.from('\ufeffemail\na@b.org\n', 'utf16le').swap16(), 'utf-16be', true],
    ['Windows-1252', latin1('email;Stra\xdfe\na@b.org;K\xf6ln\n'), 'windows-1252', false],
    [
      'an accent behind a megabyte',
      latin1(`email\n${'a@b.org\n'.repeat(200_000)}j\xf6rg@b.org\n`),
      'windows-1252',
      false,
    ],
    ['UTF-8 that is cut between two reads', Buffer.from(`email\n${'x'.repeat(1_048_569)}ö\n`), 'utf-8', false],
  ])('reads %s', async (_, content, encoding, isMarked) => {
    expect(await findEncoding(blob(content))).toEqual({ encoding, isMarked });
    expect((await seen(content)).records[0]?.[0]).toBe('email');
  });

  it('shows letters with accents as they are', async () => {
    const { records } = await seen(latin1('Name;Email;Ort\nJ\xf6rg;joerg@b.org;K\xf6ln\n'));
    expect(records[1]).toEqual(['Jörg', 'joerg@b.org', 'Köln']);
  });

  it('leaves out the row in which it stops reading', async () => {
    const head = await seen(`email\n${'user@example.org\n'.repeat(10_000)}`);
    expect(head.isWhole).toBe(false);
    expect(new Set(head.records.slice(1).map(([cell]) => cell))).toEqual(new Set(['user@example.org']));
    expect(head.records.length).toBeLessThan(HEAD_BYTES / 'user@example.org\n'.length + 1);
  });

  it.each([
    ['', 'empty'],
    ['\n \n', 'empty'],
    [latin1('PK\x03\x04'), 'compressed'],
    [latin1('\x1f\x8b\x08'), 'compressed'],
    [latin1('\xd0\xcf\x11\xe0\xa1'), 'old_workbook'],
    [latin1('%PDF-1.7\0\0\0abc'), 'not_text'],
  ])('has nothing to show of %j: %s', async (content, fault) => {
    expect(await open(content)).toBe(fault);
  });
});

describe('the rows of a text', () => {
  it('may hold delimiters, line ends and quotes in quotes', () => {
    expect(readRecords('"last, first",email\n"Doe, ""J""\nJr",j@example.org\n', ',').records).toEqual([
      ['last, first', 'email'],
      ['Doe, "J"\nJr', 'j@example.org'],
    ]);
  });

  it('are the same wherever the text is cut', () => {
    const text = 'a,"b ""\r\n"" c",d\r\ne,,"f"\rg\n"h"';
    const { records } = readRecords(text, ',');
    for (let cut = 0; cut <= text.length; cut += 1) {
      const first = readRecords(text.slice(0, cut), ',', { isEnd: false });
      const rest = readRecords(text.slice(first.length), ',');
      expect([...first.records, ...rest.records]).toEqual(records);
    }
  });
});

describe('the guess about a list', () => {
  it.each([
    [
      'a column called email',
      [
        ['Mail', ' E-Mail', 'EMAIL'],
        ['a@b.org', 'c@b.org', ''],
      ],
      true,
      2,
    ],
    [
      'the only other spelling of it, as the service does',
      [
        ['Kontakt', 'E-Mail'],
        ['a@b.org', 'tba'],
      ],
      true,
      1,
    ],
    [
      'the one with addresses, of two other spellings',
      [
        ['Mail', 'E-Mail'],
        ['', 'a@b.org'],
      ],
      true,
      1,
    ],
    [
      'addresses below another name',
      [
        ['Name', 'Kontakt'],
        ['Jane', 'jane@b.org'],
        ['Joe', 'none'],
      ],
      true,
      1,
    ],
    [
      'addresses from the first row on',
      [
        ['Jane', 'jane@b.org'],
        ['Joe', 'joe@b.org'],
      ],
      false,
      1,
    ],
    ['one address a line', [['jane@b.org'], ['joe@b.org']], false, 0],
    [
      'the column with most addresses',
      [
        ['a', 'b'],
        ['x@b.org', 'x@b.org'],
        ['', 'y@b.org'],
      ],
      true,
      1,
    ],
    [
      'a name, where no cell is an address',
      [
        ['Name', 'E-Mail-Adresse'],
        ['Jane', 'tba'],
      ],
      true,
      1,
    ],
    [
      'nothing',
      [
        ['Name', 'City'],
        ['Jane', 'Oslo'],
      ],
      true,
      -1,
    ],
  ])('finds %s', (_, records, hasHeader, column) => {
    expect(guessChoice(records)).toEqual({ hasHeader, column });
  });

  it('is told to the service in fields by which it finds the same', () => {
    const first = ['Name', ' E-Mail ', 'name', ''];
    const fields = (column: number, hasHeader = true) =>
      formFields(first, { column, hasHeader }, { kind: 'text', encoding: 'utf-8', delimiter: ',' });
    expect(fields(1)).toEqual({ encoding: 'utf-8', column: 'E-Mail' });
    expect(fields(2)).toEqual({ encoding: 'utf-8', column: '3' });
    expect(fields(3)).toEqual({ encoding: 'utf-8', column: '4' });
    expect(fields(1, false)).toEqual({ encoding: 'utf-8', column: '2', has_header: 'false' });
  });
});

describe('the guess about a list, beside the service', () => {
  const CELLS = ['email', 'E-Mail', 'mail\u200b', 'EMAIL ADDRESS', 'name', 'x;y', 'a, b', '"e_mail"', 'Kontakt', ''];
  const headers = fc.array(fc.constantFrom(...CELLS), { minLength: 1, maxLength: 5 });

  it('reads the same column of any header that the service takes', async () => {
    await fc.assert(
      fc.asyncProperty(headers, fc.constantFrom(',', ';', '\t', '|'), async (names, delimiter) => {
        const text = `${names.join(delimiter)}\n${names.map(() => 'x').join(delimiter)}\n`;
        const { emailColumn, delimiter: taken } = await readWhole(text);
        fc.pre(emailColumn !== null);
        const { source, records } = await seen(text);
        expect([source, guessChoice(records)]).toEqual([
          { kind: 'text', encoding: 'utf-8', delimiter: taken },
          { hasHeader: true, column: emailColumn },
        ]);
      }),
    );
  });
});

describe('what a list can cost at most', () => {
  it('is counted without repeats and rows that hold no address', async () => {
    const content = 'Name,Email\nA,jane@b.org\nB," Jane@B.org "\n\nC,none\nD,\nE,joe@b.org\n';
    expect(await counted(content)).toEqual({ rows: 5, addresses: 2, without: 2, isExact: true });
  });

  it('is counted piece by piece, and to the last row', async () => {
    const rows = Array.from({ length: 60_000 }, (_, index) => `"user${index % 50_000}@example.org";ä`);
    expect(await counted(`\ufeffemail;n\r\n${rows.join('\r\n')}`)).toEqual({
      rows: 60_000,
      addresses: 50_000,
      without: 0,
      isExact: true,
    });
  });

  it('is judged by the beginning of a very long list', async () => {
    const rows = Array.from({ length: 60_000 }, (_, index) => `user${String(index).padStart(6, '0')}@example.org`);
    const { isExact, addresses } = await counted(`email\n${rows.join('\n')}\n`, 300_000);
    expect(isExact).toBe(false);
    expect(Math.abs(addresses - 60_000)).toBeLessThan(50);
  });

  it('is nothing where there is a header only', async () => {
    expect(await counted('email\n')).toEqual({ rows: 0, addresses: 0, without: 0, isExact: true });
  });
});

describe('addresses that are pasted', () => {
  const jane = { email: 'jane@b.org', name: '' };
  const joe = { email: 'joe@b.org', name: '' };

  it.each([
    ['one a line', 'jane@b.org\r\n\r\n joe@b.org \n', [jane, joe]],
    ['commas', 'jane@b.org, joe@b.org,', [jane, joe]],
    ['semicolons', 'jane@b.org;joe@b.org', [jane, joe]],
    [
      'names',
      'Jane Doe <jane@b.org>, "Roe, Jim" <joe@b.org>',
      [
        { email: 'jane@b.org', name: 'Jane Doe' },
        { email: 'joe@b.org', name: 'Roe, Jim' },
      ],
    ],
    [
      'names as Outlook writes them',
      'Doe, Jane <jane@b.org>; Roe, Jim <joe@b.org>',
      [
        { email: 'jane@b.org', name: 'Doe, Jane' },
        { email: 'joe@b.org', name: 'Roe, Jim' },
      ],
    ],
    ['a comma in a name', 'Doe, Jane <jane@b.org>, joe@b.org', [{ email: 'jane@b.org', name: 'Doe, Jane' }, joe]],
    ['cells of a sheet', 'Jane\tjane@b.org\nJoe\tjoe@b.org', [jane, joe]],
    ['links', 'mailto:jane@b.org\n<joe@b.org>', [jane, joe]],
    ['an address with a slip', 'jane.b.org\njoe@b.org', [{ email: 'jane.b.org', name: '' }, joe]],
    ['nothing', ' \n ', []],
  ])('are found: %s', (_, text, found) => {
    expect(parsePasted(text)).toEqual(found);
  });

  it('become a list file, with names where there are any', async () => {
    const plain = toListFile([jane, joe], 'pasted.csv');
    expect([plain.name, await plain.text()]).toEqual(['pasted.csv', 'email\r\njane@b.org\r\njoe@b.org\r\n']);
    const named = toListFile([{ email: 'jane@b.org', name: 'Doe, Jane' }, joe], 'x.csv');
    expect(await named.text()).toBe('email,name\r\njane@b.org,"Doe, Jane"\r\njoe@b.org,\r\n');
  });
});
