import { SUB_STATUSES, type MailScript, type Status, type SubStatus } from '../../engine';
import type { KnownKind } from '../../feedback/known/kinds';

/** A mailbox of `sandbox.test`. */
export interface SandboxMailbox {
  /** What is answered, and what a reader of the table is told. The verdict itself comes of the script. */
  status: Status;
  subStatus: SubStatus | null;
  what: string;
  script: MailScript;
  /** What the organization's own mails are taken to have met. */
  known?: KnownKind;
}

/** What a local part of `sandbox.test` does to a single check, in place of a verdict. In a list such a row is `unknown`. */
export const SANDBOX_FAULTS = {
  insufficient_credits: '402: too few credits',
  rate_limited: '429, with `Retry-After: 30` and no request left in `RateLimit-Remaining`',
  server_error: '500: a fault of the service',
} as const;
export type SandboxFault = keyof typeof SANDBOX_FAULTS;

const ACCEPTED = '250 2.1.5 Ok';
const TAKES_ITS_OWN = { reply: ACCEPTED, catchAll: false } as const;
const VALID = { status: 'valid', subStatus: null, script: TAKES_ITS_OWN } as const;
const FAILING: MailScript = { failure: 'out_of_resources', stage: 'connect' };

/** For each sub-status the world in which it is the verdict, and what that world is in plain words. */
type Named<Reason extends SubStatus> = Record<Reason, [script: MailScript, what: string, known?: KnownKind]>;

const INVALID: Named<(typeof SUB_STATUSES)['invalid'][number]> = {
  failed_syntax_check: [
    { reply: '550 5.1.3 Bad destination mailbox address syntax' },
    'the mail host finds it malformed',
  ],
  domain_not_found: [{ domain: 'not_found' }, 'the domain does not exist'],
  no_mail_server: [{ domain: 'no_data' }, 'the domain has no mail host'],
  does_not_accept_mail: [{ domain: 'null_mx' }, 'the domain says that it takes no mail (null MX)'],
  unroutable_ip_address: [{ domain: 'unroutable' }, 'the mail host has an address that nobody can reach'],
  mailbox_not_found: [{ reply: '550 5.1.1 User unknown' }, 'there is no such mailbox'],
  mailbox_disabled: [{ reply: '550 5.2.1 The account is disabled' }, 'the mailbox is switched off'],
  mailbox_moved: [{ reply: '551 5.1.6 User has moved, no longer here' }, 'the mailbox has moved'],
  provider_rule_violation: [{ ...TAKES_ITS_OWN, breaksRule: 'sandbox' }, 'the provider gives out no such name'],
  smtputf8_not_supported: [
    { failure: 'smtputf8_required', stage: 'mail', everyHostSaid: true, localPart: 'smtputf8_not_supportedé' },
    'the mail host takes names in ASCII only, and this one is checked as if it were none',
  ],
  known_hard_bounce: [TAKES_ITS_OWN, 'mail of yours to it came back for good; from the cache', 'hard_bounce'],
};

const RISKY: Named<Exclude<(typeof SUB_STATUSES)['risky'][number], 'known_hard_bounce'>> = {
  disposable: [{ ...TAKES_ITS_OWN, isDisposable: true }, 'the domain hands out throw-away addresses'],
  mailbox_quota_exceeded: [{ reply: '552 5.2.2 Mailbox full' }, 'the mailbox is full'],
  known_complaint: [TAKES_ITS_OWN, 'somebody complained about mail of yours', 'complaint'],
  known_suppressed: [TAKES_ITS_OWN, 'your provider sends it no mail any more', 'suppressed'],
};

