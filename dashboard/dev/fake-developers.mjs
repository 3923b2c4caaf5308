const hour = 3_600_000;
const ago = (ms) => new Date(Date.now() - ms).toISOString();

const webhook = (id, url, types, rest = {}) => ({
  id,
  url,
  event_types: types,
  state: 'on',
  disabled_at: null,
  disabled_reason: null,
  failing_since: null,
  last_failure_at: null,
  last_success_at: ago(180_000),
  old_secret_until: null,
  created_at: ago(40 * 24 * hour),
  ...rest,
});

const delivery = (id, type, data, age, rest = {}) => ({
  id,
  event_id: `msg_2b0s9Q1mD4yq3kqv3T0nq5a${id}`,
  type,
  status: 'delivered',
  attempts: 1,
  next_attempt_at: null,
  attempted_at: ago(age),
  latency_ms: 38 + id,
  http_status: 204,
  error: null,
  response: null,
  earlier_attempts: [],
  occurred_at: ago(age + 200),
  body: JSON.stringify({ type, timestamp: ago(age + 200), data }),
  ...rest,
});

const test = delivery(9, 'test', { webhook_id: 1 }, 0);
const batch = { batch_id: 41, name: 'customers', total_count: 12_480, processed_count: 12_480, valid_count: 9_860 };

/** Webhooks and limits, made up. */
export const developers = {
  webhooks: [
    webhook(1, 'https://shop.example.org/hooks/lists', ['batch.completed', 'batch.failed', 'credits.low']),
    webhook(2, 'https://crm.example.org/events', null, {
      failing_since: ago(3 * hour),
      last_failure_at: ago(1_800_000),
      last_success_at: ago(4 * hour),
    }),
  ],
  test: { event_id: test.event_id },
  deliveries: [
    test,
    delivery(8, 'batch.completed', batch, 180_000, {
      attempts: 2,
      earlier_attempts: [{ attempted_at: ago(186_000), latency_ms: 2011, http_status: 503, error: 'status' }],
    }),
    delivery(7, 'credits.low', { balance: 498, warn_below: 500 }, 26 * hour),
  ],
  limits: {
    organization_rate: { limit: 600, remaining: 571, reset_seconds: 24 },
    token_rates: [
      { token_id: 'a', name: 'Shop checkout', hint: 'x7Qk', limit: 60, remaining: 31, reset_seconds: 24 },
      { token_id: 'b', name: 'Newsletter import', hint: 'M2pa', limit: 60, remaining: 60, reset_seconds: 60 },
    ],
    uploads: { max_file_bytes: 104_857_600, max_columns: 1000, at_a_time: 2, at_a_time_of_account: 4 },
    storage: {
      lists: 42,
      max_lists: 10_000,
      lists_at_work: 1,
      bytes: 18_400_000,
      max_bytes: 1_073_741_824,
      kept_days: 30,
    },
  },
};
