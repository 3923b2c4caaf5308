import { accuracyOf, FEW, type VerdictGroup } from './accuracy-of';

const group = (more: Partial<VerdictGroup>): VerdictGroup => ({
  status: 'valid',
  subStatus: null,
  confidence: 97,
  ofFeedback: false,
  provider: null,
  outcome: null,
  count: 1,
  ...more,
});

it('says of nothing that it is nothing', () => {
  const { reliability, ...rest } = accuracyOf([]);
  expect(rest).toEqual({
    answered: 0,
    known: 0,
    delivered: 0,
    hardBounced: 0,
    byStatus: [],
    bySubStatus: [],
    providers: [],
  });
  expect(reliability).toMatchObject({ known: 0, brier: null });
  expect(reliability.bins).toHaveLength(10);
});

it('counts by status and reason, those of which nothing is known too', () => {
  const { byStatus, bySubStatus, ...all } = accuracyOf([
    group({ count: 70, outcome: 'delivered' }),
    group({ count: 30, confidence: 95, outcome: 'hard_bounced' }),
    group({ count: 900 }),
    group({ count: 2, status: 'unknown', subStatus: 'greylisted', confidence: 50, outcome: 'delivered' }),
    group({ count: 5, status: 'unknown', subStatus: 'dns_error', confidence: 25 }),
  ]);
  expect(all).toMatchObject({ answered: 1007, known: 102, delivered: 72, hardBounced: 30 });
  expect(byStatus).toMatchObject([
    { status: 'valid', answered: 1000, known: 100, hardBounced: 30, isFew: false, bounceRate: { value: 0.3 } },
    { status: 'unknown', answered: 7, known: 2, isFew: true, bounceRate: { value: 0 } },
  ]);
  expect(bySubStatus).toMatchObject([
    { status: 'valid', subStatus: null },
    { status: 'unknown', subStatus: 'dns_error', answered: 5, known: 0, bounceRate: null },
    { status: 'unknown', subStatus: 'greylisted', answered: 2 },
  ]);
});

it('measures confidence and providers without what came of feedback', () => {
  const ofFeedback = {
    ofFeedback: true,
    subStatus: 'known_delivery',
    provider: 'yahoo',
    outcome: 'delivered',
  } as const;
  const found = accuracyOf([
    group({ count: 40, provider: 'google', outcome: 'delivered' }),
    group({ count: 1000, confidence: 92, ...ofFeedback }),
  ]);
  expect(found).toMatchObject({ known: 1040, reliability: { known: 40 } });
  expect(found.reliability.brier).toBeCloseTo(0.03 ** 2, 12);
  expect(found.providers.map(({ provider }) => provider)).toEqual(['google']);
  expect(found.bySubStatus.map(({ subStatus }) => subStatus)).toEqual(['known_delivery', null]);
});

it('names ten providers, the most certainly bad first', () => {
  const providers = [
    ...Array.from({ length: 12 }, (_, n) => group({ provider: `good-${n}`, count: 100 + n, outcome: 'delivered' })),
    group({ provider: 'small', count: 1, outcome: 'hard_bounced' }),
    group({ provider: 'small', count: 1, outcome: 'delivered' }),
    group({ provider: 'bad', count: 300, outcome: 'hard_bounced' }),
    group({ provider: 'bad', count: 700, outcome: 'delivered' }),
    group({ provider: 'silent', count: 5000 }),
    group({ provider: 'other', status: 'invalid', count: 5000, outcome: 'hard_bounced' }),
  ];
  const found = accuracyOf(providers).providers;
  expect(found.map(({ provider }) => provider).slice(0, 3)).toEqual(['bad', 'small', 'good-11']);
  expect(found).toHaveLength(10);
  expect(found[1]).toMatchObject({ known: 2, isFew: true });
});

it('counts those at hosts of no known provider together, below the ten', () => {
  const providers = Array.from({ length: 11 }, (_, n) =>
    group({ provider: `p-${n}`, count: 100, outcome: 'delivered' }),
  );
  const rest = [
    group({ count: 300, outcome: 'hard_bounced' }),
    group({ count: 9, confidence: 92, outcome: 'delivered' }),
  ];
  const found = accuracyOf([...rest, ...providers]).providers;
  expect(found).toHaveLength(11);
  expect(found.at(-1)).toMatchObject({ provider: null, known: 309, hardBounced: 300 });
});

it(`calls fewer than ${FEW} few`, () => {
  const few = (count: number) => accuracyOf([group({ count, outcome: 'delivered' })]).byStatus[0]?.isFew;
  expect([few(29), few(30)]).toEqual([true, false]);
});
