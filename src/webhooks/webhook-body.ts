import type { WebhookEvent } from './webhook-event.entity';

/** What is posted of an event (Standard Webhooks 1.0.0): the same in each attempt. */
export function bodyOf({ type, data, occurredAt }: Pick<WebhookEvent, 'type' | 'data' | 'occurredAt'>): string {
  const timestamp = new Date(occurredAt).toISOString();
  return `{"type":${JSON.stringify(type)},"timestamp":"${timestamp}","data":${data}}`;
}
