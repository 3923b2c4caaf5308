import { LRUCache } from 'lru-cache';
import type { Clock } from '../../ports';
import type { Outcome, Stage } from '../replies/outcome';

const HOUR_MS = 3_600_000;
/** The hour slides by a twelfth of itself. */
const SLOT_MS = HOUR_MS / 12;
const SLOTS = 12;
/** Unknown recipients beyond its accepted ones that a tenant is never held back for. */
const TENANT_ALLOWANCE = 20;
const MAX_REMEMBERED = 10_000;

/**
 * Bounds how many recipients that do not exist a host is asked about in an hour: directory harvest attacks look like that, and
 * hosts refuse whoever does it. As many as it accepted in that hour, and an allowance. Beyond that it holds back the
 * tenants whose own recipients are mostly unknown there: one tenant's old list does not hold up another's good one.
 */
export class HarvestGuard {
  private readonly ofHosts = new LRUCache<string, Tally>({ max: MAX_REMEMBERED });
  private readonly ofTenants = new LRUCache<string, Tally>({ max: MAX_REMEMBERED });

  /** @param unknownPerHour the allowance, per host and hour */
  constructor(
    private readonly clock: Clock,
    private readonly unknownPerHour: number,
  ) {}

  /** Takes in a reply to RCPT. @param host a key of `hostKey` */
  replied(host: string, tenant: string, { outcome, stage }: { outcome: Outcome; stage: Stage }): void {
    if (stage !== 'rcpt' || (outcome !== 'mailbox_not_found' && outcome !== 'accepted')) return;
    const now = this.clock.now();
    for (const [tallies, key] of [[this.ofHosts, host] as const, [this.ofTenants, `${host} ${tenant}`] as const]) {
      const tally = tallies.get(key) ?? new Tally();
      tallies.set(key, tally);
      tally.add(now, outcome === 'accepted');
    }
  }

  /** Whether the host should not be asked about this tenant's recipients for now. */
  isHeldBack(host: string, tenant: string): boolean {
    const now = this.clock.now();
    if ((this.ofHosts.get(host)?.excess(now) ?? 0) < this.unknownPerHour) return false;
    return (this.ofTenants.get(`${host} ${tenant}`)?.excess(now) ?? 0) >= TENANT_ALLOWANCE;
  }
}

/** Unknown and accepted recipients of the last hour. */
class Tally {
  private readonly unknown: number[] = new Array<number>(SLOTS).fill(0);
  private readonly accepted: number[] = new Array<number>(SLOTS).fill(0);
  private slot = 0;

  add(now: number, isAccepted: boolean): void {
    this.slideTo(now);
    const counts = isAccepted ? this.accepted : this.unknown;
    counts[this.slot % SLOTS] = (counts[this.slot % SLOTS] ?? 0) + 1;
  }

  /** Unknown recipients beyond the accepted ones. */
  excess(now: number): number {
    this.slideTo(now);
    return sum(this.unknown) - sum(this.accepted);
  }

  private slideTo(now: number): void {
    const slot = Math.floor(now / SLOT_MS);
    for (let passed = Math.max(this.slot + 1, slot - SLOTS + 1); passed <= slot; passed += 1) {
      this.unknown[passed % SLOTS] = 0;
      this.accepted[passed % SLOTS] = 0;
    }
    this.slot = Math.max(slot, this.slot);
  }
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
