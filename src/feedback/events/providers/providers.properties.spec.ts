import fc from 'fast-check';
import { FIXTURES, notification, request, requestOf } from '../../../../test/feedback/fixtures/requests';
import { createProviders } from '../create-providers';
import { FEEDBACK_EVENT_TYPES, type FeedbackEvent } from '../feedback-event';
import { FEEDBACK_PROVIDERS, MalformedFeedbackError, type FeedbackProviderName } from '../feedback-provider';
import { runs } from '../../../../test/support/runs';

const providers = createProviders({
  certificates: { certificateFor: () => Promise.reject(new Error('not asked for')) },
});
const CONTROLS = /[\u0000-\u001f\u007f]/;

/** The bounds of the model, whatever was sent. */
function isWithinBounds(event: FeedbackEvent): boolean {
  const {
    type,
    strength,
    recipient,
    occurredAt,
    dedupKey,
    smtpCode,
    enhancedCode,
    diagnostic,
    providerClass,
    messageId,
    scope,
  } = event;
  return (
    FEEDBACK_EVENT_TYPES.includes(type) &&
    (strength === undefined) === (type !== 'hard_bounce') &&
    !Number.isNaN(occurredAt.getTime()) &&
    dedupKey.length > 0 &&
    dedupKey.length <= 255 &&
    (recipient === undefined || (/^[^\s]+@[^\s@]+$|^".*"@/.test(recipient) && recipient.length <= 254)) &&
    (smtpCode === undefined || (Number.isInteger(smtpCode) && smtpCode >= 200 && smtpCode <= 599)) &&
    (enhancedCode === undefined || /^[245]\.\d{1,3}\.\d{1,3}$/.test(enhancedCode)) &&
    (diagnostic?.length ?? 0) <= 1000 &&
    (providerClass?.length ?? 0) <= 100 &&
    (messageId?.length ?? 0) <= 255 &&
    (scope?.length ?? 0) <= 100 &&
    ![recipient, dedupKey, diagnostic, providerClass, messageId, scope].some((text) => CONTROLS.test(text ?? ''))
  );
}

/** Reads it, and says whether it was taken; any other error than the one for such bodies comes through. */
function events(
  name: FeedbackProviderName,
  body: string,
  headers: Record<string, string> = {},
): readonly FeedbackEvent[] {
  try {
    return providers[name].read(request(body, headers)).events;
  } catch (error) {
    if (error instanceof MalformedFeedbackError) return [];
    throw error;
  }
}

const anyValue = fc.jsonValue({ maxDepth: 4 });
const odd = fc.oneof(
  anyValue,
  fc.constantFrom(
    '',
    'x'.repeat(10_240),
    '\u0000',
    'constructor',
    '__proto__',
    1e308,
    -1,
    1.5,
    Number.MAX_SAFE_INTEGER + 1,
    '1e999',
    'ä@ö',
    '<a@b>',
  ),
);

/** A value with one of its leaves, or of its branches, replaced. */
function altered(value: unknown, path: number[], replacement: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined || typeof value !== 'object' || value === null) return replacement;
  const keys = Object.keys(value);
  const key = keys[step % Math.max(keys.length, 1)];
  if (key === undefined) return replacement;
  const changed = altered((value as Record<string, unknown>)[key], rest, replacement);
  return Array.isArray(value)
    ? value.map((item: unknown, index) => (index.toString() === key ? changed : item))
    : { ...value, [key]: changed };
}

describe.each(FEEDBACK_PROVIDERS)('%s', (name) => {
  it('reads any JSON, or says that it is none of its own', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(events(name, JSON.stringify(value)).every(isWithinBounds)).toBe(true);
      }),
    );
  });

  it('reads any bytes, or says so', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), fc.constantFrom('', 'mandrill_events='), (bytes, front) => {
        expect(events(name, front + Buffer.from(bytes).toString('latin1'))).toEqual([]);
      }),
    );
  });

  it('reads what is its own but for one thing', () => {
    const fixtures = FIXTURES[name];
    fc.assert(
      fc.property(
        fc.nat(fixtures.length - 1),
        fc.array(fc.nat(20), { maxLength: 7 }),
        odd,
        (index, path, replacement) => {
          const body = altered(fixtures[index]?.body, path, replacement);
          const sent = requestOf(name, { body, headers: { 'svix-id': 'msg_1' } });
          expect(events(name, sent.body.toString(), { 'svix-id': 'msg_1' }).every(isWithinBounds)).toBe(true);
        },
      ),
      { numRuns: runs(500) },
    );
  });

  it('verifies without an error of its own', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          anyValue.map((value) => JSON.stringify(value)),
          fc.string(),
        ),
        fc.string(),
        async (body, header) => {
          const names = [
            'authorization',
            'webhook-id',
            'webhook-timestamp',
            'webhook-signature',
            'x-mandrill-signature',
          ];
          const twilio = ['signature', 'timestamp'].map((part) => `x-twilio-email-event-webhook-${part}`);
          const headers = Object.fromEntries([...names, ...twilio].map((key) => [key, header]));
          const verified = providers[name].verify(
            request(body, headers),
            { secrets: ['s3cret'] },
            new Date('2026-01-05T10:00:00Z'),
          );
          await expect(
            verified.catch((error: unknown) => ({ ok: !(error instanceof MalformedFeedbackError) })),
          ).resolves.toMatchObject({ ok: false });
        },
      ),
    );
  });
});

it('reads any message of SNS', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        anyValue.map((value) => JSON.stringify(value)),
      ),
      (message) => {
        expect(events('ses', JSON.stringify(notification(message))).every(isWithinBounds)).toBe(true);
      },
    ),
  );
});

it('reads what is nested without end', () => {
  const nested = '['.repeat(100_000) + ']'.repeat(100_000);
  for (const name of FEEDBACK_PROVIDERS) {
    expect(events(name, nested)).toEqual([]);
    expect(events(name, `{"event":"x","data":${nested}}`).every(isWithinBounds)).toBe(true);
  }
});
