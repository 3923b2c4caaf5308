import { GuardedFetch, type GuardedFetchOptions } from '../../common/guarded-fetch';
import { keptConnections } from '../../common/kept-connections';
import type { AppConfig } from '../../config/app-config';
import { Destinations } from './destinations';
import { resolveHost } from './resolve-host';

/** Standard Webhooks: 15 to 30 s. */
const WITHIN_MS = 15_000;
/** Of an answer's body only the beginning is kept. */
const MOST_BYTES = 1024;

type Settings = Pick<AppConfig, 'WEBHOOK_ALLOW_CIDRS' | 'WEBHOOK_ALLOW_HTTP' | 'DNS_SERVERS'>;

/** The client that posts webhooks. @param options only for tests */
export function webhookFetch(
  settings: Settings,
  options: Partial<Pick<GuardedFetchOptions, 'withinMs' | 'ca'>> = {},
): GuardedFetch {
  const destinations = new Destinations(settings);
  return new GuardedFetch({
    withinMs: WITHIN_MS,
    maxBytes: MOST_BYTES,
    allowHttp: destinations.allowHttp,
    permits: (address, port) => destinations.permits(address, port),
    lookup: resolveHost(settings),
    kept: keptConnections(),
    ...options,
  });
}
