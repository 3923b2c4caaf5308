import type { SubStatus } from '../../../src/engine/verification';

interface Words {
  /** What was found. */
  why: string;
  /** What to do about it. */
  advice: string;
}

const WAIT = 'Check it again later. Until then, neither drop it nor count on it.';
const DROP = 'Remove it from your list, or ask its owner for another address.';

/** Why a status was given, and what to do: one entry for each sub-status that the engine has. */
export const SUB_STATUS_WORDS: Record<SubStatus, Words> = {
  disposable: {
    why: 'The domain hands out throw-away addresses that live for minutes or hours.',
    advice: 'Ask for a lasting address before you rely on this one.',
  },
  mailbox_quota_exceeded: {
    why: 'The mailbox exists, but it is full. Often nobody reads it any more.',
    advice: 'Send nothing for now, and check again in a week or two.',
  },
  known_complaint: {
    why: 'Somebody behind this address has reported mail as spam.',
    advice: 'Leave it out of mailings.',
  },
  failed_syntax_check: {
    why: 'It is not written like an e-mail address, so no server can take it.',
    advice: 'Look for a typing error.',
  },
  domain_not_found: {
    why: 'The domain behind the @ does not exist.',
    advice: 'Look for a typing error in the domain.',
  },
  no_mail_server: {
    why: 'The domain exists, but it names no server that takes mail.',
    advice: 'Look for a typing error in the domain.',
  },
  does_not_accept_mail: { why: 'The domain declares that it takes no mail at all.', advice: DROP },
  unroutable_ip_address: {
    why: 'The domain’s mail server has an address that can’t be reached from the internet.',
    advice: DROP,
  },
  mailbox_not_found: { why: 'The mail server says that there is no such mailbox.', advice: DROP },
  mailbox_disabled: { why: 'The mail server says that the mailbox was closed.', advice: DROP },
  mailbox_moved: { why: 'The mail server says that the owner has moved elsewhere.', advice: DROP },
  provider_rule_violation: {
    why: 'The provider does not hand out addresses of this form, so it can’t exist.',
    advice: 'Look for a typing error before the @.',
  },
  smtputf8_not_supported: {
    why: 'The address has characters beyond ASCII, and its mail server does not support them.',
    advice: DROP,
  },
  known_hard_bounce: { why: 'Mail to this address has come back as undeliverable before.', advice: DROP },
  dns_error: { why: 'The domain’s name servers gave a faulty answer.', advice: WAIT },
  dns_timeout: { why: 'The domain’s name servers did not answer in time.', advice: WAIT },
  failed_smtp_connection: { why: 'No connection to the domain’s mail servers could be made.', advice: WAIT },
  mail_server_did_not_respond: { why: 'The mail server took the connection, but did not answer.', advice: WAIT },
  timeout_exceeded: { why: 'The mail server was too slow to answer in the time that a check has.', advice: WAIT },
  forcible_disconnect: { why: 'The mail server ended the connection in the middle of the check.', advice: WAIT },
  greylisted: {
    why: 'The mail server turns strangers away at first and asks them to come back later.',
    advice: 'Check it again in ten minutes; a batch does that by itself.',
  },
  mail_server_temporary_error: { why: 'The mail server has a problem of its own just now.', advice: WAIT },
  throttled: { why: 'The mail server asks for fewer questions at a time.', advice: WAIT },
  antispam_system: {
    why: 'A spam filter would not talk to this service. That is about the service, not about the address.',
    advice: 'Ask the operator of this service to look at its reputation (`doctor`), or go by your own experience.',
  },
  sender_rejected: {
    why: 'The mail server would not talk to this service as a sender. That is not about the address.',
    advice: 'Ask the operator of this service to check its sender settings.',
  },
  recipient_restricted: {
    why: 'Only certain senders may write to this address, so the server would not say more.',
    advice: 'If you know the owner, the address may well be right.',
  },
  provider_unverifiable: {
    why: 'This provider takes every address at first and sorts them out later, so asking tells nothing.',
    advice: 'Send a confirmation message, and keep the address if it is answered.',
  },
  catch_all_undetermined: {
    why: 'The mail server took the address, but it is not clear whether it would take any other as well.',
    advice: WAIT,
  },
  smtp_disabled: {
    why: 'This service is set not to ask mail servers, so only the domain was checked.',
    advice: 'Ask the operator of this service to switch it on (`SMTP_PROBE`).',
  },
  exception_occurred: { why: 'The check failed for a reason of ours. It cost nothing.', advice: 'Try it again.' },
};

/** For statuses that need no reason. */
export const PLAIN_ADVICE = {
  valid: 'Go ahead.',
  catch_all: 'Go ahead, but watch whether messages come back.',
} as const;
