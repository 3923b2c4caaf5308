import { DOMAIN } from '../phrases/domain.phrases';
import { RECIPIENT } from '../phrases/recipient.phrases';
import { codeSpeaks } from './code-speaks';
import { isMicrosoft, isPermanent, isTemporary } from '../reply-facts';
import { codeIs, not, rule, says, subjectIs, subjectLike, weaker, type ReplyRule } from '../reply-rule';

const low = (base: ReplyRule): ReplyRule => weaker('low', base);
const medium = (base: ReplyRule): ReplyRule => weaker('medium', base);

/** No word helped: what the enhanced code means where it is used at RCPT (RFC 3463, 5248, 7372, 7505 and practice). */
const ENHANCED_CODE_RULES: readonly ReplyRule[] = [
  medium(rule('mailbox_not_found', null, subjectIs('1.1'), codeSpeaks)),
  medium(rule('domain_not_accepted', null, subjectIs('1.2', '4.4'), codeSpeaks)),
  medium(rule('mailbox_not_found', 'syntax', subjectIs('1.3'), codeSpeaks)),
  medium(rule('mailbox_moved', null, isPermanent, subjectIs('1.6'), codeSpeaks)),
  // Microsoft uses the null-MX code for "recipient not found"; from anybody else 556 came before this.
  medium(rule('mailbox_not_found', null, codeIs(550), subjectIs('1.10'), codeSpeaks)),
  // Blocks and rates have this code as well: only with a noun for the mailbox, or in the registered words.
  medium(
    rule(
      'mailbox_disabled',
      null,
      isPermanent,
      subjectIs('2.1'),
      codeSpeaks,
      says(RECIPIENT.subject, RECIPIENT.named, RECIPIENT.offAlone),
    ),
  ),
  medium(rule('recipient_throttled', null, isTemporary, subjectIs('2.1'))),
  rule('mailbox_full', null, subjectIs('2.2'), codeSpeaks),
  medium(rule('greylisted', null, isTemporary, subjectIs('2.0'))),
  rule('temp_failure', null, subjectIs('3.2')),
  low(rule('temp_failure', null, subjectIs('4.1', '4.2', '4.3', '4.5', '4.7'))),
  rule('mailbox_disabled', null, subjectIs('7.13'), codeSpeaks),
  rule('sender_blocked', 'spf', subjectIs('7.9', '7.20', '7.21', '7.22', '7.23', '7.24', '7.26', '7.27', '7.30')),
  medium(rule('recipient_restricted', 'policy', isMicrosoft, subjectIs('7.504', '7.505'))),
  rule('sender_blocked', 'blocklist', isPermanent, subjectLike(/^7\.[567]\d\d$/)),
  low(rule('throttled', null, codeIs(421), subjectLike(/^7\./))),
  low(rule('greylisted', null, isTemporary, subjectIs('7.0', '7.1'))),
  medium(rule('sender_blocked', 'policy', isPermanent, subjectLike(/^7\./))),
  medium(rule('protocol_error', null, isPermanent, subjectIs('5.0', '5.1', '5.2', '5.4'))),
];

/** Neither words nor enhanced code helped. A bare 550 never says that a mailbox is missing. */
const BASIC_CODE_RULES: readonly ReplyRule[] = [
  medium(rule('protocol_error', null, codeIs(455, 555, 500, 501, 502, 503, 504, 523, 524))),
  medium(rule('mailbox_not_found', null, codeIs(510, 511, 513), codeSpeaks)),
  medium(rule('sender_blocked', 'policy', codeIs(521))),
  rule('mailbox_disabled', null, codeIs(525), codeSpeaks),
  low(rule('recipient_restricted', 'policy', codeIs(541))),
  medium(rule('mailbox_not_found', null, codeIs(551), codeSpeaks)),
  medium(
    rule(
      'mailbox_full',
      null,
      codeIs(552),
      codeSpeaks,
      not((facts) => DOMAIN.messageSize.test(facts.words)),
    ),
  ),
  rule('temp_failure', null, isTemporary),
  low(rule('unclassified', null)),
];

export const CODE_RULES: readonly ReplyRule[] = [...ENHANCED_CODE_RULES, ...BASIC_CODE_RULES];
