import { STATUSES, SUB_STATUSES, type Status, type SubStatus } from '../verification';

/** What a row stands for: its status, its reason, and what the rules make of the evidence. */
export interface ConfidenceRow {
  status: Status;
  /** Null: there is none. */
  subStatus: SubStatus | null;
  /** How much speaks for the mailbox, 0 to 100: only its order means something. */
  score: number;
  /** The chance that mail arrives, in whole percent. */
  confidence: number;
}

/** A table can't be used; the message is a sentence that says why. */
export class ConfidenceTableError extends Error {}

/** Within these a status keeps its confidence, so that callers may go by either. */
export const CONFIDENCE_BANDS: Readonly<Record<Status, readonly [least: number, most: number]>> = {
  valid: [80, 100],
  catch_all: [16, 79],
  risky: [1, 79],
  unknown: [1, 79],
  invalid: [0, 15],
};

/** In a file the reason of a status that has none. */
export const NONE = 'none';

/** The rows of a file. @throws ConfidenceTableError */
export function* rowsIn(file: unknown): Generator<ConfidenceRow> {
  for (const [status, reasons] of entriesOf(file, 'The table')) {
    if (!isOneOf(STATUSES, status)) throw new ConfidenceTableError(`"${status}" is no status.`);
    const names: readonly SubStatus[] = SUB_STATUSES[status];
    for (const [reason, scores] of entriesOf(reasons, `"${status}"`)) {
      const subStatus = reason === NONE ? null : reason;
      if (subStatus !== null && !isOneOf(names, subStatus))
        throw new ConfidenceTableError(`"${reason}" is no reason for "${status}".`);
      for (const [score, confidence] of entriesOf(scores, `"${status}", "${reason}"`)) {
        // As it is written: "097" would be another name of the same row.
        yield {
          status,
          subStatus,
          score: /^(?:0|[1-9]\d*)$/.test(score) ? Number(score) : NaN,
          confidence: confidence as number,
        };
      }
    }
  }
}

function entriesOf(value: unknown, name: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ConfidenceTableError(`${name} must be an object.`);
  return Object.entries(value);
}

const isOneOf = <Name extends string>(names: readonly Name[], name: string): name is Name =>
  (names as readonly string[]).includes(name);

/** For people. */
export const nameOf = ({ status, subStatus, score }: ConfidenceRow): string =>
  `"${status}", "${subStatus ?? NONE}", "${score}"`;

/** @throws ConfidenceTableError */
export function checkValue(row: ConfidenceRow): void {
  const [least, most] = CONFIDENCE_BANDS[row.status];
  if (Number.isInteger(row.confidence) && row.confidence >= least && row.confidence <= most) return;
  throw new ConfidenceTableError(
    `${nameOf(row)} must be a whole number from ${least} to ${most}, the band of its status, and is ${JSON.stringify(row.confidence)}.`,
  );
}

/** A higher score may not mean less, or the order of the evidence would mean nothing. @throws ConfidenceTableError */
export function checkOrder(rows: readonly ConfidenceRow[]): void {
  const sorted = [...rows].sort((a, b) => a.score - b.score);
  const before = new Map<string, ConfidenceRow>();
  for (const row of sorted) {
    const group = `${row.status} ${row.subStatus}`;
    const lower = before.get(group);
    if (lower !== undefined && lower.confidence > row.confidence) {
      throw new ConfidenceTableError(
        `${nameOf(row)} is ${row.confidence}, and ${nameOf(lower)}, which less speaks for, is ${lower.confidence}: it must not be more.`,
      );
    }
    before.set(group, row);
  }
}
