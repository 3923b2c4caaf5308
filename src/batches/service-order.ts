import type { Party } from './fair-shares';

/** Parties that are remembered; the one served longest ago is forgotten first, and counts as never served. */
const MOST_REMEMBERED = 10_000;

/** Remembers who was served when, in the order of events: whoever was served longest ago is next. */
export class ServiceOrder {
  private readonly organizations = new Map<number, number>();
  private readonly batches = new Map<number, number>();
  private last = 0;

  served({ organizationId, batchId }: Party): void {
    this.last += 1;
    remember(this.organizations, organizationId, this.last);
    remember(this.batches, batchId, this.last);
  }

  /** Smaller: served longer ago; 0: never. */
  ofOrganization(id: number): number {
    return this.organizations.get(id) ?? 0;
  }

  ofBatch(id: number): number {
    return this.batches.get(id) ?? 0;
  }
}

function remember(order: Map<number, number>, id: number, at: number): void {
  order.delete(id);
  order.set(id, at);
  const [oldest] = order.keys();
  if (order.size > MOST_REMEMBERED && oldest !== undefined) order.delete(oldest);
}
