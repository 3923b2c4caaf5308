/** What the engine says about one address. The names are those of the HTTP interface, in camel case. */

export const STATUSES = ['valid', 'catch_all', 'risky', 'invalid', 'unknown'] as const;
export type Status = (typeof STATUSES)[number];

/**
 * Why a status was given; which sub-status belongs to which status. The engine gives none of those that begin with `known_`:
 * they come from what an organization's own mails met (`feedback/known`).
 */
export const SUB_STATUSES = {
  valid: ['known_delivery'],
  catch_all: [],
  risky: ['disposable', 'mailbox_quota_exceeded', 'known_complaint', 'known_hard_bounce', 'known_suppressed'],
  invalid: [
    'failed_syntax_check',
    'domain_not_found',
    'no_mail_server',
    'does_not_accept_mail',
    'unroutable_ip_address',
    'mailbox_not_found',
    'mailbox_disabled',
    'mailbox_moved',
    'provider_rule_violation',
    'smtputf8_not_supported',
    'known_hard_bounce',
  ],
  unknown: [
    'dns_error',
    'dns_timeout',
    'failed_smtp_connection',
    'mail_server_did_not_respond',
    'timeout_exceeded',
    'forcible_disconnect',
    'greylisted',
    'mail_server_temporary_error',
    'throttled',
    'antispam_system',
    'sender_rejected',
    'recipient_restricted',
    'provider_unverifiable',
    'catch_all_undetermined',
    'smtp_disabled',
    'exception_occurred',
  ],
} as const satisfies Record<Status, readonly string[]>;
export type SubStatus = (typeof SUB_STATUSES)[Status][number];

/** What was seen on the way to the verdict. Never holds an address of one of the service's own machines. */
export interface Evidence {
  /** The last layer that spoke: what the verdict rests on. `feedback`: nothing was asked, since mail to it came back before. */
  layer: 'syntax' | 'lists' | 'dns' | 'smtp' | 'proxy' | 'feedback';
  /** `control`: the reply's own words say nothing; what the host says to others does. Null: it speaks for itself. */
  by: 'control' | null;
  /** The mail host that answered, as named by its MX record. */
  mxHost: string | null;
  /** Basic reply code (RFC 5321 4.2), 200 to 599. */
  replyCode: number | null;
  /** Enhanced status code (RFC 3463), such as `5.1.1`. */
  enhancedCode: string | null;
  /** The reply's text or the parser's sentence: one line, addresses masked, at most 300 characters. */
  text: string | null;
  /** Provider id of the map by MX suffix, such as `google`. */
  provider: string | null;
  isFreeProvider: boolean;
  /** Milliseconds from the question to the verdict. */
  durationMs: number;
}

export interface Verification {
  /** The address as given, outer white space trimmed. */
  email: string;
  /** The key for caches and duplicates, as in `ParsedAddress`. Null when malformed. */
  normalised: string | null;
  status: Status;
  subStatus: SubStatus | null;
  /** Estimated chance, in percent (integer, 0 to 100), that a message sent now would reach a mailbox. */
  confidence: number;
  /** A usable MX record exists (a null MX and an implicit MX are false). */
  mxFound: boolean;
  /** True: the server took the address or said that its mailbox exists. False: it said that it does not. Null: not determined. */
  smtpValid: boolean | null;
  isDisposable: boolean;
  /** Null unless a random address of the domain got a definitive answer. */
  isCatchAll: boolean | null;
  isRoleAccount: boolean;
  /** A whole address, or null. Never changes the status. */
  didYouMean: string | null;
  evidence: Evidence;
  /**
   * Not null when the answer is temporary (greylisted and the like) and a later question, from the same sender, may
   * settle it: the seconds that the reply asked to wait, or 0 when it named no time.
   */
  retryAfterSeconds: number | null;
  /**
   * True: a local error, one of this client and not of the peer, kept the address from being judged: a provider that refuses
   * this client, the proxy, a blocked port, a full queue. Such a verdict must cost nothing, and is not to be cached.
   */
  isLocalError?: boolean;
}
