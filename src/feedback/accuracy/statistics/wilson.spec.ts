import fc from 'fast-check';
import { wilson } from './wilson';

it.each([
  // R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('%i of %i lies between the published bounds', (hits, cases, low, high) => {
  const share = wilson(hits, cases);
  expect(share?.value).toBe(hits / cases);
  expect(share?.low).toBeCloseTo(low, 4);
  expect(share?.high).toBeCloseTo(high, 4);
});

it('says nothing of no case', () => {
  expect(wilson(0, 0)).toBeNull();
});

const counted = fc
  .integer({ min: 1, max: 1_000_000 })
  .chain((cases) => fc.tuple(fc.integer({ min: 0, max: cases }), fc.constant(cases)));

it('holds the share, within 0 and 1', () => {
  fc.assert(
    fc.property(counted, ([hits, cases]) => {
      const { value, low, high } = wilson(hits, cases)!;
      return low >= 0 && low <= value && value <= high && high <= 1 && high > low;
    }),
  );
});

it('is the mirror of what did not happen', () => {
  fc.assert(
    fc.property(counted, ([hits, cases]) => {
      const [one, other] = [wilson(hits, cases)!, wilson(cases - hits, cases)!];
      expect(other.low).toBeCloseTo(1 - one.high, 9);
      expect(other.high).toBeCloseTo(1 - one.low, 9);
    }),
  );
});

it('narrows with more of the same', () => {
  fc.assert(
    fc.property(counted, ([hits, cases]) => {
      const [few, many] = [wilson(hits, cases)!, wilson(hits * 10, cases * 10)!];
      return many.high - many.low < few.high - few.low;
    }),
  );
});
