import fc from 'fast-check';
import { CsvGrammar } from './csv-grammar';
import { Yielder } from './yielder';
import { RecordScanner } from './record-scanner';
import { runs } from '../../../../test/support/runs';

class CountingYielder extends Yielder {
  yields = 0;

  override yieldIfDue(): Promise<void> {
    this.yields += 1;
    return Promise.resolve();
  }
}

/** It makes no sense in any dialect, and might in each. */
const NOT_TO_BE_READ = `"a\\"b"c, "d" e,${'"'.repeat(1001)}\n`;

describe('CsvGrammar', () => {
  it('lets others have their turn between two readings of one record', async () => {
    const yielder = new CountingYielder();
    await new CsvGrammar(',').parse(NOT_TO_BE_READ, 3, yielder);
    expect(yielder.yields).toBe(3);
    await new CsvGrammar(',').parseFirst(NOT_TO_BE_READ, yielder);
    expect(yielder.yields).toBe(6);
  });

  it('rests for no record that can be read in one way only', async () => {
    const yielder = new CountingYielder();
    const { records } = await new CsvGrammar(',').parse('a,\n'.repeat(100), 3, yielder);
    expect([records.length, yielder.yields]).toEqual([100, 0]);
  });
});

describe('what a quoted cell says', () => {
  const pieces = ['a', '""', '\\\\', '\\n', '日', '\n', 'x'.repeat(300)];

  it.each([
    ['quotes written twice', pieces, false, /""/g, '"'],
    ['backslashes too', [...pieces, '\\"'], true, /\\(["\\])|"(")/g, '$1$2'],
  ])('is its text without what only escapes: %s', (_, some, hasBackslashes, escaped, by) => {
    const cells = fc.array(fc.constantFrom(...some), { maxLength: 12 }).map((all) => all.join(''));
    fc.assert(
      fc.property(cells, (cell) => {
        const dialect = { delimiter: ',', hasBackslashes, skipsBlanks: false };
        const [read] = new RecordScanner(`"${cell}",\n`, dialect, 2).next()?.cells ?? [];
        expect(read).toBe(cell.replace(escaped, by));
      }),
      { numRuns: runs(2000) },
    );
  });
});
