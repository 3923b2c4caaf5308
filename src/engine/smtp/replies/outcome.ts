/** What a mail host said, or failed to say. `verdict/` turns an outcome into a status. */

/** Outcomes that rest on a reply line. */
export const REPLY_OUTCOMES = [
  'ok', // a step before RCPT was taken
  'accepted', // 250 or 251 to RCPT
  'accepted_unverified', // 252, or a 250 that says it will check later
  'mailbox_not_found', // this local part is unknown (a code of 4xx: not a definitive answer)
  'mailbox_disabled', // exists but is off, frozen, archived, suspended
  'mailbox_full', // exists, over its quota
  'mailbox_moved', // 551 with another path
  'recipient_throttled', // exists, and is receiving too fast
  'recipient_restricted', // refuses outsiders; existence unclear
  'domain_not_accepted', // this host takes no mail for the domain
  'relay_denied', // this host is not responsible for the domain
  'greylisted', // come back later from the same address with the same sender
  'verify_in_progress', // a gateway is asking its back end: come back in a minute
  'separate_transaction', // asks for one RCPT per MAIL
  'throttled', // the client's rate, connections, errors
  'sender_blocked', // the client's address, name, sender or reputation
  'temp_failure', // any other 4xx
  'protocol_error', // the command was wrong or unsupported, or the reply malformed
  'smtputf8_required', // the address needs SMTPUTF8 (RFC 6531) and this host does not offer it
  'ehlo_unsupported', // one step only: HELO comes next
  'tls_unavailable', // one step only: go on in clear
  'unclassified', // a 5xx that says nothing
] as const;

/** Outcomes without a reply line. */
export const TRANSPORT_OUTCOMES = [
  'connect_timeout',
  'connect_refused', // refused, reset or unreachable
  'banner_timeout', // connected, and no complete greeting in time
  'reply_timeout', // greeted, and then no complete reply in time
  'dropped', // the peer closed, or reset, in mid-session
  'tls_failed', // the handshake failed where clear text is refused
  'out_of_resources', // no descriptor or port was left on this machine to connect with
  'aborted', // the deadline passed, or the caller aborted
] as const;

export type ReplyOutcome = (typeof REPLY_OUTCOMES)[number];
export type TransportOutcome = (typeof TRANSPORT_OUTCOMES)[number];
export type Outcome = ReplyOutcome | TransportOutcome;

/**
 * Finer than the outcome, for people and for the retry. Whether an outcome is definitive is not said here but by `code`:
 * only a `code` of 500 and above can carry a lasting "no".
 */
export type Reason =
  // sender_blocked
  | 'blocklist'
  | 'policy' // also recipient_restricted and mailbox_disabled
  | 'ptr'
  | 'spf'
  | 'helo'
  | 'sender_address'
  | 'null_sender'
  | 'tls'
  | 'auth'
  | 'geo'
  // throttled
  | 'connections'
  | 'recipients'
  | 'errors'
  | 'harvest'
  | 'reputation'
  // about the mailbox or the domain
  | 'temporary' // said with a 4xx code, or locked for a while
  | 'abandoned' // full and no longer used
  | 'forwarded'
  | 'relayed' // quoted from the host behind this one
  | 'removed'
  | 'syntax'
  | 'exists' // restricted, and the mailbox is known to exist
  | 'ambiguous'
  | 'tenant'
  | 'null_mx'
  | 'no_mail_host'
  // about the host's own state
  | 'server_storage'
  | 'loop';

/** How far the outcome can be trusted: `high` when code and words agree, `low` when it is a guess. */
export type Certainty = 'high' | 'medium' | 'low';

/** The step at which a reply came, or at which the session ended. */
export type Stage = 'connect' | 'banner' | 'ehlo' | 'starttls' | 'mail' | 'rcpt' | 'data';

export interface Classified {
  outcome: Outcome;
  reason: Reason | null;
  /** Basic reply code (RFC 5321 4.2) of the last line, 200 to 599; null when no reply was read. */
  code: number | null;
  /** Enhanced status code (RFC 3463) without marks, such as `5.1.1`; null when there is none. */
  enhanced: string | null;
  certainty: Certainty;
  /** A lasting refusal at RCPT whose words say nothing that we can read, of the recipient or of the client. Absent: false. */
  isUnread?: true;
  /** One line, addresses and the client's names masked, at most 300 characters; null when no reply was read. */
  text: string | null;
}
