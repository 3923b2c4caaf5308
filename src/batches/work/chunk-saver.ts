import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { Metrics } from '../../common/metrics';
import { BatchEvents } from '../batch-events';
import { BatchCredits } from '../batch-credits';
import { ActorUsage } from '../../credits/actor-usage';
import { Usage } from '../../credits/usage';
import { Database, type Outcome, type Proof, type Step } from '../../database/database';
import { AnswerFiling } from '../../feedback/accuracy/answer-filing';
import { AnsweredVerdicts } from '../../feedback/accuracy/answered-verdicts';
import { VerdictCache } from '../../validation/verdict-cache';
import { LEASE_MS } from './chunk-leases';
import type { LeasedChunk } from './leased-chunk';
import { writeResults } from '../intake/csv';
import { FairSemaphore } from './fair-semaphore';
import type { Flow } from './fair-shares';
import { BatchCountsRepository } from '../summary/batch-counts.repository';
import { SaveStatements } from './save-statements';
import type { Tally } from './tally';
import { CooperativeScheduler } from './cooperative-scheduler';

/**
 * What becomes of a chunk after a save: `keep` its lease; release it to be taken again at once (`requeue`), when its
 * temporary answers may be asked for again (`retry`), or once all earlier chunks are done (`wait_for_earlier`); or it is
 * `done`.
 */
export type AfterSave = 'keep' | 'requeue' | 'retry' | 'wait_for_earlier' | 'done';

/** Saves of one batch wait for one another at its row, each with a connection that requests would need. */
const SAVE_CONCURRENCY = 3;
const FIRST_POLL_MS = 1000;
const LAST_POLL_MS = 120_000;

/**
 * Saves what was found out about a chunk: its results, the batch's counts and their reasons, the charge, the cached verdicts,
 * what is measured by feedback later and, with the last chunk, the end of the batch become true together or not at all. Whoever saves second from the same version
 * changes nothing, so that each answer is counted and charged once, however often a chunk was worked on.
 */
@Injectable()
export class ChunkSaver {
  private readonly semaphore = new FairSemaphore(SAVE_CONCURRENCY);

  constructor(
    private readonly database: Database,
    private readonly statements: SaveStatements,
    private readonly cache: VerdictCache,
    private readonly answered: AnsweredVerdicts,
    private readonly filing: AnswerFiling,
    private readonly credits: BatchCredits,
    private readonly events: BatchEvents,
    private readonly usage: Usage,
    private readonly actors: ActorUsage,
    private readonly counts: BatchCountsRepository,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
    private readonly scheduler: CooperativeScheduler,
  ) {}

  /** Returns whether it was saved; false: somebody else did the work, and the chunk is no longer ours. */
  async save(chunk: LeasedChunk, next: AfterSave): Promise<boolean> {
    await this.scheduler.yield();
    // All that is read of the chunk is read before the next `await`, since answers come in meanwhile.
    const { tally, verdicts, answers } = chunk.takeUnsaved();
    const answered = answers.flatMap((answer) => this.answered.toKeep(chunk.organizationId, answer) ?? []);
    const chunkStep = this.chunkStep(chunk, next);
    const results = await writeResults(chunk.results);
    const steps = [
      chunkStep(results),
      ...this.cache.storeSteps(chunk.organizationId, verdicts),
      ...this.filing.statements(chunk.organizationId, answered),
      ...this.batchSteps(chunk, tally),
    ];
    const proof = this.statements.proof(chunk, results);
    const outcome = await this.write(chunk, steps, proof);
    if (outcome === 'rolled_back') return false;
    chunk.version += 1;
    if (!chunk.isTest) this.countVerdicts(tally);
    return true;
  }

  private countVerdicts({ statuses }: Tally): void {
    for (const [status, number] of Object.entries(statuses))
      this.metrics.verdicts.inc({ status, mode: 'batch' }, number);
  }

  private async write(flow: Flow, steps: Step[], proof: Proof): Promise<Outcome> {
    await this.semaphore.acquire(flow);
    try {
      return await this.database.atomically(steps, proof);
    } finally {
      this.semaphore.release(flow);
    }
  }

  private chunkStep(chunk: LeasedChunk, next: AfterSave): (results: Buffer) => Step {
    const now = this.clock.now();
    const isNewAttempt = next === 'retry';
    const wait = next === 'wait_for_earlier' ? nextPollDelay(chunk.waitsForEarlier) : 0;
    const saved = {
      id: chunk.id,
      version: chunk.version,
      state: next === 'done' ? ('done' as const) : ('pending' as const),
      attempt: chunk.attempt + (isNewAttempt ? 1 : 0),
      // A requeued chunk is due at 0: within its batch it goes before those that were not begun.
      dueAt: isNewAttempt ? chunk.retryAt : wait > 0 ? now + wait : 0,
      leaseUntil: next === 'keep' ? now + LEASE_MS : 0,
      waitsForEarlier: wait,
      retryAt: isNewAttempt ? 0 : chunk.retryAt,
      waitingRows: isNewAttempt || chunk.waiting.size === 0 ? null : JSON.stringify([...chunk.waiting]),
    };
    return (results) => this.statements.save({ ...saved, results });
  }

  private batchSteps(chunk: LeasedChunk, tally: Tally): Step[] {
    const { batchId } = chunk;
    const now = this.clock.now();
    return [
      this.statements.count(batchId, tally, now),
      // Behind the batch's own row, at which the saves of a batch wait for one another.
      ...this.counts.addSteps(batchId, tally.counts),
      ...(chunk.isTest ? [] : this.usageSteps(chunk, tally)),
      this.statements.complete(batchId, now),
      ...this.credits.release(batchId),
      ...this.events.steps(batchId, 'completed'),
    ];
  }

  private usageSteps({ batchId, organizationId }: LeasedChunk, tally: Tally): Step[] {
    const { processed, valid, invalid, risky, catchAll, unknown, credits } = tally;
    return [
      ...this.usage.addSteps(organizationId, { valid, catchAll, risky: risky - catchAll, invalid, unknown, credits }),
      ...this.actors.addRows(organizationId, batchId, processed, credits),
    ];
  }
}

/** Exponential backoff: the answers may be cached long before all earlier chunks are done. */
function nextPollDelay(lastMs: number): number {
  return lastMs === 0 ? FIRST_POLL_MS : Math.min(lastMs * 4, LAST_POLL_MS);
}
