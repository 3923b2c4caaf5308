export interface Weighted {
  value: number;
  /** Above 0. */
  weight: number;
}

/**
 * The rising series that is nearest to a given one by weighted squares: the pool-adjacent-violators algorithm (M. Ayer et al.,
 * 1955). Linear.
 */
export function isotonic(points: readonly Weighted[]): number[] {
  const pools: { value: number; weight: number; size: number }[] = [];
  for (const { value, weight } of points) {
    let pool = { value, weight, size: 1 };
    for (let last = pools.at(-1); last !== undefined && last.value >= pool.value; last = pools.at(-1)) {
      pools.pop();
      const sum = last.weight + pool.weight;
      pool = {
        value: (last.value * last.weight + pool.value * pool.weight) / sum,
        weight: sum,
        size: last.size + pool.size,
      };
    }
    pools.push(pool);
  }
  return pools.flatMap(({ value, size }) => new Array<number>(size).fill(value));
}
