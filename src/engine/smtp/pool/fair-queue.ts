import type { PendingQuestion } from './question';
import { LeastRecentlyServed, type Flow } from './least-recently-served';

/** The questions of one flow: first those that continue something, then the others by destination address. */
interface FlowQueue extends Flow {
  front: PendingQuestion[];
  byAddress: Map<string, PendingQuestion[]>;
}

/** A fair queue over the flows of one priority. */
export class FairQueue {
  private readonly flows = new Map<string, FlowQueue>();
  private readonly order = new LeastRecentlyServed();

  add(pending: PendingQuestion): void {
    const { byAddress } = this.flowOf(pending);
    const { address } = pending.question;
    const queue = byAddress.get(address);
    if (queue) queue.push(pending);
    else byAddress.set(address, [pending]);
  }

  addFirst(pending: PendingQuestion): void {
    this.flowOf(pending).front.unshift(pending);
  }

  peek(address: string | undefined): PendingQuestion | undefined {
    const flow = this.nextFlow(address);
    if (!flow) return undefined;
    const ahead = flow.front.find((pending) => isFor(pending, address));
    if (ahead) return ahead;
    const [first] = address === undefined ? flow.byAddress.keys() : [address];
    return first === undefined ? undefined : flow.byAddress.get(first)?.[0];
  }

  take(address: string | undefined): PendingQuestion | undefined {
    const next = this.peek(address);
    if (!next) return undefined;
    this.remove(next);
    this.order.markServed(next.question);
    // Of several addresses each gets its turn.
    const byAddress = this.flows.get(nameOf(next))?.byAddress;
    const rest = byAddress?.get(next.question.address);
    if (rest && address === undefined) {
      byAddress?.delete(next.question.address);
      byAddress?.set(next.question.address, rest);
    }
    if (this.flows.size === 0) this.order.clear();
    return next;
  }

  /** False when it does not wait here. */
  remove(pending: PendingQuestion): boolean {
    const flow = this.flows.get(nameOf(pending));
    if (!flow) return false;
    const { address } = pending.question;
    const queue = flow.byAddress.get(address) ?? [];
    if (!removeFrom(flow.front, pending) && !removeFrom(queue, pending)) return false;
    if (queue.length === 0) flow.byAddress.delete(address);
    if (flow.front.length === 0 && flow.byAddress.size === 0) this.flows.delete(nameOf(pending));
    return true;
  }

  all(): PendingQuestion[] {
    return [...this.flows.values()].flatMap(({ front, byAddress }) => [...front, ...[...byAddress.values()].flat()]);
  }

  private flowOf(pending: PendingQuestion): FlowQueue {
    const { tenant, job } = pending.question;
    const name = nameOf(pending);
    let flow = this.flows.get(name);
    if (!flow) this.flows.set(name, (flow = { tenant, job, front: [], byAddress: new Map() }));
    return flow;
  }

  private nextFlow(address: string | undefined): FlowQueue | undefined {
    let best: FlowQueue | undefined;
    for (const flow of this.flows.values()) {
      const isAble =
        address === undefined || flow.byAddress.has(address) || flow.front.some((pending) => isFor(pending, address));
      if (isAble && (!best || this.order.compare(flow, best) < 0)) best = flow;
    }
    return best;
  }
}

const nameOf = ({ question: { tenant, job } }: PendingQuestion): string => `${tenant} ${job}`;

const isFor = ({ question }: PendingQuestion, address: string | undefined): boolean =>
  address === undefined || question.address === address;

function removeFrom(queue: PendingQuestion[], pending: PendingQuestion): boolean {
  // Nearly always the first.
  const at = queue.indexOf(pending);
  if (at === -1) return false;
  queue.splice(at, 1);
  return true;
}
