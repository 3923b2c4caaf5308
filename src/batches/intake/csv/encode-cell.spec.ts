import fc from 'fast-check';
import { parse } from 'papaparse';
import { encodeCell, withoutGuards } from './encode-cell';
import { cellsOf } from './read-line';
import { runs } from '../../../../test/support/runs';

describe('encodeCell', () => {
  it.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['=1+1', "'=1+1"],
    ['-5', "'-5"],
    ['\tx', '"\'\tx"'],
    ['\n=1', '"\'\n\'=1"'],
    [' \u00a0=1', " \u00a0'=1"],
    ['\ufeff@SUM(1)', "\ufeff'@SUM(1)"],
    ['＝1+1', "'＝1+1"],
    ['＠x', "'＠x"],
    ['"=1', '"""\'=1"'],
    ["Jane;=cmd|'/c calc'!A0;x", "\"Jane;'=cmd|'/c calc'!A0;x\""],
    ['a;b', '"a;b"'],
    ['a|- b', '"a|\'- b"'],
    ['a\t "+b', '"a\t ""\'+b"'],
    ['one\r\n-two\n＋three', '"one\r\n\'-two\n\'＋three"'],
    ['1=1', '1=1'],
    ["'=1", "'=1"],
  ])('writes %j as %s', (cell, written) => {
    expect(encodeCell(cell)).toBe(written);
  });

  const pieces = [
    '=',
    '+',
    '-',
    '@',
    '＝',
    '＋',
    '－',
    '＠',
    ',',
    ';',
    '|',
    '\t',
    '\r',
    '\n',
    ' ',
    '"',
    'a',
    '\ufeff',
    '\u3000',
    "'",
  ];
  const cells = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''));
  const startsFormula = (cell: string): boolean => /^[\s"]*[=+\-@＝＋－＠]/.test(cell);

  it('leaves no formula to readers that know other delimiters, or no quotes', () => {
    fc.assert(
      fc.property(cells, (cell) => {
        const written = encodeCell(cell);
        const split = written.split(/[;|\t\r\n]/);
        const parsed = [';', '\t', '|'].flatMap((delimiter) => parse<string[]>(written, { delimiter }).data.flat());
        expect([...split, ...parsed].filter(startsFormula)).toEqual([]);
      }),
      { numRuns: runs(5_000) },
    );
  });

  it('gives the cell back to readers of commas, apostrophes aside', () => {
    const plain = (text: string): string => text.replaceAll("'", '');
    fc.assert(
      fc.property(cells, (cell) => {
        const newline = cell.includes('\r') ? '\r\n' : '\n';
        const rows = parse<string[]>(`x,${encodeCell(cell)}`, { delimiter: ',', newline }).data;
        expect(rows.map((row) => row.map(plain))).toEqual([['x', plain(cell)]]);
      }),
      { numRuns: runs(5_000) },
    );
  });

  it('needs time in proportion to the length', () => {
    for (const piece of ['\t', ';', ' ', '"', ';"', '\n=', '; ']) {
      expect(encodeCell(piece.repeat(1_048_576 / piece.length)).length).toBeGreaterThan(1_000_000);
    }
  });
});

describe('a cell without its guards', () => {
  it.each([
    ["'=Bonn", '=Bonn'],
    ["'+49 30 1234", '+49 30 1234'],
    ["'\tx", '\tx'],
    ["'\n'=1", '\n=1'],
    ["Jane;'=cmd", 'Jane;=cmd'],
    ['"\'=1', '"=1'],
    ["O'Neill", "O'Neill"],
    ["'tis", "'tis"],
    ["''=1", "''=1"],
    ["1'=1", "1'=1"],
    ["'", "'"],
    ['', ''],
  ])('of %j is %j', (written, cell) => {
    expect(withoutGuards(written)).toBe(cell);
  });

  it('is what was written, whatever that was, where it had no apostrophes', () => {
    const pieces = ['=', '+', '-', '@', '＝', ',', ';', '|', '\t', '\r', '\n', ' ', '"', 'a', '\ufeff', '\u3000'];
    const cells = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(cells, (cell) => {
        expect(cellsOf(`x,${encodeCell(cell)}`, 2)).toEqual(['x', cell]);
      }),
      { numRuns: runs(5_000) },
    );
  });

  it('needs time in proportion to the length', () => {
    for (const piece of ["'", "'=", ";'=", "\t'"]) {
      expect(withoutGuards(piece.repeat(1_048_576 / piece.length)).length).toBeGreaterThan(500_000);
    }
  });
});
