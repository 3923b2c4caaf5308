import fc from 'fast-check';
import { ConfidenceTable, type ConfidenceRow } from '../../../engine';
import { calibrate, confidencesOf } from './calibrate';
import { OutcomeCounts } from './outcome-counts';
import { PairsReader } from './read-pairs';
import { runs } from '../../../../test/support/runs';

const table = ConfidenceTable.builtIn;
const VALID = { status: 'valid', subStatus: null } as const;

/** Mails as they would go, were this the truth: for a status, reason and confidence how many of how many arrive. */
function made(...truth: readonly (readonly [Omit<ConfidenceRow, 'score'>, number, number])[]): OutcomeCounts {
  const counts = new OutcomeCounts();
  for (const [answered, delivered, known] of truth) {
    counts.add(answered, 'delivered', delivered);
    counts.add(answered, 'hard_bounced', known - delivered);
  }
  return counts;
}

const stepOf = (
  { steps }: ReturnType<typeof calibrate>,
  { status, subStatus, confidence }: Omit<ConfidenceRow, 'score'>,
) =>
  steps.find(
    ({ rows, before }) => rows[0]?.status === status && rows[0].subStatus === subStatus && before === confidence,
  )!;

it('finds the chances that mails were made with', () => {
  const [certain, likely, hidden] = [
    { ...VALID, confidence: 97 },
    { ...VALID, confidence: 95 },
    { status: 'unknown', subStatus: 'provider_unverifiable', confidence: 50 } as const,
  ];
  const found = calibrate(table, made([certain, 9900, 10_000], [likely, 19_600, 20_000], [hidden, 7500, 10_000]));
  expect([certain, likely, hidden].map((one) => stepOf(found, one).after)).toEqual([99, 98, 75]);
  expect(found.known).toBe(40_000);
  // By hand: the mean of p(1 - p) + (p - what was said)².
  const brierOf = (said: readonly [number, number, number]): number =>
    (10_000 * (0.99 * 0.01 + (0.99 - said[0]) ** 2) +
      20_000 * (0.98 * 0.02 + (0.98 - said[1]) ** 2) +
      10_000 * (0.75 * 0.25 + (0.75 - said[2]) ** 2)) /
    40_000;
  expect(found.before).toBeCloseTo(brierOf([0.97, 0.95, 0.5]), 10);
  expect(found.after).toBeCloseTo(brierOf([0.99, 0.98, 0.75]), 10);
  expect(found.crossValidated).toBeCloseTo(brierOf([0.99, 0.98, 0.75]), 4);
});

it('makes of an order that is upside down one confidence for both', () => {
  const [higher, lower] = [
    { ...VALID, confidence: 97 },
    { ...VALID, confidence: 95 },
  ];
  // Nothing is known of those between and beside them, which hold them: 92 below.
  const found = calibrate(table, made([higher, 940, 1000], [lower, 980, 1000]));
  expect([stepOf(found, higher).after, stepOf(found, lower).after]).toEqual([96, 96]);
});

it('keeps a status within its band', () => {
  const bad = { ...VALID, confidence: 80 };
  const good = { status: 'unknown', subStatus: 'greylisted', confidence: 50 } as const;
  const wrong = { status: 'invalid', subStatus: 'mailbox_not_found', confidence: 8 } as const;
  const found = calibrate(table, made([bad, 100, 1000], [good, 1000, 1000], [wrong, 900, 1000]));
  expect([bad, good, wrong].map((one) => stepOf(found, one).after)).toEqual([80, 79, 15]);
});

it('leaves rows alone of which few are known, and does not pass them', () => {
  const [few, many] = [
    { ...VALID, confidence: 92 },
    { ...VALID, confidence: 95 },
  ];
  const found = calibrate(table, made([few, 3, 29], [many, 850, 1000]));
  expect(stepOf(found, few)).toMatchObject({ before: 92, after: 92, isFew: true, known: 29 });
  expect(stepOf(found, many)).toMatchObject({ after: 92, wanted: 85, isFew: false });
  expect(calibrate(table, made([few, 30, 30])).steps.filter(({ isFew }) => !isFew)).toHaveLength(1);
});

it('says honestly that a table made of chance is no better elsewhere', () => {
  // Thirty-odd mails of each, of a truth that is what was said.
  const found = calibrate(
    table,
    made([{ ...VALID, confidence: 90 }, 36, 40], [{ status: 'catch_all', subStatus: null, confidence: 55 }, 22, 40]),
  );
  expect(found.crossValidated).toBeGreaterThan(found.before!);
});

