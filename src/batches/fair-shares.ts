/** Whose work it is: organizations come before their batches. */
export interface Party {
  organizationId: number;
  batchId: number;
}

/** How many places one may hold for each that is free. */
export interface ShareLimits {
  organization: number;
  batch: number;
}

const NO_LIMITS: ShareLimits = { organization: Infinity, batch: Infinity };

/**
 * Places, and who holds how many of them. Nobody may hold more than a multiple of what is free: whoever is alone has
 * most of them, and yet some are always left for one who comes later, however slow the work of the others is (dynamic
 * thresholds: Choudhury and Hahne, 1998). With a multiple of 4, one party gets 4/5 of the places, the next 4/5 of the rest.
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

  mayTake({ organizationId, batchId }: Party): boolean {
    const { free, limits } = this;
    return (
      free > 0 &&
      (this.ofOrganization.get(organizationId) ?? 0) < limits.organization * free &&
      (this.ofBatch.get(batchId) ?? 0) < limits.batch * free
    );
  }

  take({ organizationId, batchId }: Party): void {
    this.taken += 1;
    add(this.ofOrganization, organizationId, 1);
    add(this.ofBatch, batchId, 1);
  }

  giveBack({ organizationId, batchId }: Party): void {
    this.taken -= 1;
    add(this.ofOrganization, organizationId, -1);
    add(this.ofBatch, batchId, -1);
  }

  /** The same as of now, to try out who may take more; so many further places count as taken by nobody in particular. */
  copy(alsoTaken: number): FairShares {
    const copy = new FairShares(this.capacity, this.limits);
    copy.taken = this.taken + alsoTaken;
    for (const [id, places] of this.ofOrganization) copy.ofOrganization.set(id, places);
    for (const [id, places] of this.ofBatch) copy.ofBatch.set(id, places);
    return copy;
  }
}

function add(places: Map<number, number>, id: number, change: number): void {
  const after = (places.get(id) ?? 0) + change;
  if (after === 0) places.delete(id);
  else places.set(id, after);
}
