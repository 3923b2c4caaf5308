import fc from 'fast-check';
import { Parser } from 'papaparse';
import type { CsvRecord } from './csv-record';
import { RecordScanner } from './record-scanner';
import { runs } from '../../../../test/support/runs';

/** Weighted so that records with quotes that close, that do not, and that are followed by blanks are all frequent. */
const PIECES = ['"', '"', '""', ',', ',', ';', '\t', ' ', '\u00a0', '\n', '\n', '\r\n', '\r', 'a', 'b@c.d', '\\', '😀'];
const texts = fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join(''));

interface Read {
  records: string[][];
  length: number;
  hasStrayQuotes: boolean;
}

/** Empty lines, which are counted otherwise. */
const isNotEmpty = (cells: string[]): boolean => cells.length > 1 || cells[0] !== '';

/** Papa Parse 5, whose parser knows one kind of line end at a time: the line ends are put back afterwards. */
function papa(text: string, delimiter: string): Read {
  const ends = text.match(/\r\n?|\n/g) ?? [];
  const normal = text.replace(/\r\n?/g, '\n');
  const parser = new Parser({ delimiter, newline: '\n', quoteChar: '"' });
  const { data, errors, meta } = parser.parse(normal, 0, true) as {
    data: string[][];
    errors: { row: number }[];
    meta: { cursor: number };
  };
  let next = 0;
  const records = data.map((cells) => {
    const restored = cells.map((cell) => cell.replace(/\n/g, () => ends[next++] ?? ''));
    next += 1;
    return restored;
  });
  const length = meta.cursor + ends.slice(0, next).filter((end) => end === '\r\n').length;
  return { records: records.filter(isNotEmpty), length, hasStrayQuotes: errors.some(({ row }) => row < data.length) };
}

function ours(text: string, delimiter: string): Read {
  const dialect = { delimiter, hasBackslashes: false, skipsBlanks: false };
  const scanner = new RecordScanner(text, dialect, 1000);
  const found: CsvRecord[] = [];
  for (let record = scanner.next(); record !== null; record = scanner.next()) found.push(record);
  expect(found.reduce((sum, { length }) => sum + length, 0)).toBe(scanner.at);
  return {
    records: found.map(({ cells }) => cells).filter(isNotEmpty),
    length: scanner.at,
    hasStrayQuotes: found.some(({ stray }) => stray !== null),
  };
}

describe('RecordScanner', () => {
  it('reads 20,000 random texts as Papa Parse does', () => {
    const property = fc.property(texts, fc.constantFrom(',', ';', '\t', '|'), (text, delimiter) => {
      return JSON.stringify(ours(text, delimiter)) === JSON.stringify(papa(text, delimiter));
    });
    expect(() => {
      fc.assert(property, { numRuns: runs(20_000) });
    }).not.toThrow();
  });
});
