import { createHash } from 'node:crypto';
import { requestOf } from '../../../test/feedback/fixtures/requests';
import { recipient, report } from '../../../test/feedback/fixtures/reports';
import { createProviders } from './create-providers';
import { exportColumns } from './exports/export-columns';
import { readExportRow } from './exports/read-export-row';
import type { FeedbackProviderName } from './feedback-provider';
import { readGenericEvent } from './providers/generic/generic-event';
import { readReport } from './reports/read-report';

const providers = createProviders({
  certificates: { certificateFor: () => Promise.reject(new Error('not asked for')) },
});
const TIME = '2026-01-05T10:00:00Z';

/** Of a body with one event. */
const keyOf = (
  name: FeedbackProviderName,
  fields: object,
  wrap: (event: object) => unknown = (event) => event,
): string => providers[name].read(requestOf(name, { body: wrap(fields) })).events[0]?.dedupKey ?? '';
const inArray = (event: object): unknown => [event];

describe('an event of our own form without an id', () => {
  const EVENT = { type: 'bounce', email: 'a@example.com', occurred_at: TIME };
  const key = (more: object = {}): string => {
    const read = readGenericEvent({ ...EVENT, ...more });
    if ('fault' in read) throw new Error(read.fault);
    return read.event.dedupKey;
  };

  it('is told apart by each of its fields, and told again it is the same', () => {
    const others: object[] = [
      {},
      { type: 'unsubscribe' },
      { email: 'b@example.com' },
      { occurred_at: '2026-01-05T10:00:01Z' },
      { smtp_code: 450 },
      { smtp_code: 550 },
      { enhanced_code: '5.1.1' },
      { enhanced_code: '5.1.2' },
      { diagnostic: 'User unknown' },
      { message_id: '<1@x>' },
      { message_id: '<2@x>' },
      { scope: '<1@x>' },
      { scope: 'news' },
      { provider: 'postfix' },
    ];
    expect(new Set(others.map(key)).size).toBe(others.length);
    expect(others.map(key)).toEqual(others.map(key));
    expect(key({ smtp_code: '550', email: 'A@Example.com' })).toBe(key({ smtpCode: 550 }));
  });

  it('keeps the key that it had before these fields told it apart', () => {
    const before = createHash('sha256')
      .update(JSON.stringify(['bounce', 'a@example.com', '2026-01-05T10:00:00.000Z', 'gone']))
      .digest('hex');
    expect(key({ diagnostic: 'gone' })).toBe(before);
  });
});

it('a row of an export is told apart by the cells that are not read, too', () => {
  const header = ['email', 'created', 'type', 'reason', 'error', 'status', 'suppression reason', 'scope'];
  const columns = exportColumns(header);
  if ('fault' in columns) throw new Error(columns.fault);
  const row = ['a@example.com', TIME, 'bounce', 'full', 'refused', 'failed', 'Bounce', 'news'];
  const key = (cells: string[]): string => {
    const read = readExportRow(columns, cells);
    return 'event' in read ? read.event.dedupKey : read.fault;
  };
  const others = [
    row,
    ...header.map((_, at) =>
      row.map((cell, place) => (place === at ? (['b@example.com', '2026-01-06', 'Hard bounce'][at] ?? 'x') : cell)),
    ),
  ];
  expect(new Set(others.map(key)).size).toBe(others.length);
  expect(others.map(key)).toEqual(others.map(key));
});

describe('what a provider tells without ids', () => {
  it.each([
    [
      'sendgrid',
      { event: 'group_unsubscribe', email: 'a@example.com', timestamp: 1767600000 },
      [
        { asm_group_id: 1 },
        { asm_group_id: 2 },
        { event: 'bounce', status: '5.1.1' },
        { event: 'bounce', type: 'blocked' },
      ],
      inArray,
    ],
    [
      'sparkpost',
      { type: 'bounce', rcpt_to: 'a@example.com', timestamp: '1767600000' },
      [{ raw_reason: '450 later' }, { raw_reason: '550 gone' }, { error_code: '550' }, { bounce_class: '10' }],
      (event: object) => [{ msys: { message_event: event } }],
    ],
    [
      'mailjet',
      { event: 'unsub', email: 'a@example.com', time: 1767600000 },
      [
        { mj_list_id: 1 },
        { mj_list_id: 2 },
        { event: 'bounce', error: 'user unknown' },
        { event: 'bounce', comment: '550' },
      ],
      inArray,
    ],
    [
      'mailjet',
      { event: 'unsub', email: 'a@example.com', time: 1767600000, Message_GUID: 'm' },
      [{ mj_list_id: 1 }, { mj_list_id: 2 }],
      inArray,
    ],
    [
      'brevo',
      { event: 'hard_bounce', email: 'a@example.com' },
      [
        { ts_sent: 1767600000 },
        { ts_sent: 1767600060 },
        { ts_event: 1767600000, reason: 'one' },
        { ts_event: 1767600000 },
      ],
      inArray,
    ],
    [
      'postmark',
      { RecordType: 'SubscriptionChange', Recipient: 'a@example.com', ChangedAt: TIME, Origin: 'Recipient' },
      [
        { MessageStream: 'news' },
        { MessageStream: 'offers' },
        { SuppressSending: false },
        { SuppressionReason: 'HardBounce' },
      ],
      (event: object) => event,
    ],
  ] as const)('of %s is told apart by what it says: %o', (name, event, changes, wrap) => {
    const keys = () => [{}, ...changes].map((change) => keyOf(name, { ...event, ...change }, wrap));
    expect(new Set(keys()).size).toBe(changes.length + 1);
    expect(keys()).toEqual(keys());
  });
});

it('a report without an id is told apart by the mail that it is on', async () => {
  const key = async (of: string): Promise<string | undefined> => {
    const raw = report({
      header: ['Date: Mon, 5 Jan 2026 10:00:00 +0000'],
      status: recipient(),
      original: ['To: a@example.com', `Message-ID: <${of}>`],
    });
    return (await readReport(raw))[0]?.dedupKey;
  };
  expect(await key('one@example.org')).toBe(await key('one@example.org'));
  expect(await key('one@example.org')).not.toBe(await key('two@example.org'));
});
