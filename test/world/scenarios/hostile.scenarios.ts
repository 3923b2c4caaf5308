import { atOneHost, unknown, VALID, type ExpectedVerdict, type Scenario } from '../scenario';
import type { Fault, SmtpScript, Step } from '../smtp/smtp-script';

const kind = 'hostile';
const DROPPED = unknown('forcible_disconnect');
const SILENT = unknown('mail_server_did_not_respond');
const NONSENSE = unknown('mail_server_did_not_respond');

const STEPS: readonly Step[] = ['greeting', 'ehlo', 'mail', 'rcpt'];
const FAULTS: readonly (readonly [fault: Fault, words: string, expected: ExpectedVerdict])[] = [
  ['close', 'closes', DROPPED],
  ['reset', 'resets the connection', DROPPED],
  ['half_line', 'closes within a line', DROPPED],
  ['silence', 'says nothing', SILENT],
  ['trickle', 'says one byte a second', SILENT],
  ['garbage', 'sends random bytes', NONSENSE],
  ['http', 'speaks HTTP', NONSENSE],
  ['tls', 'speaks TLS', NONSENSE],
  ['endless_lines', 'sends lines without an end', NONSENSE],
  ['endless_text', 'sends a line without an end', NONSENSE],
];

function hostile(
  name: string,
  slug: string,
  script: Partial<SmtpScript>,
  expected: ExpectedVerdict,
  source?: string,
): Scenario {
  const domain = `h-${slug}.test`;
  const known = { mailboxes: { [`joe@${domain}`]: 'ok' }, pipelining: false };
  return {
    name,
    kind,
    ...atOneHost(domain, { ...known, ...script }),
    expected,
    ...(source === undefined ? {} : { source }),
  };
}

/** Broken mail hosts, and those that mean it: always an answer in time, and never a verdict about the mailbox. */
export const HOSTILE: readonly Scenario[] = [
  ...STEPS.flatMap((step) =>
    FAULTS.map(([fault, words, expected]) =>
      hostile(
        `${step}: the host ${words}`,
        `${step}-${fault.replace('_', '-')}`,
        // A reset that comes before the connection is seen to stand would be a refusal.
        { faults: { [step]: fault }, greetingDelayMs: 50 },
        expected,
        fault === 'trickle' ? 'reacherhq/check-if-email-exists#1406' : undefined,
      ),
    ),
  ),
  hostile('greeting: in several lines', 'multi-line', { greeting: ['220-one', '220-two', '220 three'] }, VALID),
  hostile('greeting: some time later', 'slow-greeting', { greetingDelayMs: 700 }, VALID),
  hostile(
    'greeting: too late',
    'late-greeting',
    { greetingDelayMs: 25_000 },
    SILENT,
    'reacherhq/check-if-email-exists#1320',
  ),
  hostile('greeting: blotted out by a firewall', 'stars', { greeting: '220 ****************' }, VALID),
  hostile(
    'EHLO: 502 not implemented',
    'no-ehlo',
    { replies: { ehlo: '502 5.5.1 Not implemented' } },
    VALID,
    'RFC 5321 3.2',
  ),
  hostile('QUIT: resets the connection', 'quit-reset', { faults: { quit: 'reset' } }, VALID),
  hostile('QUIT: says nothing', 'quit-silence', { faults: { quit: 'silence' } }, VALID),
  hostile(
    'RCPT: closes after the answer',
    'rcpt-answer-close',
    { faults: { rcpt: 'reply_then_close' } },
    VALID,
    'reacherhq/check-if-email-exists#746',
  ),
];