it('of nothing is nothing', () => {
  const found = calibrate(table, new OutcomeCounts());
  expect(found).toMatchObject({ known: 0, before: null, after: null, crossValidated: null });
  expect(table.toFile(confidencesOf(found))).toEqual(table.toFile());
});

it.each([
  [440, 560],
  [400, 800],
])('fits what stands below and above a row that is left alone by itself: %d, %d', (below, above) => {
  const [lower, higher] = [55, 65].map((confidence) => ({ status: 'catch_all', subStatus: null, confidence }) as const);
  const found = calibrate(table, made([lower!, below, below], [higher!, 0, above]));
  expect([lower!, higher!].map((one) => stepOf(found, one).after)).toEqual([60, 60]);
  expect(found.after).toBeCloseTo((below * 0.16 + above * 0.36) / (below + above), 10);
});

const anyCounts = fc
  .array(fc.tuple(fc.constantFrom(...table.rows), fc.nat(300), fc.nat(300)), { maxLength: 60 })
  .map((cells) => made(...cells.map(([row, delivered, more]) => [row, delivered, delivered + more] as const)));

it('of whatever mails is a table, in which few mails change nothing', () => {
  fc.assert(
    fc.property(anyCounts, (counts) => {
      const found = calibrate(table, counts);
      const better = ConfidenceTable.read(table.toFile(confidencesOf(found)));
      expect(better.rows).toHaveLength(table.rows.length);
      for (const { before, after, isFew } of found.steps) if (isFew && before !== after) return false;
      return true;
    }),
  );
});

it('is never further from the mails that it is made of than the table before', () => {
  fc.assert(
    fc.property(anyCounts, (counts) => {
      const { before, after } = calibrate(table, counts);
      return before === null || after! <= before + 1e-12;
    }),
    { numRuns: runs(1000) },
  );
  // Thirty of thirty are no certainty, but what was said is nearer to them.
  const certain = { ...VALID, confidence: 97 };
  expect(stepOf(calibrate(table, made([certain, 30, 30])), certain).after).toBe(97);
});

it('splits mails into parts of which each pair is in one', () => {
  fc.assert(
    fc.property(anyCounts, (counts) => {
      const parts = [0, 1, 2, 3, 4].map((part) => counts.split(part, 5));
      return table.rows.every((row) => {
        const { delivered, bounced } = counts.of(row);
        const sum = (of: 'delivered' | 'bounced'): number =>
          parts.reduce((total, { part }) => total + part.of(row)[of], 0);
        const isWhole = parts.every(
          ({ part, rest }) =>
            part.of(row).delivered + rest.of(row).delivered === delivered &&
            part.of(row).bounced + rest.of(row).bounced === bounced,
        );
        return isWhole && sum('delivered') === delivered && sum('bounced') === bounced;
      });
    }),
  );
});

describe('files of pairs', () => {
  const HEADER = 'status,sub_status,confidence,outcome,given_at';
  const TIME = '2026-11-28T09:30:00.000Z';
  async function read(...lines: string[]): Promise<PairsReader['read']> {
    const reader = new PairsReader(table);
    await reader.add(
      'pairs.csv',
      lines.map((line) => `${line}\n`),
    );
    return reader.read;
  }

  it('are counted, but for what says nothing of this table', async () => {
    const found = await read(
      `\ufeff${HEADER}`,
      `valid,,97,delivered,${TIME}`,
      `valid,,97,hard_bounced,${TIME}`,
      `unknown,greylisted,50,delivered,${TIME}`,
      `valid,known_delivery,92,delivered,${TIME}`,
      `valid,,96,delivered,${TIME}`,
      '',
    );
    expect(found).toMatchObject({ used: 3, ofFeedback: 1, ofOtherTables: 1 });
    expect(found.counts.of({ ...VALID, confidence: 97 })).toEqual({ delivered: 1, bounced: 1 });
  });

  it.each([
    [['email,status'], 'pairs.csv is no file of pairs: its first line must be'],
    [[], 'pairs.csv is empty.'],
    [[HEADER, `fine,,97,delivered,${TIME}`], 'pairs.csv, line 2: it must be'],
    [[HEADER, `valid,,97,delivered,${TIME}`, `valid,,97,opened,${TIME}`], 'pairs.csv, line 3: it must be'],
    [[HEADER, `valid,,0.97,delivered,${TIME}`], 'pairs.csv, line 2: it must be'],
    [[HEADER, 'valid,,97,delivered'], 'pairs.csv, line 2: it must be'],
  ])('are refused: %j', async (lines, sentence) => {
    await expect(read(...lines)).rejects.toThrow(sentence);
  });
});
