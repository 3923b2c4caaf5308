/** How many may be kept waiting at a time, in all and of one tenant. */
export interface PlaceLimits {
  inAll: number;
  ofTenant: number;
}

/** Bounds how much is kept waiting on purpose. */
export class WaitingPlaces {
  private taken = 0;
  private readonly ofTenant = new Map<string, number>();

  constructor(private readonly limits: PlaceLimits) {}

  /** Returns what gives the place back; null: there is none left. */
  take(tenant: string): (() => void) | null {
    const own = this.ofTenant.get(tenant) ?? 0;
    if (this.taken >= this.limits.inAll || own >= this.limits.ofTenant) return null;
    this.taken += 1;
    this.ofTenant.set(tenant, own + 1);
    return () => {
      this.taken -= 1;
      const left = (this.ofTenant.get(tenant) ?? 1) - 1;
      if (left === 0) this.ofTenant.delete(tenant);
      else this.ofTenant.set(tenant, left);
    };
  }
}
