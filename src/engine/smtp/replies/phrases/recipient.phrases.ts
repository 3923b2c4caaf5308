import { DISABLED } from './disabled.phrases';
import { FULL } from './full.phrases';
import { listed } from './listed-phrases';
import { MAILBOX } from './mailbox-noun';
import { NOT_FOUND } from './not-found.phrases';
import { phrases } from './phrases';

/** Phrases about the mailbox that was asked for. */
export const RECIPIENT = {
  ...FULL,
  ...DISABLED,
  ...NOT_FOUND,

  /** The host quotes another host's answer about the recipient. */
  quoted: phrases('undeliverable address:', 'callout verification failed'),
  acceptedUnverified: phrases(
    '(will|to) be verified',
    '(cannot|can.t|could not) (verify|vrfy)',
    'not verified',
    '(will )?attempt(ing)? (to )?deliver',
  ),
  knownToExist: phrases('resolver\\.rst\\.', 'authrequired', 'sendernotauthenticated'),

  /** Nouns for the recipient only. */
  named: phrases('(recipient|addressee|user|(mail|in).?box|mail.?drop|target address|destination address|rcpt)'),
  namedInLists: listed('recipient'),
  subject: phrases(MAILBOX, 'inbox'),

  syntax: phrases(
    'bad (recipient |destination |mailbox )?address syntax',
    'bad recipient syntax',
    'not a valid rfc',
    '(invalid|illegal) (recipient |mailbox )?address syntax',
    'single label domains?',
    'malformed (recipient )?address',
  ),
  accessDenied: phrases('access denied'),
  restrictedButExists: phrases(
    'recipient preferences',
    'only (accepts|receives) (mail|messages|e.?mail) from',
    'to this (user|mail.?box|recipient|address) only',
    '(only|just) (be )?(permitted |allowed |accepted )?(in|from|within|inside) (the |this |its )?(same|own|local) (domain|organi[sz]ation|company|network)',
    'from known senders',
  ),
  restricted: phrases(
    'gcdp\\b',
    'closed (system|list)',
    'rejected by destination domain',
    'delivery restricted',
    'restricted by policy',
    'recipient denied',
    // Alone it says nothing.
    'recipient rejected\\b(?![\\s.!;:-]{0,4}$)',
    '(recipient|user|addressee) (does not|doesn.t) (want|wish|accept)',
    'rejected by (the |this |its )?(recipients?|user|addressee)\\b',
    'block.rcpt\\b',
    '(recipient|user|addressee|mail.?box|account) (is )?(refused|not allowed|denied|refuses)',
    'not (allowed|authori[sz]ed|permitted) to send (mail |e.?mail |messages )?to',
    '(mail.?box|recipient|address|list|group) (is )?restricted',
  ),
  rejectedAlone: phrases('recipient rejected[\\s.!;:-]{0,4}$'),
  moved: phrases('moved\\b', 'please (try|forward)', 'new address', 'try\\b'),

  /** A temporary refusal, whatever the code. */
  later: phrases('(try|retry|come|send)( back| again)? (later|in|after)\\b', 'again later', 'tempora', 'momentar'),
  laterInLists: listed('later'),
};
