import { OPERATOR } from '../../src/audit/actor';
import { GuardedFetch } from '../../src/common/guarded-fetch';
import { readConfig } from '../../src/config/env';
import { sharedSql } from '../../src/database/database.module';
import { webhookFetch } from '../../src/webhooks/delivery/webhook-fetch';
import { WebhookDeliveries, type ListedDelivery } from '../../src/webhooks/webhook-deliveries.service';
import { WebhookEndpoints, type KeyedEndpoint } from '../../src/webhooks/webhook-endpoints.service';
import type { WebhookEventType } from '../../src/webhooks/webhook-event-types';
import { BatchService } from '../batches/batch-service';
import { ScriptedEngine } from '../batches/scripted-engine';
import type { SetUp } from '../support/set-ups';

/** Receivers of the tests are at 127.0.0.1; nothing else inside of a network may be dialled. */
export const ALLOWED = {
  WEBHOOK_ALLOW_HTTP: 'on',
  WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32',
  PUBLIC_URL: 'https://check.example.org',
};

/** The service with webhooks to receivers of the test. @param options of its client */
export function startWebhookService(
  setUp: SetUp,
  { env = {}, ...options }: { env?: Record<string, string>; withinMs?: number; ca?: string } = {},
): Promise<BatchService> {
  const settings = { ...setUp.env, ...ALLOWED, ...env };
  const fetch = webhookFetch(readConfig(settings), options);
  return BatchService.start(settings, new ScriptedEngine(), sharedSql, [{ provide: GuardedFetch, useValue: fetch }]);
}

export function register(
  service: BatchService,
  organizationId: number,
  url: string,
  eventTypes: WebhookEventType[] | null = null,
): Promise<KeyedEndpoint> {
  return service.app.get(WebhookEndpoints).create({ organizationId, url, eventTypes }, OPERATOR);
}

/** The deliveries of an endpoint, the newest first. */
export async function deliveriesOf(
  service: BatchService,
  { id, organizationId }: KeyedEndpoint['endpoint'],
): Promise<ListedDelivery[]> {
  const query = { before: null, limit: 100, statuses: null };
  return (await service.app.get(WebhookDeliveries).page(organizationId, id, query)).deliveries;
}
