import { always, atOneHost, knows, refused, unknown, VALID, type Scenario } from '../scenario';
import type { SmtpScript } from '../smtp/smtp-script';

const kind = 'session';

function session(
  name: string,
  slug: string,
  script: Partial<SmtpScript>,
  expected: Scenario['expected'],
  source?: string,
): Scenario {
  const domain = `s-${slug}.test`;
  return {
    name,
    kind,
    ...atOneHost(domain, knows(`joe@${domain}`, script)),
    expected,
    ...(source === undefined ? {} : { source }),
  };
}

/** Two mail hosts: the better one does as `first` says. */
function twoHosts(
  name: string,
  slug: string,
  first: Partial<SmtpScript> | null,
  second: Partial<SmtpScript>,
  expected: Scenario['expected'],
  source?: string,
): Scenario {
  const domain = `f-${slug}.test`;
  const [one, two] = [`mx1.${domain}`, `mx2.${domain}`];
  return {
    name,
    kind,
    address: `joe@${domain}`,
    zones: {
      [domain]: {
        mx: [
          [20, two],
          [10, one],
        ],
      },
      ...(first === null ? { [one]: { a: ['127.1.255.2'] } } : {}),
    },
    hosts: { ...(first === null ? {} : { [one]: first }), [two]: second },
    expected,
    ...(source === undefined ? {} : { source }),
  };
}

/** A mailbox that does not exist, at a domain that another scenario has made. */
const missing = (name: string, address: string): Scenario => ({
  name: `${name}: a mailbox that does not exist`,
  kind,
  address,
  zones: {},
  hosts: {},
  expected: refused('mailbox_not_found'),
});

const KNOWS_JOE: Partial<SmtpScript> = {
  otherwise: ({ address }) => (address.startsWith('joe@') ? '250 2.1.5 Ok' : '550 5.1.1 User unknown'),
};

const IDLE = 'a 421 while the session was idle';
const ONE_COMMAND = 'only the first of commands that come together is answered';

/** How a conversation goes on when it does not go straight. */
export const SESSION: readonly Scenario[] = [
  session('no PIPELINING', 'no-pipelining', { pipelining: false }, VALID),
  session(
    'the null sender is refused, the operator’s is taken',
    'null-sender',
    { replies: { mail: (path) => (path.includes('<>') ? '550 5.7.1 <>: Sender address rejected' : undefined) } },
    VALID,
    'RFC 5321 4.5.5',
  ),
  session('STARTTLS is offered', 'starttls', { startTls: 'offered' }, VALID),
  session('STARTTLS is demanded', 'starttls-required', { startTls: 'offered', requireTls: true }, VALID, 'RFC 3207 4'),
  session('STARTTLS is offered and then refused', 'starttls-refused', { startTls: 'refused' }, VALID),
  session('STARTTLS is offered and broken', 'starttls-broken', { startTls: 'broken' }, VALID),
  session(
    'STARTTLS is demanded and not to be had',
    'starttls-impossible',
    { requireTls: true },
    unknown('antispam_system'),
  ),
  session('one recipient a session', 'one-rcpt', { rcptPerSession: 1 }, VALID, 'AfterShip/email-verifier#72'),
  session('one session at a time', 'one-session', { maxSessions: 1 }, VALID),
  session('no error is forgiven', 'strict', { errorLimits: { slowAfter: 0, slowMs: 50, dropAfter: 1 } }, VALID),
  session('a slow host', 'slow', { roundTripMs: 100, thoughtMs: { rcpt: 300 } }, VALID),
  session(
    'a second recipient is one too many for a server of two regions',
    'regions',
    {
      otherwise: ({ rcptInSession }) =>
        rcptInSession > 1 ? '452 4.5.3 Recipients belong to multiple regions' : '550 5.1.1 User unknown',
    },
    VALID,
    'AfterShip/email-verifier#72',
  ),
  session(
    '421 in the middle of the session',
    '421-later',
    { otherwise: ({ rcptInSession }) => (rcptInSession > 1 ? '421 4.4.2 Timeout, closing' : '550 5.1.1 User unknown') },
    VALID,
  ),
  ...(['ehlo', 'mail', 'rset'] as const).flatMap((step) => {
    const domain = `s-twice-${step}.test`;
    const name = `${step.toUpperCase()} is answered twice`;
    const mailboxes = { [`joe@${domain}`]: 'ok', [`jane@${domain}`]: 'ok' };
    // Thinks about a recipient: until then the spare reply could be taken for its answer.
    const script: Partial<SmtpScript> = { mailboxes, answersTwice: [step], thoughtMs: { rcpt: 50 } };
    return [
      session(name, `twice-${step}`, script, VALID),
      { ...missing(name, `nobody@${domain}`), askedBefore: [`jane@${domain}`] },
    ];
  }),
  {
    ...session(
      IDLE,
      'idle-421',
      { idle421Ms: 5, mailboxes: { 'joe@s-idle-421.test': 'ok', 'jane@s-idle-421.test': 'ok' } },
      VALID,
      'RFC 5321 3.8',
    ),
    askedBefore: ['nobody@s-idle-421.test'],
  },
  { ...missing(IDLE, 'nobody2@s-idle-421.test'), askedBefore: ['jane@s-idle-421.test'] },
  session(ONE_COMMAND, 'one-command', { readsOneCommand: true }, VALID),
  missing(ONE_COMMAND, 'nobody@s-one-command.test'),
  twoHosts('the first host is off', 'first-off', null, KNOWS_JOE, VALID, 'RFC 5321 5.1'),
  twoHosts('the first host closes', 'first-closes', { faults: { greeting: 'close' } }, KNOWS_JOE, VALID),
  twoHosts('the first host is busy', 'first-busy', { greeting: '421 4.3.2 Busy' }, KNOWS_JOE, VALID),
  twoHosts(
    'the first host has a temporary fault',
    'first-451',
    always('451 4.3.0 Temporary lookup failure'),
    KNOWS_JOE,
    VALID,
  ),
  twoHosts('the first host is silent', 'first-silent', { faults: { greeting: 'silence' } }, KNOWS_JOE, VALID),
  twoHosts(
    'the first host knows that there is no such mailbox',
    'first-says-no',
    {},
    { catchAll: true },
    refused('mailbox_not_found'),
    'truemail-rb/truemail#16',
  ),
  twoHosts(
    'only one of two hosts disowns the domain',
    'one-disowns',
    { greeting: '554 5.7.1 Go away', faults: { greeting: 'reply_then_close' } },
    always('550 5.1.2 This host does not accept mail for the domain'),
    unknown('recipient_restricted'),
  ),
  twoHosts(
    'both hosts disown the domain',
    'both-disown',
    always('556 5.1.10 Domain does not accept mail'),
    always('556 5.1.10 Domain does not accept mail'),
    refused('does_not_accept_mail'),
    'RFC 7504',
  ),
];
