import { IsNull, LessThanOrEqual, type FindOptionsWhere } from 'typeorm';
import type { WebhookEndpoint } from '../webhook-endpoint.entity';
import { WARNING_AFTER_MS } from '../webhook-endpoints.service';
import type { WebhookNews } from '../webhook-mail-texts';

/** Nothing but failures for so long, and the endpoint is switched off. */
const OFF_AFTER_MS = 5 * 24 * 3_600_000;

/** What a failure changes for an endpoint, and what is told of it. */
export interface EndpointChange {
  news: WebhookNews;
  values: Pick<WebhookEndpoint, 'warnedAt'> | Pick<WebhookEndpoint, 'disabledAt' | 'disabledReason'>;
  /** What must be true of it, beside that it is on. */
  condition: FindOptionsWhere<WebhookEndpoint>;
}

/**
 * What another failure changes for an endpoint, beside that it fails; null: nothing.
 * @param endpoint `failingSince` null: it did not fail before
 * @param isGone it says itself that it wants nothing more
 */
export function changeOf(
  { failingSince, warnedAt }: Pick<WebhookEndpoint, 'failingSince' | 'warnedAt'>,
  isGone: boolean,
  now: number,
): EndpointChange | null {
  if (isGone) return { news: 'gone', values: { disabledAt: now, disabledReason: 'gone' }, condition: {} };
  const failingMs = failingSince === null ? 0 : now - failingSince;
  if (failingMs >= OFF_AFTER_MS) {
    const condition = { failingSince: LessThanOrEqual(now - OFF_AFTER_MS) };
    return { news: 'failing', values: { disabledAt: now, disabledReason: 'failing' }, condition };
  }
  if (failingMs < WARNING_AFTER_MS || (warnedAt !== null && warnedAt >= (failingSince ?? now))) return null;
  const condition = {
    failingSince: LessThanOrEqual(now - WARNING_AFTER_MS),
    // As it was read: who warns first is the only one.
    warnedAt: warnedAt ?? IsNull(),
  };
  return { news: 'warning', values: { warnedAt: now }, condition };
}
