import type { AppConfig } from '../../config/app-config';
import { isUnnamed, type AddressState, type BouncedMessage } from './fold-events';
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
/** Bounces that are no further apart than this may be of one mail: with names of it, and without. */
const [NAMED_APART_MS, UNNAMED_APART_MS] = [DAY_MS / 24, 2 * DAY_MS];
/** A second mail confirms a doubtful hard bounce. */
const WEAK_MAILS = 2;
/** So many mails in `SOFT_WITHIN_DAYS` make soft bounces worth a remark. */
const SOFT_MAILS = 3;
/** Soft bounces of this time count together. */
const SOFT_WITHIN_DAYS = 30;

/**
 * What a state says at this moment. A delivery clears the bounces and the suppression before it, never a complaint; a bounce
 * at the same instant wins. Pure.
 */
export function knownAt(state: AddressState, now: number, ages: Ages): Known | null {
  const { strongAt, complaintAt, suppressedAt, deliveredAt = -Infinity } = state;
  const counting = (at: number | undefined, days: number): number | null =>
    at !== undefined && at >= deliveredAt && now - at < days * DAY_MS ? at : null;
  const hard = counting(strongAt, ages.FEEDBACK_HARD_DAYS);
  if (hard !== null) return { kind: 'hard_bounce', since: hard };
  const weak = (state.weak ?? []).filter(({ at }) => counting(at, ages.FEEDBACK_WEAK_DAYS) !== null);
  const [newestWeak] = weak;
  if (newestWeak !== undefined && mailsOf(weak) >= WEAK_MAILS) return { kind: 'hard_bounce', since: newestWeak.at };
  if (complaintAt !== undefined) return { kind: 'complaint', since: complaintAt };
  if (newestWeak !== undefined) return { kind: 'weak_hard_bounce', since: newestWeak.at };
  const suppressed = counting(suppressedAt, ages.FEEDBACK_HARD_DAYS);
  if (suppressed !== null) return { kind: 'suppressed', since: suppressed };
  const soft = (state.soft ?? []).filter(({ at }) => at >= deliveredAt);
  const [newestSoft] = soft;
  if (newestSoft !== undefined && counting(newestSoft.at, ages.FEEDBACK_SOFT_DAYS) !== null) {
    const together = soft.filter(({ at }) => newestSoft.at - at < SOFT_WITHIN_DAYS * DAY_MS);
    if (mailsOf(together) >= SOFT_MAILS) return { kind: 'soft_bounces', since: newestSoft.at };
  }
  const lastBounceAt = Math.max(strongAt ?? -Infinity, state.weak?.[0]?.at ?? -Infinity, newestSoft?.at ?? -Infinity);
  const isFresh = now - deliveredAt < ages.FEEDBACK_DELIVERED_DAYS * DAY_MS;
  return isFresh && lastBounceAt < deliveredAt ? { kind: 'delivered', since: deliveredAt } : null;
}

/**
 * Of how many mails these bounces are for certain, newest first. A provider and a bounce message may tell of one mail by names of
 * their own; one that was told without a name, and by its day alone, may be of any mail of the days around it.
 */
function mailsOf(bounces: readonly BouncedMessage[]): number {
  const counted: BouncedMessage[] = [];
  const count = (bounce: BouncedMessage, apartMs: number): void => {
    if (counted.every(({ at }) => Math.abs(at - bounce.at) >= apartMs)) counted.push(bounce);
  };
  for (const bounce of bounces) if (!isUnnamed(bounce)) count(bounce, NAMED_APART_MS);
  for (const bounce of bounces) if (isUnnamed(bounce)) count(bounce, UNNAMED_APART_MS);
  return counted.length;
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
