import { STATUSES, type ConfidenceTable } from '../../../engine';
import { OUTCOMES } from '../answered-verdict.entity';
import { OutcomeCounts } from './outcome-counts';

const HEADER = 'status,sub_status,confidence,outcome,given_at';

/** A file of pairs can't be read; the message is a sentence that says where and why. */
class PairsFault extends Error {}

export interface ReadPairs {
  counts: OutcomeCounts;
  used: number;
  /** Made of earlier feedback: they say nothing of how well addresses are judged. */
  ofFeedback: number;
  /** Of a confidence that the table does not answer: given under another one. */
  ofOtherTables: number;
}

/** Counts the pairs of files as `Pairs` writes them. */
export class PairsReader {
  readonly read: ReadPairs = { counts: new OutcomeCounts(), used: 0, ofFeedback: 0, ofOtherTables: 0 };
  private readonly answered: ReadonlySet<string>;

  constructor(table: ConfidenceTable) {
    this.answered = new Set(table.rows.map((row) => `${row.status},${row.subStatus ?? ''},${row.confidence}`));
  }

  /** @throws PairsFault */
  async add(name: string, lines: AsyncIterable<string> | Iterable<string>): Promise<void> {
    let number = 0;
    for await (const line of lines) {
      number += 1;
      if (number === 1) {
        if (line.replace(/^\ufeff/, '') !== HEADER)
          throw new PairsFault(`${name} is no file of pairs: its first line must be "${HEADER}".`);
      } else if (line !== '') this.addLine(line, `${name}, line ${number}`);
    }
    if (number === 0) throw new PairsFault(`${name} is empty.`);
  }

  private addLine(line: string, place: string): void {
    const [statusName = '', reason = '', percent = '', outcomeName, ...rest] = line.split(',');
    const status = STATUSES.find((one) => one === statusName);
    const outcome = OUTCOMES.find((one) => one === outcomeName);
    const isWhole = rest.length === 1 && /^\d{1,3}$/.test(percent);
    if (status === undefined || outcome === undefined || !isWhole) {
      throw new PairsFault(`${place}: it must be a status, a reason or nothing, a percentage, an outcome and a time.`);
    }
    if (reason.startsWith('known_')) this.read.ofFeedback += 1;
    else if (!this.answered.has(`${status},${reason},${Number(percent)}`)) this.read.ofOtherTables += 1;
    else {
      this.read.used += 1;
      const subStatus = reason === '' ? null : (reason as never);
      this.read.counts.add({ status, subStatus, confidence: Number(percent) }, outcome);
    }
  }
}
