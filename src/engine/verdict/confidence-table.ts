import type { Status, SubStatus } from '../verification';
import builtIn from './confidences.json';
import {
  checkOrder,
  checkValue,
  ConfidenceTableError,
  nameOf,
  NONE,
  rowsIn,
  type ConfidenceRow,
} from './confidence-rows';

/** As the file has it: by status, reason (`none`: there is none) and score. */
export type ConfidenceFile = Record<string, Record<string, Record<string, number>>>;

/** From what the rules find (`judge-mailbox.ts` and its neighbours) to the confidence that is answered: see `docs/confidence.md`. */
export class ConfidenceTable {
  private readonly confidences: ReadonlyMap<Status, ReadonlyMap<SubStatus | null, ReadonlyMap<number, number>>>;

  private constructor(readonly rows: readonly ConfidenceRow[]) {
    const confidences = new Map<Status, Map<SubStatus | null, Map<number, number>>>();
    for (const { status, subStatus, score, confidence } of rows) {
      const reasons = confidences.get(status) ?? new Map<SubStatus | null, Map<number, number>>();
      const scores = reasons.get(subStatus) ?? new Map<number, number>();
      confidences.set(status, reasons.set(subStatus, scores.set(score, confidence)));
    }
    this.confidences = confidences;
  }

  /**
   * Reads a table: as the file has it, with the very rows of the built-in one, whole percents within the band of their
   * status, and no less for a higher score.
   * @throws ConfidenceTableError
   */
  static read(file: unknown): ConfidenceTable {
    const rows = [...rowsIn(file)];
    const there = new Set(rows.map(nameOf));
    const wanted = new Set(ConfidenceTable.builtIn.rows.map(nameOf));
    for (const name of wanted) if (!there.has(name)) throw new ConfidenceTableError(`${name} is missing.`);
    for (const row of rows) {
      if (!wanted.has(nameOf(row))) throw new ConfidenceTableError(`${nameOf(row)} is nothing that is ever found.`);
      checkValue(row);
    }
    checkOrder(rows);
    return new ConfidenceTable(rows);
  }

  static readonly builtIn = new ConfidenceTable([...rowsIn(builtIn)]);

  /** What is answered; a score without a row stays what it is. */
  confidenceOf(status: Status, subStatus: SubStatus | null, score: number): number {
    return this.confidences.get(status)?.get(subStatus)?.get(score) ?? score;
  }

  /** The table with other values, as a file has it. */
  toFile(confidenceOf: (row: ConfidenceRow) => number = ({ confidence }) => confidence): ConfidenceFile {
    const file: ConfidenceFile = {};
    for (const row of this.rows) {
      const reasons = (file[row.status] ??= {});
      (reasons[row.subStatus ?? NONE] ??= {})[String(row.score)] = confidenceOf(row);
    }
    return file;
  }
}
