import { always, atOneHost, refused, unknown, VALID, type Scenario } from '../scenario';
import type { MailboxScript } from '../smtp/smtp-script';

const kind = 'control';
const UNREAD = '550 Zorp blivet 4711';
const RESTRICTED = unknown('recipient_restricted');

/** `joe@` at a host that took `jane@` before; `jane`: its answers about her, where it has changed its mind. */
function afterJane(
  name: string,
  slug: string,
  otherwise: MailboxScript,
  expected: Scenario['expected'],
  jane: MailboxScript = 'ok',
): Scenario {
  const domain = `c-${slug}.test`;
  const before = `jane@${domain}`;
  return {
    name,
    kind,
    ...atOneHost(domain, { mailboxes: { [before]: jane }, otherwise }),
    askedBefore: [before],
    expected,
  };
}

/** What is said of others. */
const exceptForJoe =
  (others: string): MailboxScript =>
  ({ address }) =>
    address.startsWith('joe@') ? UNREAD : others;

/** Her first question was answered with "yes". */
const atFirst =
  (later: string): MailboxScript =>
  ({ attempt }) =>
    attempt === 1 ? 'ok' : later;

/** Refusals in words that nobody reads: what the host says to others makes something of them, or nothing. */
export const CONTROL: readonly Scenario[] = [
  {
    name: 'a mailbox at a host that refuses others in words that nobody reads',
    kind,
    ...atOneHost('c-taken.test', { mailboxes: { 'joe@c-taken.test': 'ok' }, otherwise: UNREAD }),
    expected: VALID,
  },
  afterJane(
    'words that nobody reads, said of everybody but somebody whom the host takes',
    'same',
    UNREAD,
    refused('mailbox_not_found'),
  ),
  afterJane(
    'words that nobody reads, with an address, a time and a number that is new each time',
    'numbered',
    ({ address, session, rcptInSession }) =>
      `550 5.1.1 <${address}> Enginn notandi (${new Date().toISOString()}) #${session}${rcptInSession}1a2b3c4d5e6f`,
    refused('mailbox_not_found'),
  ),
  afterJane('words that nobody reads, others in others', 'other-words', exceptForJoe('550 Quux frob'), RESTRICTED),
  afterJane('words that nobody reads, another code', 'other-code', exceptForJoe('554 Zorp blivet 4711'), RESTRICTED),
  afterJane(
    'words that nobody reads, and others are no users',
    'others-unknown',
    exceptForJoe('550 5.1.1 User unknown'),
    RESTRICTED,
  ),
  afterJane('words that nobody reads, and others are taken', 'others-taken', exceptForJoe('ok'), RESTRICTED),
  afterJane('words that nobody reads, for everybody from now on', 'everybody-now', UNREAD, RESTRICTED, atFirst(UNREAD)),
  afterJane(
    'words that nobody reads, and who was taken is put off now',
    'put-off-now',
    UNREAD,
    RESTRICTED,
    atFirst('451 4.3.0 Temporary lookup failure'),
  ),
  {
    name: 'words that nobody reads, for everybody',
    kind,
    ...atOneHost('c-everybody.test', always(UNREAD)),
    expected: RESTRICTED,
  },
  {
    name: 'words that nobody reads, of somebody whom no one was asked about before',
    kind,
    ...atOneHost('c-first.test', { mailboxes: { 'jane@c-first.test': 'ok' }, otherwise: UNREAD }),
    expected: RESTRICTED,
  },
];
