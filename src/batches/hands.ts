import { Injectable } from '@nestjs/common';
import { FairShares, type Party } from './fair-shares';
import { CHUNKS_AT_A_TIME, HAND_SHARES } from './limits';

/** How many chunks this process has in hand, and whose they are. */
@Injectable()
export class Hands {
  private readonly shares = new FairShares(CHUNKS_AT_A_TIME, HAND_SHARES);

  async during<Result>(party: Party, work: () => Promise<Result>): Promise<Result> {
    this.shares.take(party);
    try {
      return await work();
    } finally {
      this.shares.giveBack(party);
    }
  }

  /** To try out who may be given another chunk, where so many wait in the queue already. */
  plan(waiting: number): FairShares {
    return this.shares.copy(waiting);
  }
}
