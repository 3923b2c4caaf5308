import { listed } from './listed-phrases';

/** The mailbox is full. */
export const FULL = {
  abandoned: listed('full.abandoned'),
  full: listed('full'),

  /** A quota: the mailbox's, if the reply also has `subject` or a code that means a mailbox. */
  quota: listed('full.quota'),
};
