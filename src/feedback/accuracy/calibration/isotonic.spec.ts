import fc from 'fast-check';
import { isotonic, type Weighted } from './isotonic';

const points = fc.array(
  fc.record({ value: fc.integer({ min: -100, max: 100 }), weight: fc.integer({ min: 1, max: 50 }) }),
  { maxLength: 30 },
);
const even = (...values: number[]): Weighted[] => values.map((value) => ({ value, weight: 1 }));
const cost = (given: readonly Weighted[], series: readonly number[]): number =>
  given.reduce((sum, { value, weight }, place) => sum + weight * (value - (series[place] ?? 0)) ** 2, 0);

it.each([
  [[], []],
  [even(1, 2, 3), [1, 2, 3]],
  [even(3, 2, 1), [2, 2, 2]],
  // As scikit-learn's IsotonicRegression gives it.
  [even(1, 4, 2, 4, 3, 5), [1, 3, 3, 3.5, 3.5, 5]],
  [
    [
      { value: 4, weight: 3 },
      { value: 0, weight: 1 },
    ],
    [3, 3],
  ],
])('of %j is %j', (given, series) => {
  expect(isotonic(given)).toEqual(series);
});

it('rises, keeps the mean, and is its own', () => {
  fc.assert(
    fc.property(points, (given) => {
      const series = isotonic(given);
      const rises = series.every((value, place) => place === 0 || value >= (series[place - 1] ?? 0) - 1e-9);
      const mean = (values: readonly number[]): number =>
        given.reduce((sum, { weight }, place) => sum + weight * (values[place] ?? 0), 0);
      const again = isotonic(given.map(({ weight }, place) => ({ weight, value: series[place] ?? 0 })));
      return (
        series.length === given.length &&
        rises &&
        Math.abs(mean(series) - mean(given.map(({ value }) => value))) < 1e-6 &&
        again.every((value, place) => Math.abs(value - (series[place] ?? 0)) < 1e-9)
      );
    }),
  );
});

it('is nearer than any other rising series', () => {
  const rising = fc
    .array(fc.integer({ min: -100, max: 100 }), { minLength: 30, maxLength: 30 })
    .map((values) => [...values].sort((a, b) => a - b));
  fc.assert(fc.property(points, rising, (given, other) => cost(given, isotonic(given)) <= cost(given, other) + 1e-6));
});
