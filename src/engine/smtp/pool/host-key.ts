import { keyOfHost } from '../providers';

/**
 * The destination of a host: a provider, else one host name. Not a whole registrable domain:
 * at a hoster these are machines of different customers, and one that is silent must not hold up the others.
 */
export const hostKey = (mxHost: string): string => keyOfHost(mxHost);

/** Whose sessions are counted together: a provider's, else those with one address, whatever names lead there. */
export const slotKey = (mxHost: string, address: string): string => {
  const key = keyOfHost(mxHost);
  return key === mxHost.toLowerCase() ? address : key;
};
