import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SANDBOX_COLUMNS, SANDBOX_ROWS, sandboxTable } from './sandbox-table';

const docs = readFileSync(join(__dirname, '../../../docs/test-tokens.md'), 'utf8');

const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[\s|-]+$/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

describe('the table of test addresses', () => {
  it('stands in docs/test-tokens.md as it is', () => {
    expect(rowsOf(docs)).toEqual([[...SANDBOX_COLUMNS], ...SANDBOX_ROWS.map((row) => [...row])]);
  });

  it('is one of Markdown', () => {
    expect(rowsOf(sandboxTable())).toEqual(rowsOf(docs));
  });
});
