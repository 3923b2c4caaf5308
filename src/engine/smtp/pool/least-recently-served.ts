/** More flows than ever wait in one queue; beyond, the least recently served are forgotten, and so go first. */
const MAX_REMEMBERED = 10_000;

/** A flow of the fair queueing: tenants take turns, and so do the jobs of one tenant. */
export interface Flow {
  /** Opaque id of who the verification is for. */
  tenant: string;
  /** Opaque id of the piece of work (a batch), within those of the tenant. */
  job: string;
}

/** The order of least-recently-served scheduling over two levels, tenant and job. */
export class LeastRecentlyServed {
  private readonly served = new Map<string, number>();
  private count = 0;

  /** Negative when `one` goes before `other`, positive when after, 0 when both were served at the same time or never. */
  compare(one: Flow, other: Flow): number {
    if (one.tenant === other.tenant && one.job === other.job) return 0;
    return one.tenant === other.tenant
      ? this.last(jobOf(one)) - this.last(jobOf(other))
      : this.last(one.tenant) - this.last(other.tenant);
  }

  markServed(flow: Flow): void {
    this.count += 1;
    for (const name of [flow.tenant, jobOf(flow)]) {
      // The last served stands last, so that the first is the one to forget.
      this.served.delete(name);
      this.served.set(name, this.count);
    }
    for (const name of this.served.keys()) {
      if (this.served.size <= MAX_REMEMBERED) return;
      this.served.delete(name);
    }
  }

  /** The queue is empty: the next flows begin as equals. */
  clear(): void {
    this.served.clear();
  }

  private last(name: string): number {
    return this.served.get(name) ?? 0;
  }
}

const jobOf = ({ tenant, job }: Flow): string => `${tenant} ${job}`;
