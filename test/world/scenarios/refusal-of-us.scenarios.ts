import { always, atOneHost, unknown, type Scenario } from '../scenario';
import type { SmtpScript } from '../smtp/smtp-script';

const kind = 'refusal of us';
const ANTISPAM = unknown('antispam_system');
const SENDER = unknown('sender_rejected');

function refusal(
  name: string,
  slug: string,
  script: Partial<SmtpScript>,
  expected: Scenario['expected'],
  source?: string,
): Scenario {
  return { name, kind, ...atOneHost(`us-${slug}.test`, script), expected, ...(source === undefined ? {} : { source }) };
}

const atRcpt = (slug: string, reply: string, source?: string): Scenario =>
  refusal(`RCPT: ${reply}`, `rcpt-${slug}`, always(reply), ANTISPAM, source);
const atMail = (slug: string, reply: string, expected: Scenario['expected'], source?: string): Scenario =>
  refusal(`MAIL: ${reply}`, `mail-${slug}`, { replies: { mail: reply } }, expected, source);
const atGreeting = (slug: string, reply: string, source?: string): Scenario =>
  refusal(
    `greeting: ${reply}`,
    `hi-${slug}`,
    { greeting: reply, faults: { greeting: 'reply_then_close' } },
    ANTISPAM,
    source,
  );

/** A mail host that does not like who asks says nothing about the mailbox, whatever number it says it with. */
export const REFUSAL_OF_US: readonly Scenario[] = [
  atRcpt(
    'spamhaus',
    '550 5.7.1 Service unavailable; client host blocked using zen.spamhaus.org',
    'reacherhq/check-if-email-exists#891',
  ),
  atRcpt('client-host', '554 5.7.1 Client host rejected: Access denied', 'truemail-rb/truemail#298'),
  atRcpt('ptr', '550 5.7.25 The sending address has no PTR record', 'AfterShip/email-verifier#221'),
  atRcpt('ptr-words', '450 4.7.25 Client host rejected: cannot find your reverse hostname'),
  atRcpt('policy', '550 5.7.1 Message rejected due to local policy'),
  atRcpt('spf', '550 5.7.23 The message was rejected because of SPF policy'),
  atRcpt('helo', '504 5.5.2 <probe>: Helo command rejected: need fully-qualified hostname'),
  atRcpt('reputation', '550 5.7.1 Your IP has a poor reputation', 'AfterShip/email-verifier#126'),
  refusal(
    'RCPT: 550 Sender address rejected: User unknown',
    'rcpt-sender',
    always('550 5.1.0 Sender address rejected: User unknown'),
    SENDER,
  ),
  atMail('5-1-8', '553 5.1.8 Sender address rejected: Domain not found', SENDER),
  atMail('550', '550 5.7.1 We do not take mail from you', SENDER),
  atMail('null', '553 5.5.4 Null sender is not allowed', SENDER),
  atMail(
    'spamhaus',
    '550 5.7.1 Your address is listed at spamhaus.org',
    ANTISPAM,
    'reacherhq/check-if-email-exists#1110',
  ),
  atMail('temporary', '451 4.7.1 Service unavailable, try again later', unknown('mail_server_temporary_error')),
  atGreeting('554', '554 5.7.1 No SMTP service here, your address is listed', 'zytzagoo/smtp-validate-email#88'),
  atGreeting('550', '550 mail not accepted'),
  atGreeting('521', '521 5.3.2 We do not talk to you'),
  refusal(
    'EHLO and HELO: 550 You are not me',
    'helo-name',
    { replies: { ehlo: '550 You are not me', helo: '550 You are not me' } },
    ANTISPAM,
    'a HELO name that is the mail host’s own',
  ),
  refusal(
    'RCPT: 421 too many connections',
    'rcpt-421',
    always('421 4.7.0 Too many connections from your address'),
    unknown('throttled'),
  ),
  refusal(
    'RCPT: 450 rate limit',
    'rcpt-rate',
    always('450 4.7.1 Error: rate limit exceeded, slow down'),
    unknown('throttled'),
  ),
];
