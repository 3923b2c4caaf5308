import { phrases } from '../phrases';

/** The sender: the reverse-path of MAIL FROM (RFC 5321 3.3), and what a message's header names. */
export const SENDER = {
  mention: phrases(
    'senders?\\b',
    'sender.?(id|address|domain|verif)',
    '(from|reply.?to|envelope) (address(es)?|domains?|headers?|fields?|lines?|senders?|name)\\b',
    'from: ',
    '(mail|envelope|header|rfc5322|rfc822|p[12]).?from\\b',
    '(return|reverse).?path',
    'return (address|addr)',
    'returned mail',
    'originat(or|ing|ed|es|ion)\\b',
    'submitt(er|ed by)\\b',
    'null (address|reverse|path)',
    '(spf|dkim|dmarc|arc|dane)\\b',
    'alias using',
    'responsible address',
    'purported',
    'reply.?to\\b(?! (rcpt|end|mail|data|ehlo|helo|the|this|your))',
    'errors.to\\b',
    // Said of the sender's domain without naming it.
    'invalid domain,? (see|please)',
  ),
  /** For `words`, which hold no domain of the recipient's: the missing domain is another one. */
  otherDomain: phrases(
    '(domain|host)( name)? [^\\s.]{1,63}\\.\\S{1,200} (is )?(unknown|not found|invalid|does not exist|doesn.t exist|not exist)',
    '(domain|host)( name)? (is )?(unknown|not found|invalid|does not exist|doesn.t exist|not exist):? [^\\s.]{1,63}\\.\\S',
    '(no such|unknown|invalid) (mail )?(domain|host)( name)?:? [^\\s.]{1,63}\\.\\S',
    '[^\\s.]{1,63}\\.\\S{1,200} (is )?(not a valid|an? (invalid|unknown)) (mail )?(domain|host)',
  ),
} as const;
