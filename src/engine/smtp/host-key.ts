import { getDomain } from 'tldts';
import { providerOf } from './providers';

/** Who is paced together: a provider, else everything below one registrable domain, else one address. */
export const hostKey = (mxHost: string, address: string): string =>
  providerOf(mxHost)?.id ?? getDomain(mxHost, { allowPrivateDomains: true }) ?? address;
