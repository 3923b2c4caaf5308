import { DOMAIN } from '../phrases/domain.phrases';
import { RECIPIENT } from '../phrases/recipient.phrases';
import { THROTTLING } from '../phrases/throttling.phrases';
import { codeSpeaks } from './code-speaks';
import { isMicrosoft, isPermanent, isTemporary } from '../reply-facts';
import {
  any,
  codeIs,
  not,
  rule,
  says,
  subjectIs,
  subjectLike,
  weaker,
  type Condition,
  type ReplyRule,
} from '../reply-rule';

const isPolicyCode = subjectLike(/^7\./);

/** `<joe@example.com>: unknown`, `joe@example.com is suspended`: the address, and no other word. */
const saysOfTheAddressAlone =
  (pattern: RegExp): Condition =>
  (facts) =>
    facts.namesRecipientsAddress && pattern.test(facts.words) && codeSpeaks(facts) && !isPolicyCode(facts);

/** RFC 5321's stock text stands in front of every reason at some hosts: it counts where no other reason is given. */
const saysNothingButStock: Condition = (facts) => RECIPIENT.stockUnavailable.test(facts.prose) && codeSpeaks(facts);

/**
 * Words about the recipient. Full and disabled come before not found, since one reply often holds both (`Recipient address
 * rejected: Recipient mailbox quota exceeded`); words of not found come before a 5.7.x code (`550 5.7.1 No such user!`).
 */
export const RECIPIENT_RULES: readonly ReplyRule[] = [
  rule('verify_in_progress', null, isTemporary, says(THROTTLING.verifyInProgress)),
  rule('temp_failure', null, isTemporary, says(THROTTLING.verifyFailed)),
  rule('greylisted', null, isTemporary, says(THROTTLING.greylist, THROTTLING.laterAlone, THROTTLING.wait)),
  rule('greylisted', null, codeIs(450), says(THROTTLING.postscreen)),
  rule('temp_failure', null, isTemporary, says(DOMAIN.sessionEnded)),
  weaker('medium', rule('temp_failure', null, says(DOMAIN.ownFault))),
  rule('protocol_error', null, any(says(DOMAIN.messageSize), subjectIs('2.3', '3.4'))),

  rule('mailbox_full', 'abandoned', says(RECIPIENT.abandoned)),
  rule('mailbox_full', null, says(RECIPIENT.full)),
  rule('mailbox_full', null, says(RECIPIENT.quota), any(says(RECIPIENT.subject), codeIs(452, 552), subjectIs('2.2'))),
  weaker('low', rule('unclassified', null, isPermanent, says(RECIPIENT.quota))),

  weaker('medium', rule('mailbox_disabled', 'temporary', says(RECIPIENT.temporarilyLocked), says(RECIPIENT.subject))),
  weaker('medium', rule('mailbox_disabled', 'policy', says(RECIPIENT.refusedByItsHost))),
  // Hanmail's mark of a block beside the client's address: whose it is, is open.
  weaker('low', rule('mailbox_disabled', null, says(/rblk\b/), says(RECIPIENT.off))),
  rule('mailbox_disabled', null, says(RECIPIENT.disabled)),
  rule('mailbox_disabled', null, says(RECIPIENT.off), says(RECIPIENT.subject), not(says(RECIPIENT.notAMailbox))),

  rule('mailbox_not_found', 'syntax', says(RECIPIENT.syntax)),
  rule('mailbox_not_found', null, isMicrosoft, subjectIs('4.1'), says(RECIPIENT.accessDenied)),
  // Without the directory code of Microsoft it may be an access map as well as a directory.
  weaker('low', rule('recipient_restricted', 'ambiguous', says(RECIPIENT.accessDenied))),
  weaker('medium', rule('recipient_restricted', 'exists', says(RECIPIENT.restrictedButExists))),
  weaker(
    'medium',
    rule('recipient_restricted', 'policy', any(says(RECIPIENT.restricted), subjectLike(/^7\.1[23]\d$/))),
  ),

  rule('mailbox_moved', null, codeIs(551), (facts) => facts.namesAnAddress),
  rule('mailbox_moved', null, codeIs(551), says(RECIPIENT.moved)),
  rule('mailbox_not_found', 'relayed', says(RECIPIENT.quoted)),
  rule('mailbox_not_found', 'removed', says(RECIPIENT.removed)),
  rule('mailbox_not_found', null, says(RECIPIENT.notFound), not(says(RECIPIENT.notTheRecipient))),
  weaker('medium', rule('mailbox_disabled', null, saysOfTheAddressAlone(RECIPIENT.offAlone))),
  weaker('medium', rule('mailbox_not_found', null, saysOfTheAddressAlone(RECIPIENT.notThere))),
  // With a code for "disabled" it may as well be full or off.
  weaker('low', rule('mailbox_not_found', null, isPermanent, saysNothingButStock, subjectIs('2.1'))),
  weaker('medium', rule('mailbox_not_found', null, isPermanent, saysNothingButStock, not(isPolicyCode))),
  weaker('low', rule('mailbox_not_found', null, says(RECIPIENT.cannotVerify))),
  // A policy's code, and nothing about whose policy it is.
  weaker('low', rule('unclassified', null, isPermanent, isPolicyCode, says(RECIPIENT.rejectedAlone))),
  weaker('medium', rule('temp_failure', 'loop', any(says(DOMAIN.loop), subjectIs('4.6')))),
];
