import fc from 'fast-check';
import { brier, reliabilityBins, type Forecasts } from './reliability';

const forecasts: fc.Arbitrary<Forecasts[]> = fc.array(
  fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 1000 })).chain(([percent, known]) =>
    fc.record({
      chance: fc.constant(percent / 100),
      known: fc.constant(known),
      delivered: fc.integer({ min: 0, max: known }),
    }),
  ),
);

describe('the Brier score', () => {
  it.each([
    [0, [{ chance: 1, known: 5, delivered: 5 }]],
    [1, [{ chance: 1, known: 5, delivered: 0 }]],
    [0.25, [{ chance: 0.5, known: 8, delivered: 3 }]],
    // 70 % and it came: 0.09; 30 % and it came: 0.49.
    [0.09, [{ chance: 0.7, known: 1, delivered: 1 }]],
    [
      0.29,
      [
        { chance: 0.7, known: 1, delivered: 1 },
        { chance: 0.3, known: 1, delivered: 1 },
      ],
    ],
  ])('is %d', (score, given) => {
    expect(brier(given)).toBeCloseTo(score, 12);
  });

  it('of nothing is none', () => {
    expect(brier([])).toBeNull();
    expect(brier([{ chance: 0.5, known: 0, delivered: 0 }])).toBeNull();
  });

  it('is the mean over single mails, 0 to 1', () => {
    fc.assert(
      fc.property(forecasts, (given) => {
        const single = given.flatMap(({ chance, known, delivered }) =>
          Array.from({ length: known }, (_, place) => (chance - (place < delivered ? 1 : 0)) ** 2),
        );
        const mean = single.reduce((sum, one) => sum + one, 0) / single.length;
        const score = brier(given);
        return score === null ? single.length === 0 : Math.abs(score - mean) < 1e-9;
      }),
    );
  });

  it('is never better than that of what happened', () => {
    fc.assert(
      fc.property(forecasts, (given) => {
        const hindsight = given.map((one) => ({ ...one, chance: one.known === 0 ? 0 : one.delivered / one.known }));
        return (brier(hindsight) ?? 0) <= (brier(given) ?? 0) + 1e-12;
      }),
    );
  });
});

describe('a reliability diagram', () => {
  it('puts each percent into its bin', () => {
    for (let percent = 0; percent <= 100; percent += 1) {
      const bins = reliabilityBins([{ chance: percent / 100, known: 1, delivered: 1 }]);
      expect(bins.findIndex(({ known }) => known === 1)).toBe(Math.min(9, Math.floor(percent / 10)));
    }
  });

  it('has ten bins that hold all', () => {
    fc.assert(
      fc.property(forecasts, (given) => {
        const bins = reliabilityBins(given);
        const sum = (of: 'known' | 'delivered', all: readonly { known: number; delivered: number }[]): number =>
          all.reduce((total, one) => total + one[of], 0);
        expect(bins.map(({ from }) => from)).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]);
        expect(sum('known', bins)).toBe(sum('known', given));
        expect(sum('delivered', bins)).toBe(sum('delivered', given));
        for (const { from, to, known, meanChance, share } of bins) {
          expect([meanChance === null, share === null]).toEqual([known === 0, known === 0]);
          if (meanChance === null) continue;
          expect(meanChance).toBeGreaterThanOrEqual(from - 1e-9);
          expect(meanChance).toBeLessThanOrEqual(to + 1e-9);
        }
      }),
    );
  });
});
