import { cue } from './cue';

/** Phrases about the whole domain, and about the host's own state. */
export const DOMAIN = {
  nullMx: cue('null.?mx'),
  /** Of itself, or of all that it serves; with another word behind it, it is of whom it does not take mail from. */
  noMailHost: cue(
    '(does not|doesn.t|do not|don.t) accept (any )?(e?mail|messages)( here| (for|at) \\S{1,80})?(?= ?([.,;!(]|$))',
  ),
  /** The house that speaks for itself, and says neither of which domain nor from whom: a rule of the house. */
  houseRule: cue('we (do not|don.t) accept'),
  tenant: cue('no mail.enabled subscriptions'),
  /** What a host says of a domain that it serves, or served. */
  notHosted: cue(
    'no such domain (here|at this|on this)',
    'domain (\\S{1,255} )?(is |has been )?(no longer available|not hosted|suspended|disabled|expired)',
    'not a (hosted|local) domain',
  ),
  /** As often said of a sender's domain, or of the name that somebody greets with. */
  unknown: cue(
    'no such domain',
    '(unknown|invalid) (mail )?domain',
    'domain( name)? (is )?(unknown|not found|invalid)',
    'domain (does not|doesn.t) exist',
    'host unknown',
  ),
  /** Whose domain it is. */
  theirs: cue(
    '(recipient|destination|target|rcpt)(.s)? (e?mail )?(domain|host)',
    '(domain|host) of (the )?recipient',
    'recipient (address )?rejected',
  ),
  serverStorage: cue('insufficient (system )?(storage|resources|disk)', 'disk space', 'system storage', 'disk full'),
  messageSize: cue('message (size|length)', 'message (is )?too (big|large|long)', 'size limit for messages'),
  loop: cue('too many hops', 'mail loop', 'routing loop', 'loops? back to'),
};
