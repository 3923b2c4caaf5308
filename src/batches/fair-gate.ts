import { FairShares, type Party, type ShareLimits } from './fair-shares';
import { ServiceOrder } from './service-order';

interface Line {
  party: Party;
  letIn: (() => void)[];
}

/**
 * Lets a number of visitors in at a time. Those who wait are let in by turns: the organization that was served longest
 * ago is next, of its batches the one served longest ago, and within a batch the one who came first; who holds all that
 * its share allows is passed over.
 */
export class FairGate {
  private readonly shares: FairShares;
  private readonly order = new ServiceOrder();
  /** Who waits, by batch. */
  private readonly lines = new Map<number, Line>();

  constructor(capacity: number, limits?: ShareLimits) {
    this.shares = new FairShares(capacity, limits);
  }

  /** Returns whether he is in, and then must leave; false: the signal was aborted before his turn came. */
  async enter(party: Party, signal?: AbortSignal): Promise<boolean> {
    if (signal?.aborted === true) return false;
    // Whoever waits may not take a place now, so that nobody is overtaken.
    if (this.shares.mayTake(party)) {
      this.admit(party);
      return true;
    }
    return new Promise<boolean>((resolve) => {
      const giveUp = (): void => {
        this.removeFromLine(party.batchId, letIn);
        resolve(false);
      };
      const letIn = (): void => {
        signal?.removeEventListener('abort', giveUp);
        resolve(true);
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      const line = this.lines.get(party.batchId);
      if (line === undefined) this.lines.set(party.batchId, { party, letIn: [letIn] });
      else line.letIn.push(letIn);
    });
  }

  leave(party: Party): void {
    this.shares.giveBack(party);
    for (let next = this.next(); next !== null; next = this.next()) {
      const [letIn] = next.letIn;
      if (letIn === undefined) return;
      this.removeFromLine(next.party.batchId, letIn);
      this.admit(next.party);
      letIn();
    }
  }

  private admit(party: Party): void {
    this.shares.take(party);
    this.order.served(party);
  }

  /** The line whose turn it is. Few wait at a time: as many batches as the process has in hand. */
  private next(): Line | null {
    let next: Line | null = null;
    for (const line of this.lines.values()) {
      if ((next === null || this.isBefore(line.party, next.party)) && this.shares.mayTake(line.party)) next = line;
    }
    return next;
  }

  private isBefore(one: Party, other: Party): boolean {
    const ahead = this.order.ofOrganization(one.organizationId) - this.order.ofOrganization(other.organizationId);
    return ahead < 0 || (ahead === 0 && this.order.ofBatch(one.batchId) < this.order.ofBatch(other.batchId));
  }

  private removeFromLine(batchId: number, letIn: () => void): void {
    const line = this.lines.get(batchId);
    if (line === undefined) return;
    line.letIn.splice(line.letIn.indexOf(letIn), 1);
    if (line.letIn.length === 0) this.lines.delete(batchId);
  }
}
