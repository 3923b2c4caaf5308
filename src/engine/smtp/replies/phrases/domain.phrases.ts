import { phrases } from './phrases';

/** Phrases about the whole domain, and about the host's own state. */
export const DOMAIN = {
  nullMx: phrases('null.?mx'),
  /** Of the host or of all domains that it serves. With another word behind it, it is about the sender: `does not accept mail from`. */
  noMailHost: phrases(
    '(does not|doesn.t|do not|don.t) accept (any )?(e?mail|messages)( here| (for|at) \\S{1,80})?(?= ?([.,;!(]|$))',
  ),
  /** The host speaks of itself, and names neither a domain nor a sender. */
  localPolicy: phrases('we (do not|don.t) accept'),
  tenant: phrases('no mail.enabled subscriptions'),
  /** Of a domain that the host serves, or served. */
  notHosted: phrases(
    'no such domain (here|at this|on this)',
    'domain (\\S{1,255} )?(is |has been )?(no longer available|not hosted|suspended|disabled|expired)',
    'not a (hosted|local) domain',
  ),
  /** Said of the sender's domain and of EHLO names as well. */
  unknown: phrases(
    'no such domain',
    '(unknown|invalid) (mail )?domain',
    'domain( name)? (is )?(unknown|not found|invalid)',
    'domain (does not|doesn.t) exist',
    'host unknown',
  ),
  /** The domain is said to be the recipient's. */
  ofRecipient: phrases(
    '(recipient|destination|target|rcpt)(.s)? (e?mail )?(domain|host)',
    '(domain|host) of (the )?recipient',
    'recipient (address )?rejected',
  ),
  serverStorage: phrases(
    'insufficient (system )?(storage|resources|disk)',
    'disk space',
    'system storage',
    'disk full',
  ),
  messageSize: phrases('message (size|length)', 'message (is )?too (big|large|long)', 'size limit for messages'),
  loop: phrases('too many hops', 'mail loop', 'routing loop', 'loops? back to'),
};
