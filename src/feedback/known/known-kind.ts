import type { AppConfig } from '../../config/app-config';
import { withCertainty, type AddressState } from './fold-events';
import type { KnownGroup, KnownKind } from './kinds';

export { KNOWN_GROUPS, KNOWN_KINDS, type KnownGroup, type KnownKind } from './kinds';

const GROUPS: Record<KnownKind, KnownGroup | null> = {
  hard_bounce: 'bounced',
  complaint: 'complained',
  weak_hard_bounce: 'bounced',
  suppressed: 'suppressed',
  soft_bounces: null,
  delivered: 'delivered',
};

export const groupOf = (known: Pick<Known, 'kind'> | null): KnownGroup | null =>
  known === null ? null : GROUPS[known.kind];

/** What is known, and when the newest of what says so happened. */
export interface Known {
  kind: KnownKind;
  /** Milliseconds since the epoch. */
  since: number;
}

/** How long what happened counts, in days. */
export type Ages = Pick<
  AppConfig,
  'FEEDBACK_HARD_DAYS' | 'FEEDBACK_WEAK_DAYS' | 'FEEDBACK_SOFT_DAYS' | 'FEEDBACK_DELIVERED_DAYS'
>;

const DAY_MS = 86_400_000;
/** Soft bounces of this time count together. */
const SOFT_WITHIN_DAYS = 30;

/**
 * What a state says at this moment. A delivery clears the bounces and the suppression before it, never a complaint; a bounce
 * at the same instant wins. Pure.
 */
export function knownAt(state: AddressState, now: number, ages: Ages): Known | null {
  const { strongAt, complaintAt, suppressedAt, deliveredAt = -Infinity } = state;
  const { confirmedAt, repeatedAt } = withCertainty(state);
  const counting = (at: number | undefined, days: number): number | null =>
    at !== undefined && at >= deliveredAt && now - at < days * DAY_MS ? at : null;
  const hard = counting(strongAt, ages.FEEDBACK_HARD_DAYS);
  if (hard !== null) return { kind: 'hard_bounce', since: hard };
  const weakAt = state.weak?.[0]?.at;
  const weak = counting(weakAt, ages.FEEDBACK_WEAK_DAYS);
  const isConfirmed = counting(confirmedAt, ages.FEEDBACK_WEAK_DAYS) !== null;
  if (weak !== null && isConfirmed) return { kind: 'hard_bounce', since: weak };
  if (complaintAt !== undefined) return { kind: 'complaint', since: complaintAt };
  if (weak !== null) return { kind: 'weak_hard_bounce', since: weak };
  const suppressed = counting(suppressedAt, ages.FEEDBACK_HARD_DAYS);
  if (suppressed !== null) return { kind: 'suppressed', since: suppressed };
  const softAt = state.soft?.[0]?.at;
  const soft = counting(softAt, ages.FEEDBACK_SOFT_DAYS);
  const isRepeated = repeatedAt !== undefined && repeatedAt >= deliveredAt;
  if (soft !== null && isRepeated && soft - repeatedAt < SOFT_WITHIN_DAYS * DAY_MS)
    return { kind: 'soft_bounces', since: soft };
  const lastBounceAt = Math.max(...[strongAt, weakAt, softAt].map((at) => at ?? -Infinity));
  const isFresh = now - deliveredAt < ages.FEEDBACK_DELIVERED_DAYS * DAY_MS;
  return isFresh && lastBounceAt < deliveredAt ? { kind: 'delivered', since: deliveredAt } : null;
}

/** For how long a cleared address is remembered as such: providers tell old events again for some days. */
const CLEARED_DAYS = 30;
/** Complaints do not end. */
const NEVER = Number.MAX_SAFE_INTEGER;

/** From when on nothing of a state counts any more, in milliseconds since the epoch. Pure. */
export function expiryOf(state: AddressState, ages: Ages): number {
  if (state.complaintAt !== undefined) return NEVER;
  const ends: readonly [number | undefined, number][] = [
    [state.strongAt, ages.FEEDBACK_HARD_DAYS],
    [state.suppressedAt, ages.FEEDBACK_HARD_DAYS],
    [state.weak?.[0]?.at, ages.FEEDBACK_WEAK_DAYS],
    [state.soft?.[0]?.at, Math.max(ages.FEEDBACK_SOFT_DAYS, SOFT_WITHIN_DAYS)],
    [state.deliveredAt, ages.FEEDBACK_DELIVERED_DAYS],
    [state.clearedAt, CLEARED_DAYS],
  ];
  return ends.reduce((last, [at, days]) => (at === undefined ? last : Math.max(last, at + days * DAY_MS)), 0);
}
