const hour = 3_600_000;
const ago = (ms) => new Date(Date.now() - ms).toISOString();

const source = (id, provider, name, events, lastEvent, rest = {}) => ({
  id,
  provider,
  name,
  is_enabled: true,
  has_secret: true,
  old_secret_until: null,
  old_address_until: null,
  topic_arn: null,
  confirmation_url: null,
  event_count: events,
  duplicate_count: Math.round(events * 0.004),
  ignored_count: Math.round(events * 0.31),
  fault_count: 0,
  last_event_at: ago(lastEvent),
  last_error: null,
  last_error_at: null,
  created_at: ago(40 * 24 * hour),
  ...rest,
});

const share = (value, low, high) => ({ value, low, high });
const outcomes = (answered, delivered, hardBounced, bounceRate) => ({
  answered,
  known: delivered + hardBounced,
  delivered,
  hard_bounced: hardBounced,
  bounce_rate: bounceRate,
  few: delivered + hardBounced < 30,
});
const bin = (from, known, delivered, mean, low, high) => ({
  from,
  to: from + 0.1,
  known,
  delivered,
  mean_confidence: mean,
  share: known === 0 ? null : share(delivered / known, low, high),
});

/** What became of made-up mails. */
export const feedback = {
  summary: { source_count: 2, bounced_count: 214, has_more_bounced: false, last_event_at: ago(180_000) },
  sources: [
    source(1, 'postmark', 'Receipts', 4186, 180_000),
    source(2, 'ses', 'Newsletter', 61_240, 2 * hour, {
      topic_arn: 'arn:aws:sns:eu-west-1:111122223333:newsletter-feedback',
    }),
  ],
  test: {
    state: 'read',
    sent_at: ago(400),
    signature: 'checked',
    duration_ms: 412,
    event: {
      type: 'hard_bounce',
      strength: 'strong',
      email: 'nobody@feedback-test.invalid',
      smtp_code: 550,
      enhanced_code: '5.1.1',
      diagnostic: '550 5.1.1 User unknown',
    },
    reason: null,
  },
  addresses: {
    addresses: [
      { email: 'ines.roth@example.org', known: 'hard_bounce', since: ago(30 * hour) },
      { email: 'jane.doe@example.org', known: 'delivered', since: ago(3 * hour) },
      { email: 'noor@example.com', known: 'complaint', since: ago(90 * hour) },
      { email: 'sven.lind@example.org', known: 'weak_hard_bounce', since: ago(200 * hour) },
      { email: 'tomas@example.net', known: 'suppressed', since: ago(400 * hour) },
    ],
    next_after: null,
  },
  accuracy: {
    days: 30,
    since: ago(30 * 24 * hour),
    ...outcomes(2340, 1402, 61, share(0.042, 0.033, 0.053)),
    by_status: [
      { status: 'valid', ...outcomes(1630, 1196, 8, share(0.0066, 0.0034, 0.0131)) },
      { status: 'catch_all', ...outcomes(310, 141, 12, share(0.078, 0.045, 0.132)) },
      { status: 'unknown', ...outcomes(190, 55, 6, share(0.098, 0.046, 0.198)) },
      { status: 'invalid', ...outcomes(130, 1, 31, share(0.969, 0.843, 0.994)) },
      { status: 'risky', ...outcomes(80, 9, 4, share(0.308, 0.127, 0.576)) },
    ],
    by_sub_status: [],
    reliability: {
      known: 1463,
      brier: 0.019,
      bins: [
        bin(0, 32, 1, 0.03, 0.006, 0.157),
        bin(0.1, 0, 0, null),
        bin(0.2, 0, 0, null),
        bin(0.3, 13, 9, 0.38, 0.424, 0.873),
        bin(0.4, 0, 0, null),
        bin(0.5, 61, 55, 0.55, 0.802, 0.954),
        bin(0.6, 96, 86, 0.64, 0.819, 0.943),
        bin(0.7, 57, 55, 0.78, 0.881, 0.99),
        bin(0.8, 0, 0, null),
        bin(0.9, 1204, 1196, 0.97, 0.987, 0.997),
      ],
    },
    providers: [
      { provider: 'microsoft365', ...outcomes(402, 311, 5, share(0.016, 0.007, 0.036)) },
      { provider: 'google', ...outcomes(611, 520, 2, share(0.004, 0.001, 0.014)) },
      { provider: null, ...outcomes(488, 373, 1, share(0.003, 0, 0.015)) },
    ],
  },
};
