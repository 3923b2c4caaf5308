import type { PendingQuestion } from './question';
import { Turns, type Party } from './turns';

/** The questions of one piece of work, by the address that they are for. */
interface Lane extends Party {
  byAddress: Map<string, PendingQuestion[]>;
}

/** Questions of one urgency: those that continue something go first, then the lanes take turns. */
class Line {
  private readonly front: PendingQuestion[] = [];
  private readonly lanes = new Map<string, Lane>();
  private readonly turns = new Turns();

  add(pending: PendingQuestion): void {
    const { asker, job, address } = pending.question;
    const name = `${asker} ${job}`;
    let lane = this.lanes.get(name);
    if (!lane) this.lanes.set(name, (lane = { asker, job, byAddress: new Map() }));
    const line = lane.byAddress.get(address);
    if (line) line.push(pending);
    else lane.byAddress.set(address, [pending]);
  }

  addInFront(pending: PendingQuestion): void {
    this.front.unshift(pending);
  }

  peek(address: string | undefined): PendingQuestion | undefined {
    const ahead = this.front.find(({ question }) => address === undefined || question.address === address);
    if (ahead) return ahead;
    const byAddress = this.nextLane(address)?.byAddress;
    const [first] = address === undefined ? (byAddress?.keys() ?? []) : [address];
    return first === undefined ? undefined : byAddress?.get(first)?.[0];
  }

  take(address: string | undefined): PendingQuestion | undefined {
    const next = this.peek(address);
    if (!next) return undefined;
    this.remove(next);
    this.turns.serve(next.question);
    // Of several addresses each gets its turn.
    const byAddress = this.lanes.get(nameOf(next))?.byAddress;
    const rest = byAddress?.get(next.question.address);
    if (rest && address === undefined) {
      byAddress?.delete(next.question.address);
      byAddress?.set(next.question.address, rest);
    }
    if (this.front.length === 0 && this.lanes.size === 0) this.turns.clear();
    return next;
  }

  /** False when it does not wait here. */
  remove(pending: PendingQuestion): boolean {
    if (dropFrom(this.front, pending)) return true;
    const lane = this.lanes.get(nameOf(pending));
    const line = lane?.byAddress.get(pending.question.address);
    if (!lane || !line || !dropFrom(line, pending)) return false;
    if (line.length === 0) lane.byAddress.delete(pending.question.address);
    if (lane.byAddress.size === 0) this.lanes.delete(nameOf(pending));
    return true;
  }

  all(): PendingQuestion[] {
    return [...this.front, ...[...this.lanes.values()].flatMap(({ byAddress }) => [...byAddress.values()].flat())];
  }

  private nextLane(address: string | undefined): Lane | undefined {
    let best: Lane | undefined;
    for (const lane of this.lanes.values()) {
      if (address !== undefined && !lane.byAddress.has(address)) continue;
      if (!best || this.turns.compare(lane, best) < 0) best = lane;
    }
    return best;
  }
}

/**
 * The line of one host. Somebody who waits for an answer goes before all who do not; among equals askers take turns, then the
 * pieces of work of an asker, then it is first come, first served. Nobody is passed over twice by the same asker.
 */
export class WaitingQuestions {
  private readonly urgent = new Line();
  private readonly patient = new Line();
  private readonly counts = new Map<string, number>();
  private total = 0;

  get size(): number {
    return this.total;
  }

  add(pending: PendingQuestion): void {
    this.lineOf(pending).add(pending);
    this.count(pending, 1);
  }

  /** Before all of the same urgency: it was asked already, or belongs to what was just answered. */
  addInFront(pending: PendingQuestion): void {
    this.lineOf(pending).addInFront(pending);
    this.count(pending, 1);
  }

  has(address: string): boolean {
    return this.counts.has(address);
  }

  /** Whose turn it is, for `address`; for any address when it is undefined. */
  peek(address?: string): PendingQuestion | undefined {
    if (this.total === 0) return undefined;
    return this.urgent.peek(address) ?? this.patient.peek(address);
  }

  take(address?: string): PendingQuestion | undefined {
    if (this.total === 0 || (address !== undefined && !this.counts.has(address))) return undefined;
    const next = this.urgent.take(address) ?? this.patient.take(address);
    if (next) this.count(next, -1);
    return next;
  }

  /** False when it does not wait here. */
  remove(pending: PendingQuestion): boolean {
    const wasHere = this.lineOf(pending).remove(pending);
    if (wasHere) this.count(pending, -1);
    return wasHere;
  }

  all(): PendingQuestion[] {
    return [...this.urgent.all(), ...this.patient.all()];
  }

  /** Takes all out, or all for one address. */
  removeAll(address?: string): PendingQuestion[] {
    const removed = this.all().filter(({ question }) => address === undefined || question.address === address);
    for (const pending of removed) this.remove(pending);
    return removed;
  }

  private lineOf({ question }: PendingQuestion): Line {
    return question.mode === 'single' ? this.urgent : this.patient;
  }

  private count({ question: { address } }: PendingQuestion, change: 1 | -1): void {
    this.total += change;
    const left = (this.counts.get(address) ?? 0) + change;
    if (left === 0) this.counts.delete(address);
    else this.counts.set(address, left);
  }
}

const nameOf = ({ question: { asker, job } }: PendingQuestion): string => `${asker} ${job}`;

function dropFrom(line: PendingQuestion[], pending: PendingQuestion): boolean {
  // Nearly always the first.
  const at = line.indexOf(pending);
  if (at === -1) return false;
  line.splice(at, 1);
  return true;
}
