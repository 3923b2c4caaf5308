import { listed } from '../listed-phrases';

/** The sender: the reverse-path of MAIL FROM (RFC 5321 3.3), and what a message's header names. */
export const SENDER = {
  mention: listed('sender.mention'),
  /** For `words`, which hold no domain of the recipient's: the missing domain is another one. */
  otherDomain: listed('sender.other-domain'),
} as const;
