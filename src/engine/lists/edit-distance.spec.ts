import fc from 'fast-check';
import { editDistance } from './edit-distance';

describe('editDistance', () => {
  it.each([
    ['gmail', 'gmail', 0],
    ['gmial', 'gmail', 1],
    ['gmal', 'gmail', 1],
    ['gmaiil', 'gmail', 1],
    ['gnail', 'gmail', 1],
    ['protnmial', 'protonmail', 2],
    ['gm', 'gmail', Infinity],
    ['abcdef', 'fedcba', Infinity],
  ])('%s to %s is %d', (a, b, distance) => {
    expect(editDistance(a, b, 2)).toBe(distance);
  });

  it('is the same both ways', () => {
    const name = fc.stringMatching(/^[abc]{0,6}$/);
    fc.assert(
      fc.property(name, name, (a, b) => {
        expect(editDistance(a, b, 2)).toBe(editDistance(b, a, 2));
      }),
    );
  });
});
