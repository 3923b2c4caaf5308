/** What organizations can be told of. */
export const WEBHOOK_EVENT_TYPES = [
  'batch.completed',
  'batch.cancelled',
  'batch.failed',
  'credits.low',
  'credits.exhausted',
  'feedback.block_alarm',
  'feedback.source_failing',
  'token.expiring',
] as const;

/** What an endpoint can be registered for. */
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];

/** `test` goes to the endpoint that is tried, whatever it is registered for. */
export const SENT_EVENT_TYPES = [...WEBHOOK_EVENT_TYPES, 'test'] as const;

/** What is sent. */
export type SentEventType = (typeof SENT_EVENT_TYPES)[number];
