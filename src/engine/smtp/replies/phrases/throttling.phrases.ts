import { listed } from './listed-phrases';
import { phrases } from './phrases';

const NONE = '(unknown|invalid|bad|wrong|non.?exist(ent|ing)|undeliverable|no such|rejected|failed)';
const NAMES = '(rcpts?|recipients?|users?|addresse?s?|(mail|in).?box(es)?|accounts?)';

/** Phrases about rates: the recipient's, one transaction's, the client's. */
export const THROTTLING = {
  separateTransaction: phrases(
    'separate transaction',
    'multiple (destination )?(domains|regions)',
    'one recipient (per|at a time)',
    'too many recipients \\(as\\d{1,12}\\)',
  ),
  recipient: phrases(
    'receiving (e?mail|messages) (too (quickly|fast)|at a rate)',
    'p=receivingrate',
    'receiving (e?mail|messages) at too high',
    '(recipient|addressee|mail.?box) has (exceeded|reached) (the |its |their )?(message|receiving) rate( limit)?',
    '(recipient|addressee|user|mail.?box) has (exceeded|reached) (the |its |their )?(limit|maximum) (for|of|on) (the )?(number of )?(e?mails?|messages?) (that |which )?(they|it) (can|may) receive( (per|an|each) (hour|day|minute))?',
  ),
  connections: phrases(
    'too many (concurrent |simultaneous |open |new )?(smtp |tls )?(connections|sessions)',
    '(maximum|max) number of (concurrent |simultaneous )?connections',
    'connection (frequency|rate)',
    '(max(imum)?|too many|limit of) (number of )?(e?mails?|messages?) (per|in (one|a|this)) (connection|session)',
    // Mimecast's host is busy with others.
    'account service is temporarily unavailable',
    'trop de connexions',
    'hl:icc',
    'слишком много соединений',
  ),
  errors: phrases(
    'too many (\\S{1,30} ){0,2}errors',
    'too many (bad|invalid|unknown|unrecognized) commands',
    '(because of|due to) previous errors',
    'retrying too (fast|often|soon|quickly)',
  ),
  /** A count of unknown recipients: it is the client's, whatever they are called. */
  harvest: phrases(
    `(too many|excessive|max(imum)?|repeated|multiple|(number|count|amount|rate|percentage|ratio|threshold|limit)s? (of|for|on)) (\\S{1,30} ){0,3}${NONE}\\b`,
    `(too many|excessive) (\\S{1,30} ){0,2}${NAMES}\\b( \\S{1,30})? ${NONE}\\b`,
    `${NONE} (${NAMES} ){1,2}(\\S{1,30} )?(limit|threshold|count|rate|quota|ratio)`,
    `${NAMES} ${NONE} (\\S{1,30} )?(limit|threshold|count|rate|quota|ratio)`,
    'excessive (rcpts?|recipients|users|addresses|mail.?boxes)\\b',
    '(trop (de |d.)|zu viele|demasiad[oa]s|tropp[ie]|muit[oa]s|te veel|zbyt wiele|za du[zż]o|слишком много|f[oö]r m[aå]nga|for mange|[cç]ok fazla|liian monta|p[rř][ií]li[sš] mnoho) (\\S{1,30} ){0,2}(rcpt|destin|empf[aä]nger|adres|benutzer|ontvanger|odbiorc|получател|адрес|mottag|modtag|al[iı]c[iı]|user|utili[sz]|utent|usu[aá]ri|gebruik|пользовател|неизвест|несуществ|несущ|unbekannt|ung[uü]ltig|inconnu|inv[aá]l|onbekend|ok[aä]nd|ukendt|bilinmeyen)',
    'directory harvest',
    'hl:rep\\b',
  ),
  /** Codes that are documented as a limit of connections, whatever words stand before them (Charter, Spectrum). */
  connectionCodes: phrases('aup#in.13[0-4]\\d'),
  recipients: phrases('too many recipients', 'rp:[dt]rc\\b', 'recipient limit'),
  reputation: phrases('unusual rate', 'temporarily deferred', 'unexpected volume'),
  rate: phrases(
    'rate.?limit',
    'frequency limited',
    'slow down',
    'too many[\\s.!)]{0,4}$',
    'try again slower',
    'server (is )?busy',
    // Not "user has too many messages on the server": that one is full.
    '(?<!(user|mail.?box|account|recipient|inbox) has )too many (recent )?messages',
    'mi:sfq',
  ),
  greylist: phrases(
    'gr[ea]y.?list',
    'come back (later|in)\\b',
    'internal resources are temporarily unavailable',
    'the service is currently unavailable',
    'service is currently unavailable\\. please try',
    'not yet authorized to deliver',
    'retry later',
    'dt:spm\\b',
  ),
  /** All that was said, or nearly: rspamd, hMailServer. Behind words of a fault it is no greylisting. */
  laterAlone:
    /^(?:[45\d.: -]{0,20}|\S{0,80} )?(sorry,? ?)?(please )?(try|retry|come back) (again )?(later|in a while|in \S{1,10} (seconds|minutes))[\s.!)]{0,4}$/u,
  /** Postfix postscreen after its tests of a new client, with 450; so others, under their own names. */
  postscreen: phrases('service (is )?currently unavailable'),
  wait: phrases('(please )?wait \\S{0,6} ?(s|sec|second|min|minute|hour)s?\\b'),
  verifyInProgress: phrases(
    '(address |recipient )?verification (is )?in progress',
    'being verified',
    'verifying (the )?(recipient|address)',
  ),
  /** The host could not find out; says nothing about the mailbox. */
  verifyFailed: phrases('unverified address', 'could not complete (recipient|sender) verify'),
  inLists: listed('throttled'),
};
