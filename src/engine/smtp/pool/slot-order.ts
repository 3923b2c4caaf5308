import type { SlotLimits, SlotRequest } from './session-slots';
import type { LeastRecentlyServed } from './least-recently-served';

/** No tenant gets the last slot while it has this share of all of them and others wait; counted among its urgent ones for an urgent request. */
const LARGEST_SHARE = 0.5;
/** The same for one host; two are always allowed. */
const LARGEST_SHARE_OF_HOST = 0.1;
const LEAST_OF_HOST = 2;

/** The request to be granted next, out of those in the order of arrival; undefined when there is no room for any. */
export function nextRequest<Request extends SlotRequest>(
  waiting: Iterable<Request>,
  held: readonly SlotRequest[],
  limits: SlotLimits,
  order: LeastRecentlyServed,
): Request | undefined {
  const free = limits.maxSessions - held.length;
  if (free <= 0) return undefined;
  const ofHost = countBy(held, ({ key }) => key);
  const ofNetwork = countBy(held, ({ network }) => network);
  const ofTenant = countBy(held, ({ tenant }) => tenant);
  const ofTenantUrgent = countBy(held, ({ tenant, isUrgent }) => (isUrgent ? tenant : undefined));
  const hasTooMany = ({ key, tenant, isUrgent }: SlotRequest): boolean =>
    (ofHost.get(key) ?? 0) >= largestOfHost(limits) ||
    ((isUrgent ? ofTenantUrgent : ofTenant).get(tenant) ?? 0) >= largestOfTenant(limits);
  let best: Request | undefined;
  for (const request of waiting) {
    if ((ofHost.get(request.key) ?? 0) >= limits.sessionsPerHost) continue;
    if ((ofNetwork.get(request.network) ?? 0) >= limits.sessionsPerNetwork) continue;
    if (!best || goesBefore(request, best)) best = request;
  }
  return best;

  function goesBefore(one: Request, other: Request): boolean {
    const tooMany = free === 1 ? Number(hasTooMany(one)) - Number(hasTooMany(other)) : 0;
    if (tooMany !== 0) return tooMany < 0;
    if (one.isUrgent !== other.isUrgent) return one.isUrgent;
    return order.compare(one, other) < 0;
  }
}

/** The most slots of one tenant while others wait. */
export const largestOfTenant = ({ maxSessions }: SlotLimits): number => Math.ceil(maxSessions * LARGEST_SHARE);

/** The most slots of one host while others wait. */
export const largestOfHost = ({ maxSessions }: SlotLimits): number =>
  Math.max(LEAST_OF_HOST, Math.floor(maxSessions * LARGEST_SHARE_OF_HOST));

function countBy(
  held: readonly SlotRequest[],
  nameOf: (request: SlotRequest) => string | undefined,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const request of held) {
    const name = nameOf(request);
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
