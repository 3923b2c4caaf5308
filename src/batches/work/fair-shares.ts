/** A flow of the fair queueing: a batch, within those of its organization. */
export interface Flow {
  organizationId: number;
  batchId: number;
}

/** How many permits a flow may hold for each that is free. */
export interface ShareLimits {
  organization: number;
  batch: number;
}

const NO_LIMITS: ShareLimits = { organization: Infinity, batch: Infinity };

/**
 * Permits, and how many each flow holds. None may hold more than a multiple of what is free: a flow that is alone gets most
 * of them, and some are always left for one that comes later, however slow the others are (dynamic thresholds, Choudhury
 * and Hahne 1998). With a multiple of 4, one flow gets 4/5 of the permits, the next 4/5 of the rest.
 */
export class FairShares {
  private taken = 0;
  private readonly ofOrganization = new Map<number, number>();
  private readonly ofBatch = new Map<number, number>();

  constructor(
    private readonly capacity: number,
    private readonly limits: ShareLimits = NO_LIMITS,
  ) {}

  get free(): number {
    return this.capacity - this.taken;
  }

  canAcquire({ organizationId, batchId }: Flow): boolean {
    const { free, limits } = this;
    return (
      free > 0 &&
      (this.ofOrganization.get(organizationId) ?? 0) < limits.organization * free &&
      (this.ofBatch.get(batchId) ?? 0) < limits.batch * free
    );
  }

  acquire({ organizationId, batchId }: Flow): void {
    this.taken += 1;
    add(this.ofOrganization, organizationId, 1);
    add(this.ofBatch, batchId, 1);
  }

  release({ organizationId, batchId }: Flow): void {
    this.taken -= 1;
    add(this.ofOrganization, organizationId, -1);
    add(this.ofBatch, batchId, -1);
  }

  /** A snapshot to plan with; `alsoTaken` further permits count as held by no flow in particular. */
  copy(alsoTaken: number): FairShares {
    const copy = new FairShares(this.capacity, this.limits);
    copy.taken = this.taken + alsoTaken;
    for (const [id, permits] of this.ofOrganization) copy.ofOrganization.set(id, permits);
    for (const [id, permits] of this.ofBatch) copy.ofBatch.set(id, permits);
    return copy;
  }
}

function add(permits: Map<number, number>, id: number, change: number): void {
  const after = (permits.get(id) ?? 0) + change;
  if (after === 0) permits.delete(id);
  else permits.set(id, after);
}
