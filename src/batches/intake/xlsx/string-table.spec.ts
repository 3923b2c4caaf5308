import { CsvFault } from '../csv';
import { StringTable } from './string-table';

describe('StringTable', () => {
  it('gives each text back by its number', () => {
    const table = new StringTable();
    const texts = Array.from({ length: 5000 }, (_, index) => (index % 7 === 0 ? '' : `ü${index} `.repeat(index % 90)));
    for (const text of texts) table.add(text);
    expect(texts.map((_, index) => table.get(index))).toEqual(texts);
    for (const index of [5000, -1, 0.5, NaN]) expect(table.get(index)).toBeUndefined();
  });

  it('takes 64 MiB of them, and no text of more than one', () => {
    const table = new StringTable();
    const text = 'x'.repeat(1_048_576);
    for (let index = 0; index < 64; index += 1) table.add(text);
    expect(() => {
      table.add('x');
    }).toThrow(CsvFault);
    expect(table.get(63)).toHaveLength(text.length);
    expect(() => {
      new StringTable().add(`${text}x`);
    }).toThrow(CsvFault);
  });
});
