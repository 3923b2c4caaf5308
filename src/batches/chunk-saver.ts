import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { Metrics } from '../common/metrics';
import { Ledger } from '../credits/ledger';
import { Usage } from '../credits/usage';
import { Database, type Outcome, type Proof, type Step } from '../database/database';
import { VerdictCache } from '../validation/verdict-cache';
import { LEASE_MS } from './chunk-leases';
import type { ChunkInHand } from './chunk-in-hand';
import { writeResults } from './csv';
import { FairGate } from './fair-gate';
import type { Party } from './fair-shares';
import type { Tally } from './tally';
import { Turns } from './turns';

/**
 * What becomes of a chunk after a save: `keep` it in hand; give it back to be taken again at once (`give_back`), when
 * its temporary answers can be asked for again (`retry`), or when all chunks in front of it are done
 * (`wait_for_earlier`); or it is `done`.
 */
export type Next = 'keep' | 'give_back' | 'retry' | 'wait_for_earlier' | 'done';

/** Saves of one batch wait for one another at its row, each with a connection that requests would need. */
const SAVES_AT_A_TIME = 3;
const FIRST_LOOK_MS = 1000;
const LAST_LOOK_MS = 120_000;

/**
 * Saves what was found out about a chunk: its results, the batch's counts, the charge, the cached verdicts and, with
 * the last chunk, the end of the batch become true together or not at all. Whoever saves second from the same version
 * changes nothing, so that each answer is counted and charged once, however often a chunk was worked on.
 */
@Injectable()
export class ChunkSaver {
  private readonly gate = new FairGate(SAVES_AT_A_TIME);

  constructor(
    private readonly database: Database,
    private readonly cache: VerdictCache,
    private readonly ledger: Ledger,
    private readonly usage: Usage,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
    private readonly turns: Turns,
  ) {}

  /** Returns whether it was saved; false: somebody else did the work, and the chunk is no longer ours. */
  async save(chunk: ChunkInHand, next: Next): Promise<boolean> {
    await this.turns.next();
    // All that is read of the chunk is read before the next `await`, since answers come in meanwhile.
    const { tally, verdicts } = chunk.takeUnsaved();
    const chunkStep = this.chunkStep(chunk, next);
    const results = await writeResults(chunk.results);
    const steps = [
      chunkStep(results),
      ...this.cache.storeSteps(chunk.organizationId, verdicts),
      ...this.batchSteps(chunk, tally),
    ];
    // Whoever else saved the same results from the same version counted and charged the same.
    const proof: Proof = {
      sql: 'SELECT 1 FROM batch_chunks WHERE id = ? AND version = ? AND results = ?',
      parameters: [chunk.id, chunk.version + 1, results],
    };
    const outcome = await this.write(chunk, steps, proof);
    if (outcome === 'rolled_back') return false;
    chunk.version += 1;
    for (const [status, number] of Object.entries(tally.statuses)) {
      this.metrics.verdicts.inc({ status, mode: 'batch' }, number);
    }
    return true;
  }

  private async write(party: Party, steps: Step[], proof: Proof): Promise<Outcome> {
    await this.gate.enter(party);
    try {
      return await this.database.atomically(steps, proof);
    } finally {
      this.gate.leave(party);
    }
  }

  private chunkStep(chunk: ChunkInHand, next: Next): (results: Buffer) => Step {
    const now = this.clock.now();
    const isNewAttempt = next === 'retry';
    const wait = next === 'wait_for_earlier' ? nextLook(chunk.waitsForEarlier) : 0;
    // What is given back is due since ever: within a batch it goes before what was not begun.
    const dueAt = isNewAttempt ? chunk.retryAt : wait > 0 ? now + wait : 0;
    const waiting = isNewAttempt || chunk.waiting.size === 0 ? null : JSON.stringify([...chunk.waiting]);
    const values = {
      state: next === 'done' ? 'done' : 'pending',
      attempt: chunk.attempt + (isNewAttempt ? 1 : 0),
      due_at: dueAt,
      lease_until: next === 'keep' ? now + LEASE_MS : 0,
      waits_for_earlier: wait,
      retry_at: isNewAttempt ? 0 : chunk.retryAt,
      waiting_rows: waiting,
    };
    const { id, version } = chunk;
    return (results) => ({
      sql: `UPDATE batch_chunks SET version = version + 1, results = ?,
          ${Object.keys(values)
            .map((column) => `${column} = ?`)
            .join(', ')}
        WHERE id = ? AND version = ? AND state = 'pending'`,
      parameters: [results, ...Object.values(values), id, version],
      ifNone: 'rollback',
    });
  }

  private batchSteps({ batchId, organizationId }: ChunkInHand, tally: Tally): Step[] {
    const { processed, valid, invalid, risky, catchAll, unknown, credits } = tally;
    const now = this.clock.now();
    return [
      {
        sql: `UPDATE batches SET status = 'processing', processed_count = processed_count + ?,
            valid_count = valid_count + ?, invalid_count = invalid_count + ?, risky_count = risky_count + ?,
            unknown_count = unknown_count + ?, credits_used = credits_used + ?, updated_at = ?
          WHERE id = ? AND status IN ('pending', 'processing')`,
        parameters: [processed, valid, invalid, risky, unknown, credits, now, batchId],
        ifNone: 'rollback',
      },
      ...this.usage.addSteps(organizationId, { valid, catchAll, risky: risky - catchAll, invalid, unknown, credits }),
      {
        sql: `UPDATE batches SET status = 'completed', completed_at = ?
          WHERE id = ? AND status = 'processing' AND processed_count = total_count`,
        parameters: [now, batchId],
        ifNone: 'stop',
      },
      ...this.ledger.releaseForBatch(batchId),
    ];
  }
}

/** Answers may be there long before all chunks in front are done: worth a look after a second, and then less and less. */
function nextLook(lastMs: number): number {
  return lastMs === 0 ? FIRST_LOOK_MS : Math.min(lastMs * 4, LAST_LOOK_MS);
}
