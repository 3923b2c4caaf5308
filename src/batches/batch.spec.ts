import { progress, type BatchSummary } from './batch';

describe('progress', () => {
  const of = (processedCount: number, totalCount: number): number =>
    progress({ processedCount, totalCount } as BatchSummary);

  it('is percent with two decimals', () => {
    expect(of(0, 3)).toBe(0);
    expect(of(1, 3)).toBe(33.33);
    expect(of(1, 4)).toBe(25);
  });

  it('is 100 only at the end', () => {
    expect(of(999_999, 1_000_000)).toBe(99.99);
    expect(of(1_000_000, 1_000_000)).toBe(100);
  });
});
