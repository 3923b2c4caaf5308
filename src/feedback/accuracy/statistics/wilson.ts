/** A share with the bounds between which it lies with 95 %. All 0 to 1. */
export interface Share {
  value: number;
  low: number;
  high: number;
}

/** The standard normal distribution's quantile for 95 % in the middle. */
const Z = 1.959963984540054;

/**
 * How often something happens, by how often it did: Wilson's score interval (E. B. Wilson, 1927), which also holds for few
 * cases and for shares near 0 and 1.
 * @param hits 0 to `cases`
 * @param cases 1 or more
 * @returns null without a case
 */
export function wilson(hits: number, cases: number): Share | null {
  if (cases === 0) return null;
  const value = hits / cases;
  const square = Z ** 2;
  const middle = value + square / (2 * cases);
  const half = Z * Math.sqrt((value * (1 - value)) / cases + square / (4 * cases ** 2));
  const scale = 1 + square / cases;
  // At the ends the bound is exact, but for the last digit of floating point.
  return {
    value,
    low: hits === 0 ? 0 : (middle - half) / scale,
    high: hits === cases ? 1 : (middle + half) / scale,
  };
}
