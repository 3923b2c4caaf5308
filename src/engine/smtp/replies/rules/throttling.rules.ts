import { THROTTLING } from '../phrases/throttling.phrases';
import { isAboutRecipient, isMicrosoft, isTemporary } from '../reply-facts';
import { any, codeIs, not, rule, says, stageIs, subjectIs, subjectLike, type ReplyRule } from '../reply-rule';

/** Rates: of one transaction, of the recipient, then of the client. A 5xx can be a rate limit too. */
export const THROTTLING_RULES: readonly ReplyRule[] = [
  rule('smtputf8_required', null, stageIs('mail', 'rcpt'), any(subjectIs('6.7'), says(/must declare smtputf8/))),
  rule('separate_transaction', null, isAboutRecipient, says(THROTTLING.separateTransaction)),
  rule('separate_transaction', null, isAboutRecipient, codeIs(452), subjectIs('5.3'), isMicrosoft),
  rule('recipient_throttled', null, isAboutRecipient, says(THROTTLING.recipient)),
  rule('throttled', 'connections', says(THROTTLING.connections)),
  rule('throttled', 'errors', says(THROTTLING.errors)),
  rule('throttled', 'harvest', says(THROTTLING.harvest)),
  rule('throttled', 'recipients', says(THROTTLING.recipients)),
  rule('throttled', 'reputation', any(says(THROTTLING.reputation), subjectIs('7.28'))),
  // Microsoft: 4.7.500 to 4.7.899 are about the client's reputation.
  rule('throttled', 'reputation', isTemporary, subjectLike(/^7\.[5-8]\d\d$/)),
  rule('throttled', null, says(THROTTLING.rate, THROTTLING.inLists)),
  rule('throttled', 'recipients', subjectIs('5.3')),
  rule('throttled', null, codeIs(421), subjectLike(/^7\./), not(isAboutRecipient)),
];
