import type { SlotLimits, SlotWish } from './session-slots';
import type { Turns } from './turns';

/** No asker gets the last slot while he has this share of all of them and others wait; counted among his urgent ones for an urgent wish. */
const LARGEST_SHARE = 0.5;
/** The same for one host; two are always allowed. */
const LARGEST_SHARE_OF_HOST = 0.1;
const LEAST_OF_HOST = 2;

/** The wish to be granted next, out of those in the order of arrival; undefined when there is no room for any. */
export function nextWish<Wish extends SlotWish>(
  waiting: Iterable<Wish>,
  held: readonly SlotWish[],
  limits: SlotLimits,
  turns: Turns,
): Wish | undefined {
  const free = limits.maxSessions - held.length;
  if (free <= 0) return undefined;
  const ofHost = countBy(held, ({ key }) => key);
  const ofAsker = countBy(held, ({ asker }) => asker);
  const ofAskerUrgent = countBy(held, ({ asker, isUrgent }) => (isUrgent ? asker : undefined));
  const hasTooMany = ({ key, asker, isUrgent }: SlotWish): boolean =>
    (ofHost.get(key) ?? 0) >= largestOfHost(limits) ||
    ((isUrgent ? ofAskerUrgent : ofAsker).get(asker) ?? 0) >= largestOfAsker(limits);
  let best: Wish | undefined;
  for (const wish of waiting) {
    if ((ofHost.get(wish.key) ?? 0) >= limits.sessionsPerHost) continue;
    if (!best || goesBefore(wish, best)) best = wish;
  }
  return best;

  function goesBefore(one: Wish, other: Wish): boolean {
    const tooMany = free === 1 ? Number(hasTooMany(one)) - Number(hasTooMany(other)) : 0;
    if (tooMany !== 0) return tooMany < 0;
    if (one.isUrgent !== other.isUrgent) return one.isUrgent;
    return turns.compare(one, other) < 0;
  }
}

/** So many slots no asker passes while others wait. */
export const largestOfAsker = ({ maxSessions }: SlotLimits): number => Math.ceil(maxSessions * LARGEST_SHARE);

/** So many slots no host passes while others wait. */
export const largestOfHost = ({ maxSessions }: SlotLimits): number =>
  Math.max(LEAST_OF_HOST, Math.floor(maxSessions * LARGEST_SHARE_OF_HOST));

function countBy(held: readonly SlotWish[], nameOf: (wish: SlotWish) => string | undefined): Map<string, number> {
  const counts = new Map<string, number>();
  for (const wish of held) {
    const name = nameOf(wish);
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
