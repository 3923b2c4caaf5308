import { BatchService, type Customer } from '../batches/batch-service';
import { setUps } from '../support/set-ups';
import { FeedbackClient } from './feedback-service';
import { complaint, MESSAGE_FIELDS, recipient, report } from './fixtures/reports';

const mailDate = (at: number): string => new Date(at).toUTCString().replace('GMT', '+0000');
let made = 0;

/** The header of a report of just now, each time of another one. */
function header(at = Date.now() - 60_000): string[] {
  made += 1;
  return [`Message-ID: <report-${made}@mx.example.net>`, `Date: ${mailDate(at)}`];
}

const dsn = (...groups: string[][]): Buffer =>
  report({ header: header(), status: [...MESSAGE_FIELDS, ...groups.flatMap((group) => [...group, ''])] });

describe.each(setUps)('raw messages that report on others, %s', (setUpName) => {
  let service: BatchService;
  let feedback: FeedbackClient;
  let customer: Customer;

  beforeAll(async () => {
    service = await BatchService.shared(setUpName);
    feedback = new FeedbackClient(service);
  });

  beforeEach(async () => {
    customer = await feedback.customer();
  });

  async function send(
    body: string | Uint8Array | FormData,
    type: string | null = 'message/rfc822',
    who = customer,
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    const response = await fetch(`http://127.0.0.1:${service.port}/v1/feedback/messages`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${who.token}`, ...(type === null ? {} : { 'Content-Type': type }) },
      body,
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  const nothing = (message: string | null) => ({ accepted: 0, duplicates: 0, rejected: [], message });
  const form = (message: Buffer, field = 'file'): FormData => {
    const parts = new FormData();
    parts.set(field, new Blob([message], { type: 'message/rfc822' }), 'bounce.eml');
    return parts;
  };

  it('change the next verdict, and count once', async () => {
    const gone = 'valid.gone@message.test';
    const full = 'valid.full@message.test';
    const bounce = dsn(
      recipient({ 'Final-Recipient': `rfc822; ${gone}` }),
      recipient({
        'Final-Recipient': `rfc822; ${full}`,
        Action: 'delayed',
        Status: '4.2.2',
        'Diagnostic-Code': 'smtp; 452 4.2.2 mailbox full',
      }),
    );
    expect(await feedback.single(customer, gone)).toMatchObject({ status: 'valid' });
    expect(await send(bounce)).toEqual({
      status: 200,
      body: {
        accepted: 2,
        duplicates: 0,
        rejected: [],
        // The mail was to `a@example.com`: what is gone may be where it was forwarded to.
        events: [
          { type: 'hard_bounce', strength: 'weak', email: gone },
          { type: 'soft_bounce', strength: null, email: full },
        ],
        message: null,
      },
    });
    expect(await feedback.single(customer, gone)).toMatchObject({ status: 'risky' });
    expect((await send(bounce)).body).toMatchObject({ accepted: 0, duplicates: 2, rejected: [] });
    const sure = report({
      header: header(),
      status: [...MESSAGE_FIELDS, ...recipient({ 'Final-Recipient': `rfc822; ${gone}` })],
      original: ['From: news@example.org', `To: ${gone}`, 'Message-ID: <original@example.org>'],
    });
    expect((await send(sure)).body).toMatchObject({
      accepted: 1,
      events: [{ type: 'hard_bounce', strength: 'strong' }],
    });
    expect(await feedback.single(customer, gone)).toMatchObject({ status: 'invalid', credits_used: 0 });
    expect(await feedback.known(await feedback.customer(), gone)).toBeNull();
  });

  it('of complaints mark who complained, where that is said', async () => {
    const address = 'valid.cross@message.test';
    const arf = (...fields: string[]) =>
      complaint(fields, { header: header(), original: ['From: news@example.org', 'To: x@example.com, y@example.com'] });
    expect((await send(arf(`Original-Rcpt-To: ${address}`))).body).toMatchObject({
      accepted: 1,
      events: [{ type: 'complaint', email: address }],
      message: null,
    });
    expect(await feedback.single(customer, address)).toMatchObject({ status: 'risky' });
    expect((await send(arf())).body).toMatchObject({
      accepted: 1,
      events: [{ type: 'complaint', email: null }],
      message: 'The report does not say who the recipient was: no address is marked.',
    });
  });

  it('are taken as people and programs have them', async () => {
    const types = ['message/rfc822', 'text/plain; charset=utf-8', 'application/octet-stream', null];
    // What `curl --data-binary` says, if it is not told better.
    for (const type of [...types, 'application/x-www-form-urlencoded']) {
      expect([type, (await send(dsn(recipient()), type)).body['accepted']]).toEqual([type, 1]);
    }
    expect(await send(form(dsn(recipient())), null)).toMatchObject({ status: 200, body: { accepted: 1 } });
  });

  it('that are about nobody change nothing', async () => {
    const text = (...lines: string[]): string =>
      [...header(), 'From: a@example.com', ...lines, '', 'I am away.'].join('\r\n');
    expect(await send(text('Auto-Submitted: auto-replied'))).toMatchObject({
      status: 200,
      body: nothing('The message is an answer by itself, of somebody away perhaps: nothing follows from it.'),
    });
    expect(await send(text('Subject: failure notice'))).toMatchObject({
      status: 200,
      body: {
        ...nothing('The message is no report on another one that can be read: nothing follows from it.'),
        events: [{ type: 'unknown', email: null }],
      },
    });
    const notSpam = complaint([], { header: header(), status: ['Feedback-Type: not-spam', 'Version: 1'] });
    expect((await send(notSpam)).body).toMatchObject(nothing('What the message reports says nothing of a mailbox.'));
    expect((await feedback.events(customer)).events).toEqual([]);
  });

  it('of no time, or of years ago, are not taken', async () => {
    const timeless = report({ header: [], status: recipient() });
    const old = report({ header: header(Date.UTC(1970, 0, 5)), status: recipient() });
    for (const message of [timeless, old]) {
      expect((await send(message)).body).toMatchObject({
        accepted: 0,
        rejected: [{ index: 0, message: expect.stringMatching(/^.{10,}\.$/) as string }],
      });
    }
    expect((await feedback.events(customer)).events).toEqual([]);
  });

  it.each([
    ['nothing', ''],
    ['no message', '{"events":[]}'],
    [
      'deep MIME',
      Array.from(
        { length: 50 },
        (_, depth) => `Content-Type: multipart/mixed; boundary="b${depth}"\r\n\r\n--b${depth}\r\n`,
      ).join(''),
    ],
    ['a header without an end', `X: ${'y'.repeat(100)}\r\n`.repeat(5000)],
    ['a report on nobody', report({ status: MESSAGE_FIELDS })],
    [
      'more than a hundred recipients',
      dsn(...Array.from({ length: 101 }, (_, at) => recipient({ 'Final-Recipient': `rfc822; u${at}@example.com` }))),
    ],
  ])('refuses %s', async (_, body) => {
    expect(await send(body)).toEqual({
      status: 422,
      body: { error: 'Invalid request', message: expect.stringMatching(/^.{10,}\.$/) as string },
    });
    expect((await feedback.events(customer)).events).toEqual([]);
  });

  it('are of one megabyte at most, in one field, and of who may tell', async () => {
    const large = Buffer.concat([dsn(recipient()), Buffer.alloc(1024 * 1024, 'x')]);
    expect((await send(large)).status).toBe(413);
    expect(await send(form(large), null)).toMatchObject({
      status: 422,
      body: { errors: { file: [expect.any(String)] } },
    });
    expect((await send(form(dsn(recipient()), 'message'), null)).status).toBe(422);
    const fields = new FormData();
    fields.set('name', 'x');
    expect((await send(fields, null)).body).toMatchObject({ errors: { file: ['The file field is required.'] } });
    expect((await send('--x', 'multipart/form-data')).status).toBe(400);
    const reader = await feedback.customer(['feedback:read']);
    expect((await send(dsn(recipient()), 'message/rfc822', reader)).status).toBe(403);
    expect((await feedback.events(customer)).events).toEqual([]);
  });
});
