import { Inject, Injectable } from '@nestjs/common';
import { setMaxListeners } from 'node:events';
import { Clock } from '../../common/clock';
import { APP_CONFIG, type AppConfig } from '../../config/app-config';
import type { Engine, Verification } from '../../engine';
import { EngineHealth } from '../../validation/engine-health';
import { Sandbox } from '../../validation/sandbox/sandbox';
import { ENGINE } from '../../validation/engine.token';
import type { LeasedChunk } from './leased-chunk';
import { ChunkSaver } from './chunk-saver';
import { FairSemaphore } from './fair-semaphore';
import { internalErrorVerdict } from './internal-error-verdict';
import { ADDRESS_CONCURRENCY, ADDRESS_CONCURRENCY_PER_CHUNK, ADDRESS_SHARES } from './concurrency-limits';
import { isResolverFailure, secondsToRetry } from './retry-policy';
import type { RowGroup } from './row-groups';

/** The time slice of a pass: after it no more addresses are begun, so that other chunks get their turn. */
const TIME_SLICE_MS = 10_000;
/** Milliseconds between checkpoints: the most work that is lost when the process is killed. */
const CHECKPOINT_INTERVAL_MS = 2000;

/** Verifies the addresses of a chunk with the engine for one time slice, with checkpoints on the way. */
@Injectable()
export class ChunkVerifier {
  /** Shared by all chunks of this process: organizations take turns, and then their batches. */
  private readonly semaphore = new FairSemaphore(ADDRESS_CONCURRENCY, ADDRESS_SHARES);

  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    private readonly sandbox: Sandbox,
    private readonly saver: ChunkSaver,
    private readonly health: EngineHealth,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Returns whether the chunk is still ours. Answers that come in after an abort are dropped: the next pass asks again.
   * @param cancelled aborted when the answers are of no use to anybody
   */
  async verify(
    chunk: LeasedChunk,
    groups: readonly RowGroup[],
    signal: AbortSignal,
    cancelled: AbortSignal,
  ): Promise<boolean> {
    const stop = new AbortController();
    // Each address in work listens at several places.
    setMaxListeners(0, stop.signal);
    // Not `AbortSignal.any`, which in Node 20 leaves something behind in a signal that lives as long as the process.
    const pass = (): void => {
      stop.abort(signal.reason ?? cancelled.reason);
    };
    for (const from of [signal, cancelled]) {
      from.addEventListener('abort', pass);
      if (from.aborted) pass();
    }
    const checkpoints = this.startCheckpoints(chunk, stop);
    try {
      await this.verifyAll(chunk, groups, stop.signal);
    } finally {
      for (const from of [signal, cancelled]) from.removeEventListener('abort', pass);
      await checkpoints.stop();
    }
    return checkpoints.isOurs() && !cancelled.aborted;
  }

  private async verifyAll(chunk: LeasedChunk, groups: readonly RowGroup[], stop: AbortSignal): Promise<void> {
    const open = groups.filter(({ rows }) => !rows.some((row) => chunk.waiting.has(row))).values();
    const end = performance.now() + TIME_SLICE_MS;
    const lane = async (): Promise<void> => {
      for (const group of open) {
        await this.verifyGroup(chunk, group, stop);
        if (stop.aborted || performance.now() > end || (this.health.isDnsDown && !chunk.isTest)) return;
      }
    };
    await Promise.all(Array.from({ length: Math.min(ADDRESS_CONCURRENCY_PER_CHUNK, groups.length) }, lane));
  }

  private async verifyGroup(chunk: LeasedChunk, group: RowGroup, stop: AbortSignal): Promise<void> {
    const isStopped = (): boolean => stop.aborted;
    if (!(await this.semaphore.acquire(chunk, stop))) return;
    try {
      if (isStopped()) return;
      const verdict = await this.verifyAddress(chunk, group.address, stop);
      if (!isStopped() && !isResolverFailure(verdict)) this.settle(chunk, group, verdict);
    } finally {
      this.semaphore.release(chunk);
    }
  }

  private settle(chunk: LeasedChunk, { rows, hasFirst }: RowGroup, found: Verification): void {
    const verdict = chunk.judge(found);
    // In the sandbox the same answer would come again.
    const seconds = chunk.isTest ? null : secondsToRetry(verdict, chunk.attempt, this.config.SMTP_RETRY_DELAYS);
    if (seconds !== null) {
      chunk.defer(rows, this.clock.now() + seconds * 1000);
      return;
    }
    // The first row of the file with this address pays, and only for a verdict.
    for (const [index, row] of rows.entries()) {
      chunk.answer(row, verdict, index === 0 && hasFirst && found.status !== 'unknown' ? 1 : 0);
    }
    chunk.remember(found);
  }

  /** The engine does not reject; should it all the same, that is a fault of ours and nobody else's. */
  private async verifyAddress(
    { organizationId, batchId, isTest }: LeasedChunk,
    address: string,
    signal: AbortSignal,
  ): Promise<Verification> {
    try {
      return await (isTest ? this.sandbox.engine : this.engine).verify(address, {
        mode: 'batch',
        tenant: String(organizationId),
        job: String(batchId),
        signal,
      });
    } catch {
      return internalErrorVerdict(address);
    }
  }

  /** @param stop aborted when a save shows that the chunk is no longer ours, or can't be made */
  private startCheckpoints(chunk: LeasedChunk, stop: AbortController): { stop(): Promise<void>; isOurs(): boolean } {
    let isOurs = true;
    let saving = Promise.resolve();
    const timer = setInterval(() => {
      if (!chunk.hasUnsaved) return;
      saving = saving.then(async () => {
        isOurs = isOurs && (await this.saver.save(chunk, 'keep'));
        if (!isOurs) stop.abort();
      });
      saving.catch(() => {
        stop.abort();
      });
    }, CHECKPOINT_INTERVAL_MS);
    return {
      stop: () => {
        clearInterval(timer);
        return saving;
      },
      isOurs: () => isOurs,
    };
  }
}
