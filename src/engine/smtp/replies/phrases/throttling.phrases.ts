import { listed } from './listed-phrases';

/** Phrases about rates: the recipient's, one transaction's, the client's. */
export const THROTTLING = {
  separateTransaction: listed('throttled.separate-transaction'),
  recipient: listed('throttled.recipient'),
  connections: listed('throttled.connections'),
  errors: listed('throttled.errors'),
  /** A count of unknown recipients: it is the client's, whatever they are called. */
  harvest: listed('throttled.harvest'),
  /** Codes that are documented as a limit of connections, whatever words stand before them (Charter, Spectrum). */
  connectionCodes: listed('throttled.connection-codes'),
  recipients: listed('throttled.recipients'),
  reputation: listed('throttled.reputation'),
  rate: listed('throttled.rate'),
  greylist: listed('throttled.greylist'),
  /** All that was said, or nearly: rspamd, hMailServer. Behind words of a fault it is no greylisting. */
  laterAlone:
    /^(?:[45\d.: -]{0,20}|\S{0,80} )?(sorry,? ?)?(please )?(try|retry|come back) (again )?(later|in a while|in \S{1,10} (seconds|minutes))[\s.!)]{0,4}$/u,
  /** Postfix postscreen after its tests of a new client, with 450; so others, under their own names. */
  postscreen: listed('throttled.postscreen'),
  wait: listed('throttled.wait'),
  verifyInProgress: listed('throttled.verify-in-progress'),
  /** The host could not find out; says nothing about the mailbox. */
  verifyFailed: listed('throttled.verify-failed'),
  inLists: listed('throttled'),
};
