import { CONFIDENCE_BANDS, type ConfidenceRow, type ConfidenceTable } from '../../../engine';
import { FEW } from '../accuracy-of';
import { brier } from '../statistics/reliability';
import { isotonic } from './isotonic';
import type { OutcomeCounts } from './outcome-counts';

/** Rows of one status and reason that are answered with one confidence, so that no pair tells them apart. */
export interface CalibratedStep {
  rows: readonly ConfidenceRow[];
  /** Percent: as it was. */
  before: number;
  /** Percent: as it would be. */
  after: number;
  /** Percent: as the mails would have it, without band and neighbours; null: they are too few to say. */
  wanted: number | null;
  known: number;
  delivered: number;
  /** Too few are known: it is left alone. */
  isFew: boolean;
}

export interface Calibration {
  steps: CalibratedStep[];
  /** Pairs that were used. */
  known: number;
  /** Brier scores; null: there are no pairs. */
  before: number | null;
  /** On the very mails that it was made of: too good, as a rule. */
  after: number | null;
  /** On a fifth of the mails, by a table made of the other four; all five together. */
  crossValidated: number | null;
}

const PARTS = 5;

/**
 * A better table: by status and reason, the share of mails that arrived, made to rise with the score (`isotonic`) and kept
 * within the band of its status. Steps of which fewer than 30 mails are known stay as they are, and hold their neighbours:
 * those may not pass them. Pure.
 */
export function calibrate(table: ConfidenceTable, counts: OutcomeCounts): Calibration {
  const steps = fit(table, counts);
  const folds = Array.from({ length: PARTS }, (_, part) => {
    const { part: tested, rest } = counts.split(part, PARTS);
    return forecastsOf(fit(table, rest), tested, ({ after }) => after);
  });
  return {
    steps,
    known: steps.reduce((sum, { known }) => sum + known, 0),
    before: brier(forecastsOf(steps, counts, ({ before }) => before)),
    after: brier(forecastsOf(steps, counts, ({ after }) => after)),
    crossValidated: brier(folds.flat()),
  };
}

/** The table that the steps come to, as `ConfidenceTable.toFile` takes it. */
export function confidencesOf({ steps }: Pick<Calibration, 'steps'>): (row: ConfidenceRow) => number {
  const after = new Map(steps.flatMap((step) => step.rows.map((row) => [row, step.after] as const)));
  return (row) => after.get(row) ?? row.confidence;
}

function fit(table: ConfidenceTable, counts: OutcomeCounts): CalibratedStep[] {
  const groups = new Map<string, ConfidenceRow[]>();
  for (const row of table.rows) {
    const key = `${row.status} ${row.subStatus}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].flatMap((rows) => fitGroup(rows, counts));
}

function fitGroup(rows: readonly ConfidenceRow[], counts: OutcomeCounts): CalibratedStep[] {
  const steps = [...new Set(rows.map(({ confidence }) => confidence))]
    .sort((a, b) => a - b)
    .map((before): CalibratedStep => {
      const same = rows.filter(({ confidence }) => confidence === before);
      const { delivered, bounced } = counts.of({ ...firstOf(same), confidence: before });
      const known = delivered + bounced;
      return { rows: same, before, after: before, wanted: null, known, delivered, isFew: known < FEW };
    });
  const enough = steps.filter(({ isFew }) => !isFew);
  // By the rule of succession: thirty of thirty are no certainty.
  const shares = isotonic(
    enough.map(({ known, delivered }) => ({ value: (delivered + 1) / (known + 2), weight: known + 2 })),
  );
  for (const [place, step] of enough.entries()) {
    const [least, most] = boundsOf(step, steps);
    step.wanted = Math.round((shares[place] ?? 0) * 100);
    step.after = Math.min(most, Math.max(least, step.wanted));
  }
  return steps;
}

/** Of its status, and of the steps that are left alone below and above it. */
function boundsOf(step: CalibratedStep, steps: readonly CalibratedStep[]): [least: number, most: number] {
  const [least, most] = CONFIDENCE_BANDS[firstOf(step.rows).status];
  const left = steps.filter(({ isFew }) => isFew);
  return [
    Math.max(least, ...left.filter(({ before }) => before < step.before).map(({ before }) => before)),
    Math.min(most, ...left.filter(({ before }) => before > step.before).map(({ before }) => before)),
  ];
}

function forecastsOf(
  steps: readonly CalibratedStep[],
  counts: OutcomeCounts,
  percentOf: (step: CalibratedStep) => number,
) {
  return steps.map((step) => {
    const { delivered, bounced } = counts.of({ ...firstOf(step.rows), confidence: step.before });
    return { chance: percentOf(step) / 100, known: delivered + bounced, delivered };
  });
}

function firstOf(rows: readonly ConfidenceRow[]): ConfidenceRow {
  const [first] = rows;
  if (first === undefined) throw new Error('A step has a row.');
  return first;
}
