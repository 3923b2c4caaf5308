import type { OpenAPIObject } from '@nestjs/swagger';

type Schema = Record<string, unknown>;
interface Described {
  summary: string;
  data: Record<string, Schema>;
  example: object;
}

const integer = (description: string): Schema => ({ type: 'integer', description });
const text = (description: string): Schema => ({ type: 'string', description });
const instant = (description: string): Schema => ({ type: 'string', format: 'date-time', description });
const orNull = (schema: Schema): Schema => ({ ...schema, type: [schema['type'], 'null'] });
const links = (names: Record<string, string>): Schema => ({
  type: 'object',
  description: 'Where there is more of it.',
  properties: Object.fromEntries(Object.entries(names).map(([name, description]) => [name, text(description)])),
  required: Object.keys(names),
});

const HOST = 'https://check.example.org';
const BATCH: Record<string, Schema> = {
  batch_id: integer('Id of the batch.'),
  name: text('What it is called.'),
  total_count: integer('Its rows.'),
  processed_count: integer('Those that are answered.'),
  valid_count: integer('Those that are `valid`.'),
  invalid_count: integer('Those that are `invalid`.'),
  risky_count: integer('Those that are `risky` or `catch_all`.'),
  unknown_count: integer('Those that are `unknown`.'),
  credits_used: integer('What it cost.'),
  links: links({ self: 'The batch.', download: 'Its results.' }),
};
const TEST: Record<string, Schema> = {
  test: { type: 'boolean', enum: [true], description: 'Only of a batch that was sent with a test token.' },
};
const BATCH_EXAMPLE = {
  batch_id: 12,
  name: 'Newsletter',
  total_count: 3,
  processed_count: 3,
  valid_count: 2,
  invalid_count: 1,
  risky_count: 0,
  unknown_count: 0,
  credits_used: 3,
  links: { self: `${HOST}/v1/validate/batch/12`, download: `${HOST}/v1/validate/batch/12/download` },
};
const CREDITS: Record<string, Schema> = {
  balance: integer('Credits that are left.'),
  warn_below: orNull(integer('From which balance down the organization wants to be warned; null: it does not.')),
  links: links({ balance: 'The balance.' }),
};
const creditsExample = (balance: number): object => ({
  balance,
  warn_below: 1000,
  links: { balance: `${HOST}/v1/credits/balance` },
});

/** By the type of the event. */
const EVENTS: Record<string, Described> = {
  'batch.completed': { summary: 'All rows of a batch are answered', data: BATCH, example: BATCH_EXAMPLE },
  'batch.cancelled': { summary: 'A batch was cancelled', data: BATCH, example: BATCH_EXAMPLE },
  'batch.failed': {
    summary: 'A batch had rows left that could not be worked on; it is cancelled, and its credits are back',
    data: BATCH,
    example: BATCH_EXAMPLE,
  },
  'credits.low': {
    summary: 'The balance fell below what the organization wants to be warned of: once a fall',
    data: CREDITS,
    example: creditsExample(999),
  },
  'credits.exhausted': {
    summary: 'The balance fell to 0: once a fall, in place of credits.low where it is both',
    data: CREDITS,
    example: creditsExample(0),
  },
  'feedback.block_alarm': {
    summary: 'Mail hosts refuse the mails of the organization for what they hold of its sender: once a day',
    data: {
      blocks_at_least: integer('Mails that were blocked.'),
      within_minutes: integer('In how many minutes.'),
      links: links({ events: 'The events.' }),
    },
    example: { blocks_at_least: 10, within_minutes: 60, links: { events: `${HOST}/v1/feedback/events?type=block` } },
  },
  'feedback.source_failing': {
    summary: 'What a source of feedback sends is refused or can not be read: once a day and source',
    data: { source_id: integer('Id of the source.'), reason: text('What is wrong, in a sentence.') },
    example: { source_id: 4, reason: 'No signature of the request was made with the secret of this source.' },
  },
  'token.expiring': {
    summary: 'A token that works for the organization expires within a week: once',
    data: {
      token_id: text('Id of the token.'),
      name: text('What it is called.'),
      hint: orNull(text('Its last four characters.')),
      account_id: integer('Whose it is.'),
      expires_at: instant('When it expires.'),
      links: links({ tokens: 'Where a new one is made.' }),
    },
    example: {
      token_id: '0b8f6a52-3a0e-4c0e-9e0a-3f6f5d1c2b4a',
      name: 'Shop',
      hint: 'x7Qk',
      account_id: 2,
      expires_at: '2026-12-05T09:30:00.000Z',
      links: { tokens: `${HOST}/dashboard/#/tokens` },
    },
  },
  test: {
    summary: 'Somebody tries the webhook',
    data: { webhook_id: integer('Id of the webhook.') },
    example: { webhook_id: 3 },
  },
};

const HEADERS = {
  'webhook-id': 'The event: the same in each attempt, by which what comes twice is known.',
  'webhook-timestamp': 'When the attempt was made, in seconds since 1970.',
  'webhook-signature':
    '`v1,` and the HMAC-SHA256, in base64, of `webhook-id.webhook-timestamp.body` with the secret behind `whsec_`, in base64; for a day after a rotation two, with a blank between them.',
};

/** Adds what is posted to webhooks to a document of OpenAPI 3.1. */
export function describeWebhooks(document: OpenAPIObject): OpenAPIObject {
  const described = Object.entries(EVENTS).map(([type, event]) => [type, { post: operation(type, event) }]);
  return { ...document, webhooks: Object.fromEntries(described) as NonNullable<OpenAPIObject['webhooks']> };
}

function operation(type: string, { summary, data, example }: Described): object {
  const timestamp = '2026-11-28T09:30:00.000Z';
  return {
    tags: ['Webhooks'],
    operationId: `webhook_${type.replace('.', '_')}`,
    summary,
    parameters: Object.entries(HEADERS).map(([header, description]) => ({
      name: header,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['type', 'timestamp', 'data'],
            properties: {
              type: { type: 'string', enum: [type], description: 'What happened.' },
              timestamp: instant('When.'),
              data: {
                type: 'object',
                required: Object.keys(data),
                properties: type.startsWith('batch.') ? { ...data, ...TEST } : data,
              },
            },
          },
          example: { type, timestamp, data: example },
        },
      },
    },
    responses: {
      '2XX': {
        description: 'Taken. All else is a failure, after which it is sent again; 410 switches the webhook off.',
      },
    },
  };
}
