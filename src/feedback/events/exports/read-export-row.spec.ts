import fc from 'fast-check';
import { exportColumns, type ExportColumns } from './export-columns';
import { readExportRow } from './read-export-row';

function columnsOf(header: string[]): ExportColumns {
  const columns = exportColumns(header);
  if ('fault' in columns) throw new Error(columns.fault);
  return columns;
}
const read = (header: string, row: string[]): object => {
  const result = readExportRow(columnsOf(header.split(',')), row);
  return 'event' in result ? result.event : result;
};
const DATE = '2026-01-05T10:00:00Z';
const OCCURRED = { recipient: 'a@example.com', occurredAt: new Date(DATE) };

describe('our own columns', () => {
  const HEADER = 'email,type,occurred_at,smtp_code,enhanced_code,diagnostic,id';

  it('are read as our own events are', () => {
    expect(
      read(HEADER, ['a@example.com', 'hard_bounce', DATE, '550', '5.1.1', '550 5.1.1 user unknown', 'evt-1']),
    ).toEqual({
      ...OCCURRED,
      type: 'hard_bounce',
      strength: 'strong',
      dedupKey: 'evt-1',
      smtpCode: 550,
      enhancedCode: '5.1.1',
      diagnostic: '550 5.1.1 user unknown',
      providerClass: 'hard_bounce',
    });
  });

  it('in any spelling and order, with a byte order mark, beside others', () => {
    const row = ['x', DATE, 'complaint', 'a@example.com'];
    expect(read('\ufeffTags,"Occurred At",TYPE, E-Mail Address ', row)).toMatchObject({
      ...OCCURRED,
      type: 'complaint',
    });
  });

  it.each([
    ['no address', ['joe', 'bounce', DATE], '"email" must be an email address.'],
    ['no time', ['a@example.com', 'bounce', '05/01/2026'], expect.stringContaining('"occurred_at" must be a time')],
    ['an unknown type', ['a@example.com', 'opened', DATE], expect.stringContaining('"type" must be one of')],
    ['too few cells', ['a@example.com'], expect.stringContaining('"occurred_at"')],
  ])('say what is wrong with %s', (_what, row, fault) => {
    expect(read(HEADER, row)).toEqual({ fault });
  });

  it('are named as the file names them, with the forms of times that are read', () => {
    const fault = (row: string[]) => read('Recipient,Event, Date ', row);
    expect(fault(['a@example.com', 'bounce', '20/11/2026'])).toEqual({
      fault: expect.stringMatching(/^"Date" must be a time: 2026-01-05, .* 05\/01\/2026 .* is not read\.$/),
    });
    expect(fault(['joe', 'bounce', DATE])).toEqual({ fault: '"Recipient" must be an email address.' });
    expect(fault(['a@example.com', 'opened', DATE])).toEqual({
      fault: expect.stringMatching(/^"Event" must be one of/),
    });
    expect(readExportRow(columnsOf(['email', 'd'.repeat(9000), 'date']), ['joe', '', DATE])).toEqual({
      fault: '"email" must be an email address.',
    });
  });

  it('need an address and a time', () => {
    expect(exportColumns(['type', 'date'])).toEqual({ fault: expect.stringContaining('"email"') });
    expect(exportColumns(['email', 'type'])).toEqual({ fault: expect.stringContaining('"occurred_at"') });
    expect(exportColumns([])).toEqual({ fault: expect.any(String) });
  });
});

