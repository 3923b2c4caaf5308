import { listed } from './listed-phrases';

/** Phrases about the whole domain, and about the host's own state. */
export const DOMAIN = {
  nullMx: listed('domain.null-mx'),
  /** Of the host or of all domains that it serves. With another word behind it, it is about the sender: `does not accept mail from`. */
  noMailHost: listed('domain.no-mail-host'),
  /** The host speaks of itself, and names neither a domain nor a sender. */
  localPolicy: listed('domain.local-policy'),
  tenant: listed('domain.tenant'),
  /** Of a domain that the host serves, or served. */
  notHosted: listed('domain.not-hosted'),
  /** Said of the sender's domain and of EHLO names as well. */
  unknown: listed('domain.unknown'),
  /** The domain is said to be the recipient's. */
  ofRecipient: listed('domain.of-recipient'),
  serverStorage: listed('domain.server-storage'),
  messageSize: listed('domain.message-size'),
  /** A fault of the host's own, whatever the code. */
  ownFault: listed('domain.own-fault'),
  /** The session came to its end. */
  sessionEnded: listed('domain.session-ended'),
  /** The client spoke out of turn, by the host. */
  outOfStep: listed('domain.out-of-step'),
  loop: listed('domain.loop'),
};
