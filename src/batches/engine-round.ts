import { Inject, Injectable } from '@nestjs/common';
import { setMaxListeners } from 'node:events';
import { Clock } from '../common/clock';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import type { Engine, Verification } from '../engine';
import { EngineHealth } from '../validation/engine-health';
import { ENGINE } from '../validation/engine.token';
import type { ChunkInHand } from './chunk-in-hand';
import { ChunkSaver } from './chunk-saver';
import { FairGate } from './fair-gate';
import { faultOfOurs } from './fault-of-ours';
import { ADDRESSES_AT_A_TIME, ADDRESSES_OF_A_CHUNK, ADDRESS_SHARES } from './limits';
import { isForWantOfDns, secondsToRetry } from './retry-policy';
import type { RowGroup } from './row-groups';

/** After this time a round asks nothing more and waits for the answers that are due, so that others get their turn. */
const ASK_FOR_MS = 10_000;
/** No more work than this is lost when the process is killed. */
const SAVE_EVERY_MS = 2000;

/** Asks the engine about the addresses of a chunk, and saves on the way. */
@Injectable()
export class EngineRound {
  /** Organizations take turns, and then their batches. */
  private readonly gate = new FairGate(ADDRESSES_AT_A_TIME, ADDRESS_SHARES);

  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    private readonly saver: ChunkSaver,
    private readonly health: EngineHealth,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Returns whether the chunk is still ours. Answers that come in after the signal are left to those who ask again.
   * @param ended aborted when the answers are of no use to anybody
   */
  async ask(
    chunk: ChunkInHand,
    groups: readonly RowGroup[],
    signal: AbortSignal,
    ended: AbortSignal,
  ): Promise<boolean> {
    const stop = new AbortController();
    // Each address in work listens at several places.
    setMaxListeners(0, stop.signal);
    // Not `AbortSignal.any`, which in Node 20 leaves something behind in a signal that lives as long as the process.
    const pass = (): void => {
      stop.abort(signal.reason ?? ended.reason);
    };
    for (const from of [signal, ended]) {
      from.addEventListener('abort', pass);
      if (from.aborted) pass();
    }
    const saving = this.saveNowAndThen(chunk, stop);
    try {
      await this.askAll(chunk, groups, stop.signal);
    } finally {
      for (const from of [signal, ended]) from.removeEventListener('abort', pass);
      await saving.stop();
    }
    return saving.isOurs() && !ended.aborted;
  }

  private async askAll(chunk: ChunkInHand, groups: readonly RowGroup[], stop: AbortSignal): Promise<void> {
    const open = groups.filter(({ rows }) => !rows.some((row) => chunk.waiting.has(row))).values();
    const end = performance.now() + ASK_FOR_MS;
    const lane = async (): Promise<void> => {
      for (const group of open) {
        await this.askOne(chunk, group, stop);
        if (stop.aborted || performance.now() > end || this.health.isDnsDown) return;
      }
    };
    await Promise.all(Array.from({ length: Math.min(ADDRESSES_OF_A_CHUNK, groups.length) }, lane));
  }

  private async askOne(chunk: ChunkInHand, group: RowGroup, stop: AbortSignal): Promise<void> {
    const isStopped = (): boolean => stop.aborted;
    if (!(await this.gate.enter(chunk, stop))) return;
    try {
      if (isStopped()) return;
      const verdict = await this.verify(chunk, group.address, stop);
      if (!isStopped() && !isForWantOfDns(verdict)) this.settle(chunk, group, verdict);
    } finally {
      this.gate.leave(chunk);
    }
  }

  private settle(chunk: ChunkInHand, { rows, hasFirst }: RowGroup, verdict: Verification): void {
    const seconds = secondsToRetry(verdict, chunk.attempt, this.config.SMTP_RETRY_DELAYS);
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
  private async verify(
    { organizationId, batchId }: ChunkInHand,
    address: string,
    signal: AbortSignal,
  ): Promise<Verification> {
    try {
      return await this.engine.verify(address, {
        mode: 'batch',
        asker: String(organizationId),
        job: String(batchId),
        signal,
      });
    } catch {
      return faultOfOurs(address);
    }
  }

  /** @param stop aborted when a save shows that the chunk is no longer ours, or can't be made */
  private saveNowAndThen(chunk: ChunkInHand, stop: AbortController): { stop(): Promise<void>; isOurs(): boolean } {
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
    }, SAVE_EVERY_MS);
    return {
      stop: () => {
        clearInterval(timer);
        return saving;
      },
      isOurs: () => isOurs,
    };
  }
}
