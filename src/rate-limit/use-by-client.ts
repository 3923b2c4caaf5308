import { clientKey, clientSiteKey } from '../common/client-key';
import type { RateLimiter, RateLimitState } from './rate-limiter';

/** What a whole IPv6 /48 may use, as a multiple of one of its 65,536 /64: a carrier's holds many customers. */
const SITE_FACTOR = 10;

/**
 * Counts one use by a client: under its own key and, for IPv6, under its /48 as well. Returns the count that is exceeded,
 * else that of the client.
 * @param what names the budget, such as `sign-in`
 * @param siteFactor how much more a whole /48 may use
 * @param address as Express's `request.ip` gives it
 */
export async function useByClient(
  limiter: RateLimiter,
  what: string,
  address: string | undefined,
  limit: number,
  windowSeconds?: number,
  siteFactor = SITE_FACTOR,
): Promise<RateLimitState> {
  const own = await limiter.use(`${what} from ${clientKey(address)}`, limit, windowSeconds);
  const site = clientSiteKey(address);
  if (own.isExceeded || site === null) return own;
  const wide = await limiter.use(`${what} from ${site}`, limit * siteFactor, windowSeconds);
  return wide.isExceeded ? wide : own;
}
