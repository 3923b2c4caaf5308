import { Injectable } from '@nestjs/common';
import { FairShares, type Flow } from './fair-shares';
import { CHUNK_CONCURRENCY, CHUNK_SHARES } from './concurrency-limits';

/** The chunks in flight in this process, counted by flow: the shares that the dispatcher plans with. */
@Injectable()
export class InFlightChunks {
  private readonly shares = new FairShares(CHUNK_CONCURRENCY, CHUNK_SHARES);

  async during<Result>(flow: Flow, work: () => Promise<Result>): Promise<Result> {
    this.shares.acquire(flow);
    try {
      return await work();
    } finally {
      this.shares.release(flow);
    }
  }

  /** The shares left to plan with, where `waiting` chunks are in the queue already. */
  plan(waiting: number): FairShares {
    return this.shares.copy(waiting);
  }
}
