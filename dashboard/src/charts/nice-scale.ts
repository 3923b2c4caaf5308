/** Round numbers for an axis: at most five steps from 0 to at least `largest`. */
export function niceScale(largest: number): number[] {
  const rough = Math.max(1, largest) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power);
  const whole = Math.ceil(step);
  const top = Math.max(1, Math.ceil(largest / whole));
  return Array.from({ length: top + 1 }, (_, place) => place * whole);
}
