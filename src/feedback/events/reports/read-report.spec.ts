import fc from 'fast-check';
import {
  complaint,
  MESSAGE_FIELDS,
  recipient,
  report,
  type ReportParts,
} from '../../../../test/feedback/fixtures/reports';
import type { FeedbackEvent } from '../feedback-event';
import { MalformedFeedbackError } from '../feedback-provider';
import { readReport } from './read-report';
import { runs } from '../../../../test/support/runs';

const dsn = (fields: Record<string, string> = {}, parts: ReportParts = {}): Buffer =>
  report({ status: [...MESSAGE_FIELDS, ...recipient(fields)], ...parts });

/** So that its absence can be expected. */
const withRecipient = (event: FeedbackEvent): object => ({ ...event, recipient: event.recipient });

describe('a delivery status', () => {
  it('of an unknown user', async () => {
    expect(await readReport(dsn())).toEqual([
      {
        type: 'hard_bounce',
        strength: 'strong',
        recipient: 'a@example.com',
        occurredAt: new Date('2026-01-05T10:00:00Z'),
        dedupKey: expect.stringMatching(/^[0-9a-f]{64}$/),
        smtpCode: 550,
        enhancedCode: '5.1.1',
        diagnostic: 'smtp; 550 5.1.1 user unknown',
        providerClass: 'DSN/failed',
        messageId: '<original@example.org>',
      },
    ]);
  });

  it.each([
    [
      'a diagnostic in two lines',
      { 'Diagnostic-Code': 'smtp; 550 5.1.1\r\n\tuser unknown' },
      { type: 'hard_bounce', strength: 'strong' },
    ],
    [
      'a generic status, the truth in the diagnostic',
      { Status: '5.0.0' },
      { type: 'hard_bounce', strength: 'strong', enhancedCode: '5.1.1' },
    ],
    [
      'the truth in X-Supplementary-Info',
      { Status: '5.0.0', 'Diagnostic-Code': '', 'X-Supplementary-Info': 'smtp; 550 5.1.1 user unknown' },
      { type: 'hard_bounce', strength: 'strong' },
    ],
    ['a status alone', { 'Diagnostic-Code': '' }, { type: 'hard_bounce', strength: 'strong' }],
    [
      'a comment behind the status',
      { Status: '5.1.1 (bad destination mailbox address)', 'Diagnostic-Code': '' },
      { enhancedCode: '5.1.1' },
    ],
    [
      'a diagnostic of Postfix’s',
      {
        Status: '5.4.4',
        'Diagnostic-Code':
          'X-Postfix; Host or domain name not found. Name service error for name=example.invalid type=AAAA: Host not found',
      },
      { type: 'hard_bounce', strength: 'weak' },
    ],
    [
      'a block',
      { Status: '5.7.1', 'Diagnostic-Code': 'smtp; 554 5.7.1 blocked using zen.spamhaus.org' },
      { type: 'block' },
    ],
    [
      'a block by its words',
      { 'Diagnostic-Code': 'smtp; 550 5.1.1 blocked using zen.spamhaus.org' },
      { type: 'block' },
    ],
    ['a full mailbox', { Status: '5.2.2', 'Diagnostic-Code': 'smtp; 552 5.2.2 mailbox full' }, { type: 'soft_bounce' }],
    [
      'given up after days',
      {
        Status: '4.4.1',
        'Diagnostic-Code': 'X-Postfix; connect to mx.example.com[192.0.2.1]:25: Connection timed out',
      },
      { type: 'soft_bounce' },
    ],
    ['delayed', { Action: 'delayed', Status: '4.4.1' }, { type: 'soft_bounce', recipient: 'a@example.com' }],
    ['delayed, with words for an unknown user', { Action: 'delayed', Status: '4.1.1' }, { type: 'soft_bounce' }],
    [
      'delivered',
      { Action: 'delivered', Status: '2.0.0', 'Diagnostic-Code': '' },
      { type: 'delivered', recipient: 'a@example.com' },
    ],
    [
      'an unknown user, with comments',
      {
        Action: 'failed (user unknown)',
        Status: '(permanent) 5.1.1 (bad address)',
        'Final-Recipient': 'rfc822 (mail); a@example.com (A)',
      },
      { type: 'hard_bounce', strength: 'strong', recipient: 'a@example.com', enhancedCode: '5.1.1' },
    ],
    ['relayed', { Action: 'relayed', Status: '2.0.0' }, { type: 'delivered' }],
    ['expanded', { Action: 'Expanded', Status: '2.0.0' }, { type: 'delivered' }],
    ['an action of tomorrow', { Action: 'pondered' }, { type: 'ignored' }],
    [
      'an original recipient',
      { 'Original-Recipient': 'rfc822;a@example.com', 'Final-Recipient': 'RFC822; A@EXAMPLE.com' },
      { strength: 'strong', recipient: 'a@example.com' },
    ],
    [
      'forwarded to another',
      { 'Original-Recipient': 'rfc822;a@example.com', 'Final-Recipient': 'rfc822;b@example.net' },
      { strength: 'weak', recipient: 'a@example.com' },
    ],
    [
      'a final recipient that the mail was not to',
      { 'Final-Recipient': 'rfc822;b@example.net' },
      { strength: 'weak', recipient: 'a@example.com' },
    ],
    ['beyond ASCII', { 'Original-Recipient': 'utf-8; j\\x{F6}rg@example.com' }, { recipient: 'jörg@example.com' }],
    [
      'of a type that is none of mail',
      { 'Final-Recipient': 'x400; /S=joe/' },
      { type: 'hard_bounce', recipient: undefined },
    ],
    ['no address', { 'Final-Recipient': 'rfc822; joe' }, { recipient: undefined }],
    [
      'a time with two digits of its year',
      { 'Last-Attempt-Date': 'Sun, 4 Jan 26 08:00:00 +0100' },
      { occurredAt: new Date('2026-01-04T07:00:00Z') },
    ],
    [
      'a time of its own',
      { 'Last-Attempt-Date': 'Sun, 4 Jan 2026 08:00:00 +0100' },
      { occurredAt: new Date('2026-01-04T07:00:00Z') },
    ],
  ] as const)('of %s', async (_what, fields, expected) => {
    const events = await readReport(dsn(fields));
    expect(events.map(withRecipient)).toMatchObject([expected]);
  });

  it.each([
    ['base64', { statusEncoding: 'base64' }],
    ['quoted-printable', { statusEncoding: 'quoted-printable' }],
    ['UTF-8', { statusType: 'message/global-delivery-status' }],
    ['a header alone', { originalType: 'text/rfc822-headers' }],
    ['a mixed message', { type: 'multipart/mixed' }],
  ] as const)('in %s', async (_what, parts) => {
    expect(await readReport(dsn({}, parts))).toMatchObject([
      { strength: 'strong', messageId: '<original@example.org>' },
    ]);
  });

  it('of several recipients', async () => {
    const status = [
      ...MESSAGE_FIELDS,
      ...recipient(),
      '',
      ...recipient({ 'Final-Recipient': 'rfc822; b@example.com', Action: 'delayed' }),
    ];
    const events = await readReport(report({ status, original: ['To: a@example.com, b@example.com'] }));
    expect(events).toMatchObject([
      { type: 'hard_bounce', strength: 'strong', recipient: 'a@example.com' },
      { type: 'soft_bounce', recipient: 'b@example.com' },
    ]);
    expect(new Set(events.map(({ dedupKey }) => dedupKey)).size).toBe(2);
  });

  it('without the fields of the message', async () => {
    expect(await readReport(report({ status: recipient() }))).toMatchObject([{ recipient: 'a@example.com' }]);
  });

  it('has one key, however often it is sent in', async () => {
    const keys = await Promise.all(
      [dsn(), dsn(), dsn({ Action: 'delayed' })].map(async (raw) => (await readReport(raw))[0]?.dedupKey),
    );
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('without any date marks nobody', async () => {
    expect(await readReport(report({ header: ['Message-ID: <x@y>'], status: recipient() }))).toMatchObject([
      { type: 'ignored' },
    ]);
  });

  it('is about 100 recipients and no more', async () => {
    const many = (count: number): string[] =>
      Array.from({ length: count }, (_, index) => [
        ...recipient({ 'Final-Recipient': `rfc822; a${index}@example.com` }),
        '',
      ]).flat();
    expect(await readReport(report({ status: many(100) }))).toHaveLength(100);
    await expect(readReport(report({ status: many(101) }))).rejects.toThrow(MalformedFeedbackError);
    await expect(readReport(report({ status: MESSAGE_FIELDS }))).rejects.toThrow('names no recipient');
  });
});

it('reads no further than it must', async () => {
  const raw = Buffer.concat([dsn(), Buffer.from('\n'.repeat(900_000))]);
  expect(await readReport(raw)).toEqual(await readReport(dsn()));
});

describe('a complaint', () => {
  const NOBODY = { original: ['From: news@example.org', 'To: a@example.com, b@example.com'] };

  it.each([
    [
      'of abuse',
      complaint(['Original-Rcpt-To: <c@example.com>', 'Arrival-Date: Mon, 5 Jan 2026 08:00:00 +0000']),
      {
        type: 'complaint',
        recipient: 'c@example.com',
        messageId: '<original@example.org>',
        providerClass: 'ARF/abuse',
      },
    ],
    [
      'that names its recipient by a type',
      complaint(['Original-Rcpt-To: rfc822; c@example.com']),
      { recipient: 'c@example.com' },
    ],
    ['of fraud', complaint([], { status: ['Feedback-Type: Fraud'] }), { type: 'complaint' }],
    ['with a comment', complaint([], { status: ['Feedback-Type: abuse (spam)'] }), { type: 'complaint' }],
    [
      'by unsubscribing',
      complaint([], { status: ['Feedback-Type: opt-out', 'Original-Rcpt-To: a@example.com'] }),
      { type: 'unsubscribe', recipient: 'a@example.com' },
    ],
    [
      'that is none',
      complaint([], { status: ['Feedback-Type: not-spam', 'Original-Rcpt-To: a@example.com'] }),
      { type: 'ignored', recipient: undefined },
    ],
    ['of a virus', complaint([], { status: ['Feedback-Type: virus'] }), { type: 'ignored' }],
    ['of authentication', complaint([], { status: ['Feedback-Type: auth-failure'] }), { type: 'ignored' }],
    ['of something else', complaint([], { status: ['Feedback-Type: other'] }), { type: 'ignored' }],
    ['of tomorrow', complaint([], { status: ['Feedback-Type: constructor'] }), { type: 'ignored' }],
    [
      'that names several',
      complaint(['Original-Rcpt-To: a@example.com', 'Original-Rcpt-To: b@example.com']),
      { type: 'complaint', recipient: undefined },
    ],
    ['that names nobody, of a mail to one', complaint(), { recipient: 'a@example.com' }],
    ['that names nobody, of a mail to two', complaint([], NOBODY), { type: 'complaint', recipient: undefined }],
    [
      'by Microsoft’s field',
      complaint([], { original: ['X-HmXmrOriginalRecipient: <c@example.com>', 'To: a@example.com'] }),
      { recipient: 'c@example.com' },
    ],
    [
      'of a hidden recipient',
      complaint(['Original-Rcpt-To: x@example.com']),
      { type: 'complaint', recipient: undefined },
    ],
    [
      'of a recipient by its hash',
      complaint(['Original-Rcpt-To: 2jmj7l5rSw0yVb/vlWAYkK/YBwk=@example.com']),
      { recipient: undefined },
    ],
    [
      'of a recipient by its hash in hex',
      complaint([`Original-Rcpt-To: ${'0af3'.repeat(10)}@example.com`]),
      { recipient: undefined },
    ],
    [
      'with no date but the mail’s',
      complaint(['Received-Date: Mon, 5 Jan 2026 08:00:00 +0000'], { header: ['Message-ID: <x@y>'] }),
      { occurredAt: new Date('2026-01-05T08:00:00Z') },
    ],
  ] as const)('%s', async (_what, raw, expected) => {
    expect((await readReport(raw)).map(withRecipient)).toMatchObject([expected]);
  });

  it('of Microsoft’s, which is no report', async () => {
    const raw = report({
      type: 'multipart/mixed',
      statusType: 'text/plain',
      original: ['X-HmXmrOriginalRecipient: c@example.com', 'To: x@example.com'],
    });
    expect(await readReport(raw)).toMatchObject([
      { type: 'complaint', recipient: 'c@example.com', providerClass: 'JMRP' },
    ]);
  });

  it('says what kind it is', async () => {
    await expect(readReport(complaint([], { status: ['Version: 1'] }))).rejects.toThrow('no Feedback-Type');
  });
});

describe('what is no report', () => {
  const DATE = 'Date: Mon, 5 Jan 2026 10:00:00 +0000\r\n';

  it('an answer of somebody away is ignored', async () => {
    const away = `From: a@example.com\r\n${DATE}Auto-Submitted: auto-replied (vacation)\r\n\r\nI am away.`;
    expect(await readReport(Buffer.from(away))).toMatchObject([{ type: 'ignored' }]);
  });

  it('a bounce in words alone is unknown, and marks nobody', async () => {
    const words = `From: MAILER-DAEMON@example.com\r\n${DATE}Subject: failure notice\r\n\r\n<a@example.com>: 550 user unknown`;
    expect(await readReport(Buffer.from(words))).toEqual([
      expect.not.objectContaining({ recipient: expect.anything() }),
    ]);
    expect(await readReport(Buffer.from(words))).toMatchObject([{ type: 'unknown' }]);
  });

  it('a report within a mail is not the mail’s', async () => {
    const inner = dsn().toString();
    const outer = `From: a@example.com\r\n${DATE}Content-Type: multipart/mixed; boundary="b0"\r\n\r\n--b0\r\nContent-Type: message/rfc822\r\n\r\n${inner}\r\n--b0--\r\n`;
    expect(await readReport(Buffer.from(outer))).toMatchObject([{ type: 'unknown' }]);
  });

  it.each([
    ['nothing', ''],
    ['larger than 1 MB', 'x'.repeat(1_048_577)],
    [
      'nested deeply',
      Array.from(
        { length: 50 },
        (_, depth) => `Content-Type: multipart/mixed; boundary="b${depth}"\r\n\r\n--b${depth}\r\n`,
      ).join(''),
    ],
    ['a header without an end', `X: ${'y'.repeat(100)}\r\n`.repeat(5_000)],
  ])('%s is refused', async (_what, raw) => {
    await expect(readReport(Buffer.from(raw))).rejects.toThrow(MalformedFeedbackError);
  });
});

it('takes any bytes for a report, or refuses them', async () => {
  const reports = [
    dsn(),
    dsn({ 'Original-Recipient': 'rfc822;b@example.com' }, { statusEncoding: 'base64' }),
    complaint(),
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...reports),
      fc.nat(),
      fc.nat(40),
      fc.oneof(
        fc.uint8Array({ maxLength: 40 }),
        fc.constantFrom('\r\n', '\r\n\r\n', '--b1', '--b1--', '@', ';').map(Buffer.from),
      ),
      async (raw, at, length, inserted) => {
        const place = at % raw.length;
        const broken = Buffer.concat([raw.subarray(0, place), inserted, raw.subarray(place + length)]);
        const events = await readReport(broken).catch((error: unknown) => {
          if (error instanceof MalformedFeedbackError) return [];
          throw error;
        });
        expect(
          events.every(({ occurredAt, dedupKey }) => !Number.isNaN(occurredAt.getTime()) && dedupKey.length <= 255),
        ).toBe(true);
      },
    ),
    { numRuns: runs(300) },
  );
});
