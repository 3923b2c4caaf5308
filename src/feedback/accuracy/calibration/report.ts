import { FEW } from '../accuracy-of';
import type { CalibratedStep, Calibration } from './calibrate';
import type { ReadPairs } from './read-pairs';

/** What people read of a calibration: lines. */
export function reportOf(read: ReadPairs, calibration: Calibration): string[] {
  const { steps, known, before, after, crossValidated } = calibration;
  const seen = steps.filter((step) => step.known > 0);
  const lines = [`${read.used} pairs.`];
  if (read.ofFeedback > 0) lines.push(`${read.ofFeedback} came of earlier feedback and are left out.`);
  if (read.ofOtherTables > 0)
    lines.push(`${read.ofOtherTables} have a confidence that this table never answers and are left out: see --table.`);
  if (known === 0 || before === null || after === null || crossValidated === null)
    return [...lines, 'There is nothing to go by: the table stays as it is.'];
  lines.push('', row(['status', 'reason', 'pairs', 'delivered', 'confidence', 'new', '']), ...seen.map(lineOf), '');
  lines.push(
    `Brier score (0 is perfect): ${before.toFixed(5)} before, ${after.toFixed(5)} after;`,
    `${crossValidated.toFixed(5)} after on mails that the table was not made of (five parts).`,
  );
  if (seen.every(({ isFew }) => isFew)) lines.push(`Fewer than ${FEW} of each are few: the table stays as it is.`);
  else if (crossValidated >= before) lines.push('That is no better than before: the table had better stay as it is.');
  return lines;
}

function lineOf({ rows, known, delivered, before, after, wanted, isFew }: CalibratedStep): string {
  const [first] = rows;
  const share = `${((100 * delivered) / known).toFixed(1)} %`;
  const held = wanted === null || wanted === after ? '' : `${wanted} % but for the band or rows that are left alone`;
  const remark = isFew ? `few (under ${FEW}): left alone` : held;
  const cells = [
    first?.status ?? '',
    first?.subStatus ?? '',
    String(known),
    share,
    `${before} %`,
    `${after} %`,
    remark,
  ];
  return row(cells);
}

const WIDTHS = [10, 28, 9, 10, 11, 6, 0];

/** Words to the left, numbers to the right. */
const row = (cells: readonly string[]): string =>
  cells
    .map((cell, place) => (place < 2 ? cell.padEnd(WIDTHS[place] ?? 0) : cell.padStart(WIDTHS[place] ?? 0)))
    .join('  ')
    .trimEnd();
