import type { SentEventType, WebhookEventType } from '../../../src/webhooks/webhook-event-types';

/** Webhooks, and what an organization may use, as they travel. Times are ISO 8601. */

export type { SentEventType, WebhookEventType };
export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'stopped';
export type DeliveryError =
  | 'http_not_allowed'
  | 'dns'
  | 'forbidden_address'
  | 'connection'
  | 'tls'
  | 'timeout'
  | 'redirect'
  | 'status'
  | 'secret';

export interface Webhook {
  id: number;
  url: string;
  /** Null: all. */
  event_types: WebhookEventType[] | null;
  /** `warning`: nothing but failures for a day. */
  state: 'on' | 'warning' | 'off';
  disabled_at: string | null;
  disabled_reason: 'switched_off' | 'gone' | 'failing' | null;
  failing_since: string | null;
  last_failure_at: string | null;
  last_success_at: string | null;
  old_secret_until: string | null;
  created_at: string;
}

export type KeyedWebhook = Webhook & { secret: string };

export interface DeliveryAttempt {
  attempted_at: string;
  latency_ms: number | null;
  http_status: number | null;
  error: DeliveryError | null;
}

export interface Delivery {
  id: number;
  event_id: string;
  type: SentEventType;
  status: DeliveryStatus;
  attempts: number;
  next_attempt_at: string | null;
  attempted_at: string | null;
  latency_ms: number | null;
  http_status: number | null;
  error: DeliveryError | null;
  /** The beginning of the last answer's body. */
  response: string | null;
  earlier_attempts: DeliveryAttempt[];
  occurred_at: string;
  /** JSON, as it is posted. */
  body: string;
}

export interface WebhookWish {
  url: string;
  event_types: WebhookEventType[] | null;
}

interface RateBudget {
  limit: number;
  remaining: number;
  reset_seconds: number;
}

export interface TokenRate extends RateBudget {
  token_id: string;
  name: string;
  hint: string | null;
}

export interface Limits {
  organization_rate: RateBudget;
  token_rates: TokenRate[];
  uploads: { max_file_bytes: number; max_columns: number; at_a_time: number; at_a_time_of_account: number };
  storage: {
    lists: number;
    max_lists: number;
    lists_at_work: number;
    bytes: number;
    max_bytes: number;
    kept_days: number;
  };
}