describe('an export', () => {
  it.each([
    [
      'SendGrid, bounces',
      'status,reason,email,created',
      ['5.1.1', '550 5.1.1 user unknown', 'a@example.com', '1767607200'],
      { ...OCCURRED, type: 'hard_bounce', strength: 'strong', enhancedCode: '5.1.1' },
    ],
    [
      'SendGrid, blocks',
      'status,reason,email,created',
      ['5.7.1', '550 5.7.1 blocked using zen.spamhaus.org', 'a@example.com', '1767607200'],
      { ...OCCURRED, type: 'block' },
    ],
    [
      'Mailgun, bounces',
      'address,code,error,created_at',
      ['a@example.com', '550', '5.1.1 user unknown', 'Mon, 05 Jan 2026 10:00:00 GMT'],
      { ...OCCURRED, type: 'hard_bounce', strength: 'strong', smtpCode: 550 },
    ],
    [
      'Mailgun, unsubscribed',
      'address,created_at',
      ['a@example.com', 'Mon, 05 Jan 2026 10:00:00 UTC'],
      { ...OCCURRED, type: 'suppressed' },
    ],
    [
      'Amazon SES, a bounce',
      'EmailAddress,Reason,LastUpdateTime',
      ['a@example.com', 'BOUNCE', '2026-01-05T10:00:00.000Z'],
      { ...OCCURRED, type: 'suppressed' },
    ],
    [
      'Amazon SES, a complaint',
      'EmailAddress,Reason,LastUpdateTime',
      ['a@example.com', 'COMPLAINT', '2026-01-05T10:00:00.000000+00:00'],
      { ...OCCURRED, type: 'complaint' },
    ],
    [
      'Postmark',
      'EmailAddress,SuppressionReason,Origin,CreatedAt',
      ['a@example.com', 'HardBounce', 'Recipient', '2026-01-05T05:00:00-05:00'],
      { ...OCCURRED, type: 'suppressed' },
    ],
    [
      'Postmark, a complaint',
      'EmailAddress,SuppressionReason,Origin,CreatedAt',
      ['a@example.com', 'SpamComplaint', 'Recipient', DATE],
      { ...OCCURRED, type: 'complaint' },
    ],
    [
      'SparkPost',
      'recipient,type,source,description,created',
      ['a@example.com', 'non_transactional', 'Bounce Rule', '550 5.1.1 user unknown', DATE],
      { ...OCCURRED, type: 'suppressed' },
    ],
    [
      'SparkPost, unsubscribed',
      'recipient,type,source,description,created',
      ['a@example.com', 'transactional', 'List Unsubscribe', '', DATE],
      { ...OCCURRED, type: 'unsubscribe' },
    ],
    [
      'Mandrill',
      'email,reason,detail,created_at',
      ['a@example.com', 'hard-bounce', '550 5.1.1 user unknown', '2026-01-05 10:00:00'],
      { ...OCCURRED, type: 'suppressed' },
    ],
    [
      'Mandrill, a complaint',
      'email,reason,detail,created_at',
      ['a@example.com', 'spam', '', '2026-01-05 10:00:00 UTC'],
      { ...OCCURRED, type: 'complaint' },
    ],
    [
      'a list of events',
      'Event,Email,Time',
      ['Hard Bounce', 'a@example.com', '1767607200000'],
      { ...OCCURRED, type: 'hard_bounce', strength: 'strong' },
    ],
    ['a bare list', 'Email Address,Date', ['a@example.com', '2026-01-05T10:00Z'], { ...OCCURRED, type: 'suppressed' }],
    [
      'words in the columns of codes',
      'email,code,status,error,created',
      ['a@example.com', 'n/a', 'bounced', '550 5.1.1 user unknown', DATE],
      { ...OCCURRED, type: 'hard_bounce', strength: 'strong' },
    ],
  ] as const)('of %s', (_what, header, row, expected) => {
    expect(read(header, [...row])).toMatchObject(expected);
  });

  it('takes what its rows do not say from whoever sends it, and nothing else', () => {
    const columns = exportColumns(['who', 'type', 'error'], 0, false);
    if ('fault' in columns) throw new Error(columns.fault);
    const unsaid = { type: 'hard_bounce', occurredAt: DATE } as const;
    const event = (...cells: string[]) => readExportRow(columns, cells, unsaid);
    expect(event('a@example.com')).toMatchObject({ event: { ...OCCURRED, type: 'hard_bounce', strength: 'strong' } });
    expect(event('a@example.com', 'complaint')).toMatchObject({ event: { ...OCCURRED, type: 'complaint' } });
    expect(event('a@example.com', '', '452 4.2.2 mailbox full')).toMatchObject({ event: { type: 'soft_bounce' } });
    expect(event('a@example.com', 'opened')).toEqual({ fault: expect.stringContaining('"type"') });
    expect(exportColumns(['who', 'type'], 0)).toEqual({ fault: expect.stringContaining('"occurred_at"') });
  });

  it('twice has the same keys, and no two rows the same', () => {
    const [header, row] = ['email,reason,created', ['a@example.com', '550 5.1.1 user unknown', DATE]];
    const other = ['b@example.com', '550 5.1.1 user unknown', DATE];
    const keys = [row, row, other].map((cells) => (read(header, cells) as { dedupKey: string }).dedupKey);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[0]).not.toBe(keys[2]);
  });
});

it('never throws', () => {
  const columns = columnsOf('email,type,reason,created,code,status,error,id'.split(','));
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 10 }), (row) => {
      const result = readExportRow(columns, row);
      expect('event' in result || result.fault.length > 0).toBe(true);
    }),
  );
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (header) => typeof exportColumns(header) === 'object'),
  );
});
