import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../database/database';

/** Work goes on no longer than this after a cancel or a deletion, wherever it was asked for, and a little. */
const LOOK_EVERY_MS = 1000;

/** Ends the work on batches that were cancelled or deleted meanwhile: one question a second, however much is in hand. */
@Injectable()
export class EndedBatches {
  private readonly logger = new Logger('Batches');
  /** Those who work, by batch. */
  private readonly working = new Map<number, Set<AbortController>>();
  private timer: NodeJS.Timeout | null = null;
  private isLooking = false;

  constructor(private readonly database: Database) {}

  /** @param work its signal is aborted when nobody wants the batch worked on any more */
  async during<Result>(batchId: number, work: (ended: AbortSignal) => Promise<Result>): Promise<Result> {
    const end = new AbortController();
    const others = this.working.get(batchId);
    if (others === undefined) this.working.set(batchId, new Set([end]));
    else others.add(end);
    this.timer ??= setInterval(() => {
      void this.look();
    }, LOOK_EVERY_MS).unref();
    try {
      return await work(end.signal);
    } finally {
      this.forget(batchId, end);
    }
  }

  private async look(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    const ids = [...this.working.keys()];
    try {
      const open = await this.database.query<{ id: number }>(
        `SELECT id FROM batches WHERE id IN (${ids.map(() => '?').join(', ')}) AND status IN ('pending', 'processing')`,
        ids,
      );
      const wanted = new Set(open.map(({ id }) => id));
      for (const id of ids) if (!wanted.has(id)) this.end(id);
    } catch (error) {
      this.logger.debug(`Whether batches in work were cancelled could not be looked up: ${String(error)}`);
    } finally {
      this.isLooking = false;
    }
  }

  private end(batchId: number): void {
    for (const work of this.working.get(batchId) ?? []) work.abort(new Error('The batch is cancelled or deleted.'));
  }

  private forget(batchId: number, end: AbortController): void {
    const ends = this.working.get(batchId);
    ends?.delete(end);
    if (ends?.size === 0) this.working.delete(batchId);
    if (this.working.size > 0 || this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
  }
}
