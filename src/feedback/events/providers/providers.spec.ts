import { FIXTURES, TOPIC, request, requestOf, type Fixture } from '../../../../test/feedback/fixtures/requests';
import { createProviders } from '../create-providers';
import type { FeedbackEvent } from '../feedback-event';
import { FEEDBACK_PROVIDERS, MalformedFeedbackError, type FeedbackProviderName } from '../feedback-provider';

const providers = createProviders({
  certificates: { certificateFor: () => Promise.reject(new Error('not asked for')) },
});

/** What a fixture says of an event, and no more. */
function shown(event: FeedbackEvent, expected: Fixture['events'][number] | undefined): unknown {
  const { type, strength, recipient } = event;
  const more = Object.keys(expected ?? {}).map((key) => [key, (event as unknown as Record<string, unknown>)[key]]);
  const occurredAt = expected?.occurredAt && event.occurredAt.toISOString();
  return {
    type,
    ...Object.fromEntries(more),
    ...(strength && { strength }),
    ...(recipient && { recipient }),
    ...(occurredAt && { occurredAt }),
  };
}

describe.each(FEEDBACK_PROVIDERS)('%s', (name) => {
  it.each(FIXTURES[name].map((fixture) => [fixture.of, fixture] as const))('%s', (_of, fixture) => {
    const { events } = providers[name].read(requestOf(name, fixture));
    expect(events.map((event, index) => shown(event, fixture.events[index]))).toEqual(fixture.events);
  });

  it('marks nobody by what it ignores', () => {
    const all = FIXTURES[name].flatMap((fixture) => providers[name].read(requestOf(name, fixture)).events);
    expect(all.filter(({ type, recipient }) => type === 'ignored' && recipient !== undefined)).toEqual([]);
  });

  it('gives the same event the same key, and another another', () => {
    const keys = (fixture: Fixture): string[] =>
      providers[name].read(requestOf(name, fixture)).events.map(({ dedupKey }) => dedupKey);
    const several = FIXTURES[name].filter(({ events }) => events.filter(({ type }) => type !== 'ignored').length > 1);
    for (const fixture of FIXTURES[name]) expect(keys(fixture)).toEqual(keys(fixture));
    for (const fixture of several) expect(new Set(keys(fixture)).size).toBe(fixture.events.length);
  });

  it.each(['', 'x', '{', 'null', '1', '"x"', '{}', '[1', 'a=b&c=d', '\u0000', '[{"msys":1}]'])(
    'takes no %j',
    (body) => {
      const read = (): unknown => providers[name].read(request(body));
      expect(read).toThrow(MalformedFeedbackError);
    },
  );

  it('answers each trouble', () => {
    const STATUSES: Partial<Record<FeedbackProviderName, number[]>> = {
      mailgun: [401, 406, 503, 406],
      brevo: [401, 400, 429, 410],
    };
    const troubles = (['bad_signature', 'malformed', 'busy', 'disabled'] as const).map(providers[name].statusFor);
    expect(troubles).toEqual(STATUSES[name] ?? [401, 400, 503, 410]);
  });

  it('reads what is huge in bounds', () => {
    const [fixture] = FIXTURES[name];
    const text = JSON.stringify(fixture?.body)
      .replaceAll('unknown', `unknown ${'x'.repeat(20_000)}`)
      .replaceAll('"m1"', `"${'m'.repeat(10_240)}"`);
    const [event] = providers[name].read(requestOf(name, { body: JSON.parse(text) as unknown })).events;
    expect(event?.diagnostic?.length).toBeLessThanOrEqual(1000);
    expect(event?.messageId?.length).toBeLessThanOrEqual(255);
    expect(event?.dedupKey.length).toBeLessThanOrEqual(255);
  });
});

it('reads what comes by EventBridge as what comes by SNS', () => {
  for (const fixture of FIXTURES.ses) {
    const bridge = {
      version: '0',
      id: 'e1',
      'detail-type': 'x',
      source: 'aws.ses',
      region: 'eu-west-1',
      detail: fixture.body,
    };
    const { publishedBy, ...content } = providers.ses.read(requestOf('ses', fixture));
    expect(publishedBy).toBe(TOPIC);
    expect(providers.ses.read(request(JSON.stringify(bridge)))).toEqual(content);
  }
});

describe('ten thousand events at once', () => {
  it.each([
    ['sendgrid', (events: unknown[]) => events],
    ['sparkpost', (events: unknown[]) => events],
    ['mailjet', (events: unknown[]) => events],
    ['brevo', (events: unknown[]) => events],
    ['mandrill', (events: unknown[]) => events],
  ] as const)('of %s are read', (name, wrap) => {
    const body = FIXTURES[name][0]?.body;
    const one: unknown = Array.isArray(body) ? body[0] : body;
    const { events } = providers[name].read(requestOf(name, { body: wrap(Array.from({ length: 10_000 }, () => one)) }));
    expect(events).toHaveLength(10_000);
  });

  it('of our own form are too many', () => {
    const events = Array.from({ length: 10_000 }, () => ({
      type: 'delivered',
      email: 'a@example.com',
      occurred_at: 1,
    }));
    expect(() => providers.generic.read(requestOf('generic', { body: { events } }))).toThrow('At most 1000 events');
  });

  it('of one bounce of SES are read', () => {
    const bouncedRecipients = Array.from({ length: 10_000 }, (_, index) => ({ emailAddress: `a${index}@example.com` }));
    const body = {
      eventType: 'Bounce',
      mail: {},
      bounce: { bouncedRecipients, bounceType: 'Permanent', feedbackId: 'f', timestamp: '2026-01-05T10:00:00Z' },
    };
    const { events } = providers.ses.read(requestOf('ses', { body }));
    expect(new Set(events.map(({ dedupKey }) => dedupKey)).size).toBe(10_000);
  });
});

it('does not take a rounded number for an id', () => {
  const sent = (id: string): string | undefined => {
    const body = `{"event":"sent","time":1767600000,"MessageID":${id},"email":"a@example.com"}`;
    return providers.mailjet.read(request(body)).events[0]?.messageId;
  };
  expect(sent('19421777835146491')).toBeUndefined();
  expect(sent('1942177783514649')).toBe('1942177783514649');
});
