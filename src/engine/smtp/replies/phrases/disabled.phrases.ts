import { listed } from './listed-phrases';

/** The mailbox is off: closed, suspended, not used any more. */
export const DISABLED = {
  /** Words that say "off", if the reply also speaks of a mailbox (`subject`) and not of a service (`notAMailbox`). */
  off: listed('disabled.off'),
  /** Of those the ones that are said of a mailbox only. */
  offAlone: listed('disabled.of-the-address'),
  notAMailbox: listed('disabled.not-a-mailbox'),
  disabled: listed('disabled'),
  temporarilyLocked: listed('disabled.for-now'),
  refusedByItsHost: listed('disabled.by-its-host'),
};
