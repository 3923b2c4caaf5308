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

/** What is sent: `test` goes to the endpoint that is tried, whatever it is registered for. */
export type SentEventType = WebhookEventType | 'test';
