import fc from 'fast-check';
import { classifyReply, type ReplyContext } from './classify-reply';
import { REPLY_OUTCOMES, type Classified, type Stage } from './outcome';

const MICROSOFT = 'example-com.mail.protection.outlook.com';

function classify(reply: string, stage: Stage = 'rcpt', context: Partial<ReplyContext> = {}): Classified {
  const lines = reply.split('\n');
  return classifyReply(
    { code: Number(lines.at(-1)?.slice(0, 3)), lines: lines.map((line) => line.slice(4)) },
    { stage, ...context },
  );
}

describe('classifyReply', () => {
  it.each([
    ['250 2.1.5 Ok', 'accepted'],
    ['251 User not local; will forward', 'accepted'],
    ['252 Cannot VRFY user, but will accept message', 'accepted_unverified'],
    ['250 5.1.1 who knows', 'accepted'],
    ['354 Go ahead', 'protocol_error'],
    ['550 5.1.1 User unknown', 'mailbox_not_found'],
    ['550 5.1.10 Recipient not found', 'mailbox_not_found'],
    ['550 5.1.0 user unknown', 'mailbox_not_found'],
    ['550 5.2.1 disabled', 'mailbox_disabled'],
    ['551 5.7.1 User has moved; please try <new@elsewhere.example>', 'mailbox_moved'],
    ['550 no such user', 'mailbox_not_found'],
    ['550 unknown user', 'mailbox_not_found'],
    ['550 mailbox unavailable', 'mailbox_not_found'],
    ['550 utilisateur inconnu', 'mailbox_not_found'],
    ['550 Benutzer unbekannt', 'mailbox_not_found'],
    ['550 usuario desconocido', 'mailbox_not_found'],
    ['550 用户不存在', 'mailbox_not_found'],
    ['524 5.2.4 Mailing list expansion problem: <nobody@people.example>', 'temp_failure'],
    ['524 5.2.4 Requested action not taken', 'protocol_error'],
    ['550 Requested action not taken', 'unclassified'],
    ['550 5.7.1 relaying denied', 'relay_denied'],
    ['554 5.7.1 relay access denied', 'relay_denied'],
    ['552 5.2.2 over quota', 'mailbox_full'],
    ['452 4.2.2 mailbox full', 'mailbox_full'],
    ['552 Requested mail action aborted: exceeded storage allocation', 'mailbox_full'],
    ['452 4.3.1 Insufficient system storage', 'temp_failure'],
    ['451 4.3.0 Try again', 'temp_failure'],
    ['421 4.3.2 Service shutting down', 'temp_failure'],
    ['450 4.7.1 Greylisted, see http://postgrey.example/', 'greylisted'],
    ['451 4.7.1 try again later', 'greylisted'],
    ['550 5.6.7 address not ASCII', 'smtputf8_required'],
    ['553 5.6.7 address not ASCII', 'smtputf8_required'],
    [
      '450 4.1.1 Recipient address rejected: unverified address: Address verification in progress',
      'verify_in_progress',
    ],
    ['450 4.1.1 Recipient address rejected: unverified address: connect timed out', 'temp_failure'],
    ['530 5.7.0 Must issue a STARTTLS command first', 'sender_blocked'],
    ['421 4.1.1 No such user, closing', 'temp_failure'],
    ['421 5.1.1 No such user, closing', 'temp_failure'],
  ] as const)('%s at RCPT is %s', (reply, outcome) => {
    expect(classify(reply).outcome).toBe(outcome);
  });

  it('reads 5.4.1 as a missing mailbox from Microsoft only', () => {
    const reply = '550 5.4.1 Recipient address rejected: Access denied';
    expect(classify(reply, 'rcpt', { mxHost: MICROSOFT }).outcome).toBe('mailbox_not_found');
    expect(classify(reply, 'rcpt', { mxHost: 'mx.example.com' }).outcome).toBe('recipient_restricted');
  });

  it.each([
    '550 5.7.1 Service unavailable; client host blocked using Spamhaus',
    '550 5.7.25 no PTR record',
    '550 Access denied - Invalid HELO name',
    '550 Sender IP reverse lookup rejected',
    '550 Address 192.0.2.10 not found in DNS',
    '550 Client address unknown',
    '550 No such user: sender verification impossible',
    "550 Sender's domain not found",
    '550 El dominio del remitente no existe',
    '550 5.1.1 Recipient address rejected: undeliverable address: host mx.example said: 554 5.7.1 blocked using zen.spamhaus.org',
    '550 5.7.1 mailbox unavailable',
    '550 The account may not exist, or you may be blacklisted',
    '550 5.7.1 This user does not accept mail from your network',
    '550 You are not authorized to relay; no such user',
    '550 too many unknown users',
    '550',
    '554 Transaction failed',
    '550 Rejected',
  ])('never takes "%s" for a missing mailbox', (reply) => {
    expect(['sender_blocked', 'relay_denied', 'throttled', 'recipient_restricted', 'unclassified']).toContain(
      classify(reply).outcome,
    );
  });

  it.each(['banner', 'ehlo', 'mail', 'starttls'] as const)('gives no verdict about the mailbox at %s', (stage) => {
    for (const reply of [
      '550 5.1.1 User unknown',
      '552 5.2.2 Mailbox full',
      '550 no such user',
      '553 5.1.2 unknown domain',
    ]) {
      expect(['sender_blocked', 'tls_unavailable']).toContain(classify(reply, stage).outcome);
    }
  });

  it('ignores words in echoes of the address, of our name and of the domain', () => {
    const echoes = {
      recipient: 'greylist@spamhaus.example',
      sender: 'spf@us.example',
      heloName: 'blacklist.us.example',
    };
    for (const reply of [
      '550 5.1.1 greylist@spamhaus.example: user unknown',
      '550 spamhaus.example has no such user (blacklist.us.example, spf@us.example)',
    ]) {
      expect(classify(reply, 'rcpt', { echoes }).outcome).toBe('mailbox_not_found');
    }
  });

  it('masks addresses and our own names in the text, on one line of at most 300 characters', () => {
    const { text } = classify(
      '550-<joe@example.com>: no\u0000t\there\n550 tell postmaster@mx.example, probe.us.example [192.0.2.10]',
      'rcpt',
      {
        echoes: { recipient: 'joe@example.com', heloName: 'probe.us.example', localAddress: '192.0.2.10' },
      },
    );
    expect(text).toBe('550 <address>: no t here tell <address>, <our name> [<our address>]');
    expect(classify(`550 ${'long '.repeat(200)}`).text).toHaveLength(300);
  });

  it.each([
    ['550 #5.1.0 Address rejected', '5.1.0'],
    ['553 sorry (#5.7.1)', '5.7.1'],
    ['550 cuda_nsu 5.1.1 unknown', '5.1.1'],
    ['550 5.1.1: unknown', '5.1.1'],
    ['550-5.1.1 one\n550 two', '5.1.1'],
    ['550 Mail from 5.1.1.9 refused', null],
    ['550 5.1.1.9 refused', null],
    ['550 [45.4.1.20] refused', null],
  ])('finds the enhanced code of "%s"', (reply, enhanced) => {
    expect(classify(reply).enhanced).toBe(enhanced);
  });

  it('lowers the certainty where code and enhanced code disagree', () => {
    expect(classify('550 5.1.1 User unknown').certainty).toBe('high');
    expect(classify('450 5.1.1 User unknown').certainty).toBe('medium');
    expect(classify('550 4.1.1 User unknown').certainty).toBe('medium');
  });

  it('takes any reply, in any stage', () => {
    const stage = fc.constantFrom<Stage[]>('banner', 'ehlo', 'starttls', 'mail', 'rcpt', 'data');
    fc.assert(
      fc.property(
        fc.integer({ min: 200, max: 599 }),
        fc.array(fc.string({ unit: 'binary' })),
        stage,
        (code, lines, at) => {
          const { outcome } = classifyReply(
            { code, lines },
            { stage: at, echoes: { recipient: 'a@b.c', heloName: 'x' } },
          );
          expect(REPLY_OUTCOMES).toContain(outcome);
        },
      ),
    );
  });

  it.each(['a', '5.1.1', '<', '@', 'a@', ' ', 'user ', 'mailbox a ', 'exceeded ', 'domain ', '(#5', 'no such ', 'é'])(
    'spends no more than a moment on 8 KiB of "%s"',
    (piece) => {
      const started = process.cpuUsage();
      classify(`550 ${piece.repeat(8192 / piece.length)}`);
      // A pattern that backtracks would take minutes.
      expect(process.cpuUsage(started).user / 1e6).toBeLessThan(10);
    },
  );
});
