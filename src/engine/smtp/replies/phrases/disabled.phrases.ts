import { listed } from './listed-phrases';
import { phrases } from './phrases';

/** The mailbox is off: closed, suspended, not used any more. */
export const DISABLED = {
  /** Words that say "off", if the reply also speaks of a mailbox (`subject`) and not of a service (`notAMailbox`). */
  off: phrases(
    'disabled',
    'inactive',
    'suspended',
    'deactivated',
    'terminated',
    '(not|n.t|never) (yet )?(been )?(active|activated|enabled)\\b',
    '(?<!not found or )inactivated',
    'frozen',
    'archived',
    'discontinued',
    'expired',
    'locked\\b',
    'closed\\b',
    'isblocked\\b',
    // Not an address or a recipient: those are blocked for the client.
    '(user|account|(mail|in).?box)( has been| was| is| currently| status is){0,2} blocked\\b(?! (by|for|from|using|you|your|due|because|to|see|-|\\())',
    'no longer (active|in use|accept)',
  ),
  /** Of those the ones that are said of a mailbox only. */
  offAlone: phrases('(disabled|inactive|suspended|deactivated|frozen|archived)\\b'),
  notAMailbox: phrases(
    '(command|service|session|connection|relay(ing)?|vrfy|expn|auth\\S{0,20}|tls|domain|list|system|server)( is| are| was| has been)? (disabled|inactive|suspended|terminated|closed|expired|locked|blocked)',
    'your (ip|host|server|account|access|address)\\b',
    'sender',
  ),
  disabled: phrases(
    'not configured to receive',
    'no (recipient |user |mail.?box |account )activity',
    '(due to|for|because of|to) (\\S{1,20} )?inactivity',
    'noactivity',
    'no longer accepts? (mail|messages|e.?mail)',
    'ract \\S',
    'p=disableduser',
    'no longer (works|employed|with (us|the company)|an? (employee|member|customer|subscriber))',
    'recipient suspend',
    'distribution list (is )?not active',
    'has left (the company|us)\\b',
  ),
  temporarilyLocked: phrases('temporar(y|ily) (locked|disabled|suspended)'),
  refusedByItsHost: phrases('bad(rcpt|recipient)to', 'policy rejection on the target address'),
  disabledInLists: listed('disabled'),
};