const UNKNOWN: Named<(typeof SUB_STATUSES)['unknown'][number]> = {
  dns_error: [{ domain: 'error' }, 'DNS fails'],
  dns_timeout: [{ domain: 'timeout' }, 'DNS does not answer'],
  failed_smtp_connection: [{ failure: 'connect_refused', stage: 'connect' }, 'the mail host can not be connected to'],
  mail_server_did_not_respond: [{ failure: 'reply_timeout', stage: 'rcpt' }, 'the mail host falls silent'],
  timeout_exceeded: [{ failure: 'aborted', stage: 'rcpt' }, 'there is no answer in time'],
  forcible_disconnect: [{ failure: 'dropped', stage: 'rcpt' }, 'the mail host hangs up'],
  greylisted: [
    { reply: '451 4.7.1 Greylisted, please try again later' },
    'the mail host greylists; a list does not wait for it',
  ],
  mail_server_temporary_error: [{ reply: '451 4.3.0 Temporary lookup failure' }, 'the mail host has a passing fault'],
  throttled: [{ reply: '450 4.7.28 Too many messages, rate limited' }, 'the mail host is asked too much'],
  antispam_system: [
    { reply: '550 5.7.1 Service unavailable; client host blocked using zen.spamhaus.org' },
    'the mail host refuses whoever asks',
  ],
  sender_rejected: [{ reply: '550 5.1.8 Sender address rejected', stage: 'mail' }, 'the mail host refuses the sender'],
  recipient_restricted: [
    { reply: '550 5.7.1 You are not authorized to send to this recipient' },
    'the mailbox takes no mail from outside',
  ],
  provider_unverifiable: [{ reply: ACCEPTED, truthfulness: 'accepts_all' }, 'the provider says yes to everybody'],
  catch_all_undetermined: [{ reply: ACCEPTED }, 'it is accepted, and whether others would be is not known'],
  smtp_disabled: [{ smtp: 'off' }, 'mail hosts are not asked'],
  exception_occurred: [FAILING, 'a fault of the service kept it from an answer'],
};

const faultRows: [string, SandboxMailbox][] = Object.entries(SANDBOX_FAULTS).map(([name, what]) => [
  name,
  { status: 'unknown', subStatus: 'exception_occurred', what: `${what}; in a list this verdict`, script: FAILING },
]);

/** The mailboxes of `sandbox.test` by local part: one for each status and each sub-status, and some more. */
export const SANDBOX_MAILBOXES: ReadonlyMap<string, SandboxMailbox> = new Map<string, SandboxMailbox>([
  ['valid', { ...VALID, what: 'a mailbox that takes mail' }],
  ['info', { ...VALID, what: 'a mailbox of a role (`is_role_account`)' }],
  [
    'slow_5s',
    {
      ...VALID,
      script: { ...TAKES_ITS_OWN, afterMs: 5000 },
      what: 'a mailbox that takes mail, after 5 seconds; in a list at once',
    },
  ],
  [
    'catch_all',
    {
      status: 'catch_all',
      subStatus: null,
      what: 'the domain takes mail for any name',
      script: { reply: ACCEPTED, catchAll: true },
    },
  ],
  ['risky', mailbox('risky', 'disposable', RISKY.disposable)],
  ['invalid', mailbox('invalid', 'mailbox_not_found', INVALID.mailbox_not_found)],
  ['unknown', mailbox('unknown', 'mail_server_did_not_respond', UNKNOWN.mail_server_did_not_respond)],
  ...mailboxes('valid', {
    known_delivery: [
      { reply: ACCEPTED, truthfulness: 'accepts_all' },
      'the provider says yes to everybody, and mail of yours arrived',
      'delivered',
    ],
  }),
  ...mailboxes('risky', RISKY),
  [
    'risky_known_hard_bounce',
    mailbox('risky', 'known_hard_bounce', [
      TAKES_ITS_OWN,
      'mail of yours came back, which leaves doubts',
      'weak_hard_bounce',
    ]),
  ],
  ...mailboxes('invalid', INVALID),
  ...mailboxes('unknown', UNKNOWN),
  ...faultRows,
]);

function mailboxes<Reason extends SubStatus>(status: Status, worlds: Named<Reason>): [Reason, SandboxMailbox][] {
  const names = Object.keys(worlds) as Reason[];
  return names.map((name) => [name, mailbox(status, name, worlds[name])]);
}

function mailbox(
  status: Status,
  subStatus: SubStatus,
  [script, what, known]: Named<SubStatus>[SubStatus],
): SandboxMailbox {
  return { status, subStatus, what, script, ...(known === undefined ? {} : { known }) };
}
