import { Injectable, Logger } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import { OPEN_STATUSES } from '../batch';
import { Batch } from '../batch.entity';

/** About the longest that work goes on after a batch was cancelled or deleted, in whichever process. */
const POLL_INTERVAL_MS = 1000;

/** Aborts the work on batches that were cancelled or deleted: one query a second for all batches in work. */
@Injectable()
export class BatchCancellations {
  private readonly logger = new Logger('Batches');
  /** The cancellation of each piece of work, by batch. */
  private readonly working = new Map<number, Set<AbortController>>();
  private timer: NodeJS.Timeout | null = null;
  private isPolling = false;

  constructor(@InjectRepository(Batch) private readonly batches: Repository<Batch>) {}

  /** @param work its signal is aborted when nobody wants the batch worked on any more */
  async during<Result>(batchId: number, work: (cancelled: AbortSignal) => Promise<Result>): Promise<Result> {
    const end = new AbortController();
    const others = this.working.get(batchId);
    if (others === undefined) this.working.set(batchId, new Set([end]));
    else others.add(end);
    this.timer ??= setInterval(() => {
      void this.poll();
    }, POLL_INTERVAL_MS).unref();
    try {
      return await work(end.signal);
    } finally {
      this.forget(batchId, end);
    }
  }

  private async poll(): Promise<void> {
    if (this.isPolling) return;
    this.isPolling = true;
    const ids = [...this.working.keys()];
    try {
      const where = { id: In(ids), status: In(OPEN_STATUSES) };
      const open = await this.batches.find({ select: { id: true }, where });
      const wanted = new Set(open.map(({ id }) => id));
      for (const id of ids) if (!wanted.has(id)) this.end(id);
    } catch (error) {
      this.logger.debug(`Whether batches in work were cancelled could not be looked up: ${String(error)}`);
    } finally {
      this.isPolling = false;
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
