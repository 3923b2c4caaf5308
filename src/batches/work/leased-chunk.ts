import type { Verification } from '../../engine';
import type { Answer } from '../../feedback/accuracy/answered-verdicts';
import { orderEvidence } from '../../feedback/known/evidence-order';
import type { Known } from '../../feedback/known/known-kind';
import type { StoredChunk } from '../chunks.repository';
import { readAddresses, readResults, toRowResult, type ChunkAddress, type RowResult } from '../intake/csv';
import { count, emptyTally, type Tally } from './tally';

/** What was found out since the last save. */
export interface Unsaved {
  tally: Tally;
  /** Verdicts that the engine gave, for the cache. */
  verdicts: Verification[];
  /** Answers about addresses that no earlier row has. */
  answers: Answer[];
}

/** A chunk that this process holds the lease of, in memory: its rows, their answers, and which of these are not saved yet. */
export class LeasedChunk {
  readonly id: number;
  readonly batchId: number;
  readonly organizationId: number;
  /** Of a test batch: answered in the sandbox; it costs nothing, and nothing of it is kept but the results. */
  readonly isTest: boolean;
  readonly position: number;
  version: number;
  readonly attempt: number;
  readonly waitsForEarlier: number;
  retryAt: number;
  /** Rows that got a temporary answer in this attempt. */
  readonly waiting: Set<number>;
  /** What the organization's own mails say, by normalised address. */
  known: ReadonlyMap<string, Known> = new Map();
  private unsaved: Unsaved = { tally: emptyTally(), verdicts: [], answers: [] };
  private answered: number;

  private constructor(
    stored: StoredChunk,
    readonly addresses: readonly ChunkAddress[],
    readonly results: (RowResult | null)[],
  ) {
    this.id = stored.id;
    this.batchId = stored.batchId;
    this.organizationId = stored.organizationId;
    this.isTest = stored.isTest === 1;
    this.position = stored.position;
    this.version = stored.version;
    this.attempt = stored.attempt;
    this.waitsForEarlier = stored.waitsForEarlier;
    this.retryAt = stored.retryAt;
    this.waiting = new Set(JSON.parse(stored.waitingRows ?? '[]') as number[]);
    this.answered = results.reduce((sum, result) => sum + (result === null ? 0 : 1), 0);
  }

  static async unpack(stored: StoredChunk): Promise<LeasedChunk> {
    const addresses = await readAddresses(stored.addresses);
    const results =
      stored.results === null ? new Array<null>(stored.rowCount).fill(null) : await readResults(stored.results);
    return new LeasedChunk(stored, addresses, results);
  }

  get isDone(): boolean {
    return this.answered === this.results.length;
  }

  /** Rows without an answer. */
  get open(): number {
    return this.results.length - this.answered;
  }

  get hasUnsaved(): boolean {
    return this.unsaved.tally.processed > 0;
  }

  /** A verdict of the engine, and what the organization's own mails make of it. */
  judge(verification: Verification): Verification {
    const known = verification.normalised === null ? undefined : this.known.get(verification.normalised);
    return known === undefined ? verification : orderEvidence(verification, known.kind);
  }

  /** @param credits what the row costs, unless it is of a test: 0 or 1 */
  answer(row: number, verification: Verification, credits: number): void {
    const { normalised } = verification;
    const known = normalised === null ? undefined : this.known.get(normalised);
    if (this.addresses[row]?.[1] === 0 && !this.isTest)
      this.unsaved.answers.push({ verification, known: known?.kind ?? null });
    this.answerWith(row, toRowResult(verification, this.isTest ? 0 : credits, known?.kind));
  }

  /** Gives a row the answer of an earlier row, for free. */
  repeat(row: number, [...result]: RowResult): void {
    result[9] = 0;
    this.answerWith(row, result);
  }

  /** The engine's verdict will be remembered at the next save, unless it is of a test. */
  remember(verification: Verification): void {
    if (!this.isTest) this.unsaved.verdicts.push(verification);
  }

  /** These rows are to be asked again, not before then. */
  defer(rows: readonly number[], retryAt: number): void {
    for (const row of rows) this.waiting.add(row);
    this.retryAt = Math.max(this.retryAt, retryAt);
  }

  takeUnsaved(): Unsaved {
    const taken = this.unsaved;
    this.unsaved = { tally: emptyTally(), verdicts: [], answers: [] };
    return taken;
  }

  private answerWith(row: number, result: RowResult): void {
    this.results[row] = result;
    this.waiting.delete(row);
    this.answered += 1;
    count(this.unsaved.tally, result, this.addresses[row]?.[1] === 1);
  }
}
