import { CLIENT_REFUSAL } from '../phrases/client-refusal.phrases';
import { RECIPIENT } from '../phrases/recipient.phrases';
import { THROTTLING } from '../phrases/throttling.phrases';
import { isAboutRecipient } from '../reply-facts';
import {
  any,
  codeIs,
  not,
  rule,
  says,
  stageIs,
  subjectIs,
  weaker,
  type Condition,
  type ReplyRule,
} from '../reply-rule';

/** The host quotes a reply about the recipient: senders and hosts in it are not this client's. */
export const quotesAboutRecipient: Condition = (facts) =>
  isAboutRecipient(facts) &&
  facts.code >= 400 &&
  RECIPIENT.quoted.test(facts.words) &&
  !CLIENT_REFUSAL.senderAddress.test(facts.words);

/**
 * Before the rules about the recipient: `Sender address rejected: User unknown` and `550-No Such User Here / 550 Sender verify
 * failed` are about the sender.
 */
export const CLIENT_REFUSAL_RULES: readonly ReplyRule[] = [
  // Exchange: the group exists and takes mail from its own people only.
  rule('recipient_restricted', 'exists', isAboutRecipient, says(RECIPIENT.knownToExist), not(says(/notfound/))),
  rule('throttled', 'connections', says(THROTTLING.connectionCodes)),
  rule('sender_blocked', 'null_sender', says(CLIENT_REFUSAL.nullSender)),
  rule('sender_blocked', 'spf', says(CLIENT_REFUSAL.spf)),
  rule('sender_blocked', 'sender_address', any(says(CLIENT_REFUSAL.senderAddress), subjectIs('1.7', '1.8'))),
  rule('sender_blocked', 'helo', says(CLIENT_REFUSAL.helo)),
  rule('sender_blocked', 'tls', says(CLIENT_REFUSAL.tls)),
  rule('relay_denied', null, isAboutRecipient, any(says(CLIENT_REFUSAL.relay), subjectIs('7.64', '7.54'))),
  rule('sender_blocked', 'auth', any(says(CLIENT_REFUSAL.authentication), codeIs(530, 534, 535))),
  rule('sender_blocked', 'ptr', any(says(CLIENT_REFUSAL.reverseDns), subjectIs('7.25'))),
  rule('ehlo_unsupported', null, stageIs('ehlo'), codeIs(500, 502)),
];

export const REPUTATION_RULES: readonly ReplyRule[] = [
  rule('sender_blocked', 'blocklist', says(CLIENT_REFUSAL.blocklist)),
];

export const POLICY_RULES: readonly ReplyRule[] = [
  weaker('medium', rule('sender_blocked', 'policy', says(CLIENT_REFUSAL.policy))),
];

/** The host behind refused the host in front: that says nothing about the mailbox either. */
export const QUOTED_RULES: readonly ReplyRule[] = [
  weaker(
    'low',
    rule(
      'recipient_restricted',
      'relayed',
      says(
        CLIENT_REFUSAL.blocklist,
        CLIENT_REFUSAL.policy,
        CLIENT_REFUSAL.reverseDns,
        CLIENT_REFUSAL.spf,
        CLIENT_REFUSAL.relay,
        CLIENT_REFUSAL.tls,
      ),
    ),
  ),
];
