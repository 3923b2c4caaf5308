import type { Delivery, DeliveryStatus, KeyedWebhook, Limits, Webhook, WebhookWish } from './developer-types';
import { query } from './query';
import { request } from './request';

export type * from './developer-types';

/** Calls for those who write programs: webhooks, and what an organization may use. */

const base = (id: number): string => `/organizations/${id}/webhooks`;
const webhook = (id: number, webhookId: number): string => `${base(id)}/${webhookId}`;

export const webhooks = {
  list: (id: number) => request<Webhook[]>('GET', base(id)),
  create: (id: number, wish: WebhookWish) => request<KeyedWebhook>('POST', base(id), wish),
  change: (id: number, webhookId: number, wish: Partial<WebhookWish>) =>
    request<Webhook>('PATCH', webhook(id, webhookId), wish),
  switch: (id: number, webhookId: number, isEnabled: boolean) =>
    request<Webhook>('PATCH', webhook(id, webhookId), { is_enabled: isEnabled }),
  /** @param endPrevious what the last rotation replaced ends now */
  rotate: (id: number, webhookId: number, endPrevious: boolean) =>
    request<KeyedWebhook>(
      'POST',
      `${webhook(id, webhookId)}/rotate${query({ end_previous: endPrevious ? 'true' : null })}`,
    ),
  remove: (id: number, webhookId: number) => request<undefined>('DELETE', webhook(id, webhookId)),
  test: (id: number, webhookId: number) => request<{ event_id: string }>('POST', `${webhook(id, webhookId)}/test`),
  /** @param status empty: all */
  deliveries: (id: number, webhookId: number, status: DeliveryStatus | '', before: number | null) =>
    request<{ deliveries: Delivery[]; next_before: number | null }>(
      'GET',
      `${webhook(id, webhookId)}/deliveries${query({ status, before, limit: 20 })}`,
    ),
  resend: (id: number, webhookId: number, deliveryId: number) =>
    request<undefined>('POST', `${webhook(id, webhookId)}/deliveries/${deliveryId}/resend`),
  recover: (id: number, webhookId: number, since: string) =>
    request<{ count: number }>('POST', `${webhook(id, webhookId)}/recover`, { since }),
};

export const limits = {
  read: (id: number) => request<Limits>('GET', `/organizations/${id}/limits`),
};
