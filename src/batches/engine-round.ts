import type { Clock } from '../common/clock';
import type { Engine, Verification } from '../engine';
import type { ChunkInHand } from './chunk-in-hand';
import type { ChunkSaver } from './chunk-saver';
import { faultOfOurs } from './fault-of-ours';
import { secondsToRetry } from './retry-policy';
import type { RowGroup } from './row-groups';

/** Addresses of a chunk that the engine is asked about at a time. It bounds its sessions by itself. */
const AT_A_TIME = 50;
/** After this time a round asks nothing more and waits for the answers that are due, so that others get their turn. */
const ASK_FOR_MS = 10_000;
/** No more work than this is lost when the process is killed. */
const SAVE_EVERY_MS = 5000;

/** Asks the engine about the addresses of a chunk, and saves on the way. */
export class EngineRound {
  constructor(
    private readonly engine: Engine,
    private readonly saver: ChunkSaver,
    private readonly clock: Clock,
    private readonly retryDelays: readonly number[],
  ) {}

  /** Returns whether the chunk is still ours. Answers that come in after the signal are left to those who ask again. */
  async ask(chunk: ChunkInHand, groups: readonly RowGroup[], signal: AbortSignal): Promise<boolean> {
    const lost = new AbortController();
    const stop = AbortSignal.any([signal, lost.signal]);
    const open = groups.filter(({ rows }) => !rows.some((row) => chunk.waiting.has(row))).values();
    const end = performance.now() + ASK_FOR_MS;
    const lane = async (): Promise<void> => {
      for (const group of open) {
        const verdict = await this.verify(group.address, stop);
        if (stop.aborted) return;
        this.settle(chunk, group, verdict);
        if (performance.now() > end) return;
      }
    };
    const saving = this.saveNowAndThen(chunk, lost);
    try {
      await Promise.all(Array.from({ length: Math.min(AT_A_TIME, groups.length) }, lane));
    } finally {
      await saving.stop();
    }
    return !lost.signal.aborted;
  }

  private settle(chunk: ChunkInHand, { rows, hasFirst }: RowGroup, verdict: Verification): void {
    const seconds = secondsToRetry(verdict, chunk.attempt, this.retryDelays);
    if (seconds !== null) {
      chunk.defer(rows, this.clock.now() + seconds * 1000);
      return;
    }
    // The first row of the file with this address pays, and only for a verdict.
    for (const [index, row] of rows.entries()) {
      chunk.answer(row, verdict, index === 0 && hasFirst && verdict.status !== 'unknown' ? 1 : 0);
    }
    chunk.remember(verdict);
  }

  /** The engine does not reject; should it all the same, that is a fault of ours and nobody else's. */
  private async verify(address: string, signal: AbortSignal): Promise<Verification> {
    try {
      return await this.engine.verify(address, { mode: 'batch', signal });
    } catch {
      return faultOfOurs(address);
    }
  }

  /** @param lost aborted when a save shows that the chunk is no longer ours, or can't be made */
  private saveNowAndThen(chunk: ChunkInHand, lost: AbortController): { stop(): Promise<void> } {
    let saving = Promise.resolve();
    const timer = setInterval(() => {
      if (!chunk.hasUnsaved) return;
      saving = saving.then(async () => {
        if (!(await this.saver.save(chunk, 'keep'))) lost.abort();
      });
      saving.catch(() => {
        lost.abort();
      });
    }, SAVE_EVERY_MS);
    return {
      stop: () => {
        clearInterval(timer);
        return saving;
      },
    };
  }
}
