import { ABOUT_US } from '../cues/about-us.cues';
import { RECIPIENT } from '../cues/recipient.cues';
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

/** The host quotes an answer about the recipient: words about senders and hosts in it are not about us. */
export const quotesAboutRecipient: Condition = (facts) =>
  isAboutRecipient(facts) &&
  facts.code >= 400 &&
  RECIPIENT.quoted.test(facts.words) &&
  !ABOUT_US.senderAddress.test(facts.words);

/**
 * Who we are, before any word about the recipient: `Sender address rejected: User unknown` and `550-No Such User Here /
 * 550 Sender verify failed` are about our sender.
 */
export const ABOUT_US_RULES: readonly ReplyRule[] = [
  // Exchange: the group exists and takes mail from its own people only.
  rule('recipient_restricted', 'exists', isAboutRecipient, says(RECIPIENT.knownToExist), not(says(/notfound/))),
  rule('sender_blocked', 'null_sender', says(ABOUT_US.nullSender)),
  rule('sender_blocked', 'spf', says(ABOUT_US.spf)),
  rule('sender_blocked', 'sender_address', any(says(ABOUT_US.senderAddress), subjectIs('1.7', '1.8'))),
  rule('sender_blocked', 'helo', says(ABOUT_US.helo)),
  rule('sender_blocked', 'tls', says(ABOUT_US.tls)),
  rule('relay_denied', null, isAboutRecipient, any(says(ABOUT_US.relay), subjectIs('7.64', '7.54'))),
  rule('sender_blocked', 'auth', any(says(ABOUT_US.authentication), codeIs(530, 534, 535))),
  rule('sender_blocked', 'ptr', any(says(ABOUT_US.reverseDns), subjectIs('7.25'))),
  rule('ehlo_unsupported', null, stageIs('ehlo'), codeIs(500, 502)),
];

export const REPUTATION_RULES: readonly ReplyRule[] = [rule('sender_blocked', 'blocklist', says(ABOUT_US.blocklist))];

export const POLICY_RULES: readonly ReplyRule[] = [
  weaker('medium', rule('sender_blocked', 'policy', says(ABOUT_US.policy))),
];

/** The host behind refused the host in front: that says nothing about the mailbox either. */
export const QUOTED_RULES: readonly ReplyRule[] = [
  weaker(
    'low',
    rule(
      'recipient_restricted',
      'relayed',
      says(ABOUT_US.blocklist, ABOUT_US.policy, ABOUT_US.reverseDns, ABOUT_US.spf, ABOUT_US.relay, ABOUT_US.tls),
    ),
  ),
];
