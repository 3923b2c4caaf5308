import { listed } from './listed-phrases';

/** The mailbox is not there, or may not be. */
export const NOT_FOUND = {
  removed: listed('not-found.removed'),
  /** RFC 5321's stock text; some hosts also use it for policy, so it counts as 5xx only, and not with a 5.7.x code. */
  stockUnavailable: listed('not-found.stock'),
  /** By what the host could not find out: it says no more than that. */
  cannotVerify: listed('not-found.cannot-verify'),
  /** What was not found is a host or a sender. */
  notTheRecipient: listed('not-found.of-others'),
  notFound: listed('not-found'),
  /** Of the address itself, which the reply names in front: `<joe@example.com>: unknown`. */
  notThere: listed('not-found.of-the-address'),
};
