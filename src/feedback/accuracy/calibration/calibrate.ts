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
  /** Percent: as the mails would have it, without band and neighbours; null: they are too few to say, or say nothing better. */
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
 * those may not pass them. Steps that would be no nearer to those mails stay as well. Pure.
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

/** On mails that it was not made of. */
export function isWorse({ before, crossValidated }: Calibration): boolean {
  return before !== null && crossValidated !== null && crossValidated > before;
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
  for (const run of runsOf(steps)) fitRun(run, counts);
  return steps;
}

/** Steps in a row that are not left alone, with what holds them: the band of their status, the steps left alone beside them. */
interface Run {
  steps: CalibratedStep[];
  least: number;
  most: number;
}

function runsOf(steps: readonly CalibratedStep[]): Run[] {
  const [least, most] = CONFIDENCE_BANDS[firstOf(firstOf(steps).rows).status];
  const runs: Run[] = [{ steps: [], least, most }];
  for (const step of steps) {
    const run = firstOf(runs.slice(-1));
    if (!step.isFew) run.steps.push(step);
    else {
      run.most = step.before;
      runs.push({ steps: [], least: step.before, most });
    }
  }
  return runs.filter((run) => run.steps.length > 0);
}

/**
 * The rising series within bounds that is nearest is the nearest rising series, cut off at the bounds: of this run alone, since steps
 * beyond one that is left alone are held by others.
 */
function fitRun({ steps, least, most }: Run, counts: OutcomeCounts): void {
  // By the rule of succession: thirty of thirty are no certainty.
  const shares = isotonic(
    steps.map(({ known, delivered }) => ({ value: (delivered + 1) / (known + 2), weight: known + 2 })),
  );
  for (const [place, step] of steps.entries()) {
    step.wanted = Math.round((shares[place] ?? 0) * 100);
    step.after = Math.min(most, Math.max(least, step.wanted));
  }
  // That rule and the rounding can cost more than there was to win.
  const scoreOf = (percentOf: (step: CalibratedStep) => number) => brier(forecastsOf(steps, counts, percentOf)) ?? 0;
  if (scoreOf(({ after }) => after) <= scoreOf(({ before }) => before)) return;
  for (const step of steps) Object.assign(step, { wanted: null, after: step.before });
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

function firstOf<One>(some: readonly One[]): One {
  const [first] = some;
  if (first === undefined) throw new Error('There is one at least.');
  return first;
}
