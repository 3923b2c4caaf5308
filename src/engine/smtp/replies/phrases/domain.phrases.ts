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
  tenant: phrases('no mail.enabled subscriptions', 'account inbounds? (is |are )?disabled'),
  /** Of a domain that the host serves, or served. */
  notHosted: phrases(
    'no such domain (here|at this|on this)',
    'rejected: no-domain\\b',
    '(?<!or )domain (\\S{1,255} )?(is |has been )?(no longer available|not hosted|suspended|disabled|expired|closed|inactive|not active)',
    'not a (hosted|local) domain',
  ),
  /** Said of the sender's domain and of EHLO names as well. */
  unknown: phrases(
    'no such domain',
    '(unknown|invalid) (mail )?domain',
    'domain( name)? (is )?(unknown|not found|invalid)',
    'domain (does not|doesn.t) exist',
    'host unknown',
    'domain mentioned in e?.?mail address',
  ),
  /** The domain is said to be the recipient's. */
  ofRecipient: phrases(
    '(recipient|destination|target|rcpt)(.s)? (e?mail )?(domain|host)',
    '(domain|host) of (the )?recipient',
    'recipient (address )?rejected',
    'domain mentioned in',
  ),
  serverStorage: phrases(
    'insufficient (system )?(storage|resources|disk)',
    '(?<!(its|mail.?box|user.s|his|their) )disk space(?! (quota|limit))',
    'no space left',
    'system storage',
    'disk full',
  ),
  messageSize: phrases('message (size|length)', 'message (is )?too (big|large|long)', 'size limit for messages'),
  /** A fault of the host's own, whatever the code. */
  ownFault: phrases(
    '(system|server|internal|local|software|database|db|ldap|directory|lookup|config\\S{0,10}) (server |config\\S{0,10} |lookup )?(error|fault|failure|problem)',
    // OpenSMTPD, of a name whose aliases lead to nobody: it may be a fault in the table as well as a missing name.
    'list expansion (problem|error|failure)',
    '(temporary|internal|unexpected) (\\S{1,30} )?(error|failure|fault|problem)',
  ),
  /** The session came to its end. */
  sessionEnded: phrases(
    '(connection|session) (has )?(expired|timed.?out|time.?out|lost|aborted|idle)',
    '(idle|command|session) time.?out',
  ),
  /** The client spoke out of turn, by the host. */
  outOfStep: phrases(
    '(smtp )?synchroni[sz]ation (error|lost)',
    'smtp protocol (synchroni[sz]ation|violation|error)',
    'improper (use of )?(smtp )?(command )?pipelining',
    'talk(ed|s)? too (soon|early)',
    'bad (command )?sequence',
  ),
  loop: phrases('too many hops', 'mail loop', 'routing loop', 'loops? back to'),
};
