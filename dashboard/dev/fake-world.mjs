const day = 86_400_000;
const ago = (ms) => new Date(Date.now() - ms).toISOString();
const permissions = ['validate:single', 'validate:batch', 'credits:read'];

/** The same numbers each time: a chart that jumps can't be worked on. */
const wave = (index, size, speed) => Math.max(0, Math.round(size * (0.55 + 0.45 * Math.sin(index * speed))));

const account = { id: 1, email: 'mara@harbourbooks.example', name: 'Mara Lindqvist', default_organization_id: 7 };
const organizations = [
  { id: 7, name: 'Harbour Books', role: 'owner', is_default: true, balance: 18_460, needs_two_factor: false },
  { id: 9, name: 'Night Market', role: 'member', is_default: false, balance: 240, needs_two_factor: false },
];

const mara = { account_id: 1, name: account.name, email: account.email, token_id: null, token_name: null };
const line = (kind, amount, at, rest) => ({
  kind,
  amount,
  at,
  is_set_aside: false,
  checks: null,
  list: null,
  organization_name: null,
  by: null,
  reason: null,
  ...rest,
});

const batch = (id, name, status, total, share, age) => {
  const processed = Math.round(total * share);
  const [invalid, risky, unknown] = [0.07, 0.11, 0.03].map((part) => Math.round(processed * part));
  return {
    id,
    name,
    status,
    total_count: total,
    processed_count: processed,
    valid_count: processed - invalid - risky - unknown,
    invalid_count: invalid,
    risky_count: risky,
    catch_all_count: Math.round(risky * 0.7),
    unknown_count: unknown,
    // Repeats and malformed rows are free as well.
    credits_used: processed - unknown - Math.round(processed * 0.013),
    credits_held: status === 'processing' ? total - processed : 0,
    by: mara,
    progress: share * 100,
    created_at: ago(age),
    updated_at: ago(age / 2),
    results_until: share === 1 ? ago(age / 2 - 30 * day) : null,
    results_deleted_at: null,
  };
};

const reason = (status, subStatus, count) => ({ status, sub_status: subStatus, count });

const row = (number, name, email, status, subStatus, city, meant = null) => ({
  row: number,
  email,
  status,
  sub_status: subStatus,
  confidence: null,
  is_disposable: null,
  is_role_account: null,
  did_you_mean: meant,
  provider: null,
  cells: [name, email, city],
});

const entry = (id, action, age, details = {}, via = 'session') => ({
  id,
  action,
  via,
  account_id: 1,
  account_email: account.email,
  account_name: account.name,
  token_id: via === 'token' ? 'b' : null,
  token_name: via === 'token' ? 'Newsletter import' : null,
  subject: null,
  details,
  created_at: ago(age),
});

const token = (id, name, used, extra = {}) => ({
  id,
  name,
  hint: 'wUxQ',
  permissions,
  organization_ids: null,
  created_at: ago(40 * day),
  expires_at: ago(-50 * day),
  last_used_at: used,
  revoked_at: null,
  ...extra,
});

export const world = {
  isSignedIn: true,
  account,
  signedIn: () => ({ account, organizations }),
  signIn() {
    this.isSignedIn = true;
    return this.signedIn();
  },
  signOut() {
    this.isSignedIn = false;
    return { status: 204 };
  },
  sessions: [
    { id: 1, created_at: ago(3 * day), last_seen_at: ago(1000), client: 'Firefox on Linux', is_current: true },
    {
      id: 2,
      created_at: ago(9 * day),
      last_seen_at: ago(5 * 3_600_000),
      client: 'Safari on iPhone',
      is_current: false,
    },
  ],
  credits: {
    balance: 18_460,
    held: 1_240,
    monthly_allowance: 5000,
    monthly_allowance_used: 3180,
    monthly_allowance_reset_at: ago(-12 * day),
    warn_below: null,
    help_text: null,
    help_url: null,
  },
  ledger: {
    lines: [
      line('checks', -38, ago(0), { checks: 38, by: { ...mara, token_id: 't', token_name: 'Web shop' } }),
      line('checks', -4, ago(0), { checks: 4, by: mara }),
      line('list', -4115, ago(4 * 3_600_000), {
        list: { id: 41, name: 'Customers 2026', status: 'completed' },
        by: mara,
      }),
      line('grant', 20_000, ago(8 * day), { reason: 'invoice 2026-114' }),
      line('free', 100, ago(90 * day), {}),
    ],
    next_before: null,
  },
  actors: {
    actors: [
      { ...mara, checks: 4, rows: 4300, credits: 4119 },
      { ...mara, token_id: 't', token_name: 'Web shop', checks: 912, rows: 0, credits: 912 },
    ],
  },
  usage: Array.from({ length: 90 }, (_, index) => ({
    date: ago((89 - index) * day).slice(0, 10),
    valid: wave(index, 420, 0.9),
    catch_all: wave(index, 60, 0.7),
    risky: wave(index, 30, 1.3),
    invalid: wave(index, 48, 1.1),
    unknown: wave(index, 22, 1.7),
    credits: wave(index, 500, 0.9),
  })),
  check: (email) => ({
    email,
    status: 'invalid',
    confidence: 2,
    mx_found: false,
    smtp_valid: null,
    is_disposable: false,
    is_catch_all: null,
    is_role_account: false,
    did_you_mean: 'jane.doe@gmail.com',
    from_cache: false,
    credits_used: 1,
    result: { sub_status: 'domain_not_found', layer: 'dns', is_free_provider: false, duration_ms: 38 },
  }),
  batches: [
    batch(42, 'Newsletter, December', 'processing', 12_400, 0.62, 240_000),
    batch(41, 'Customers 2026', 'completed', 4300, 1, 4 * 3_600_000),
    batch(40, 'Trade fair contacts', 'cancelled', 880, 0.4, 3 * day),
    batch(39, 'Old shop export', 'completed', 26_150, 1, 12 * day),
  ],
  summary(id) {
    const list = this.batches.find((one) => one.id === id);
    const share = list.processed_count / 4300;
    const part = (count) => Math.round(count * share);
    const isAtWork = list.status === 'processing';
    return {
      ...list,
      counted_count: list.processed_count,
      reasons: [
        reason('valid', null, list.valid_count),
        reason('catch_all', null, list.catch_all_count),
        reason('invalid', 'mailbox_not_found', part(214)),
        reason('risky', 'mailbox_quota_exceeded', part(84)),
        reason('unknown', 'provider_unverifiable', part(71)),
        reason('risky', 'disposable', part(58)),
        reason('invalid', 'domain_not_found', part(52)),
        reason('unknown', 'greylisted', part(58)),
        reason('invalid', 'failed_syntax_check', part(35)),
      ],
      providers: [
        { provider: 'google', count: part(1622) },
        { provider: 'microsoft365', count: part(731) },
        { provider: 'ionos', count: part(402) },
        { provider: 'outlook', count: part(318) },
        { provider: 'icloud', count: part(235) },
        { provider: 'other', count: part(992) },
      ],
      duplicate_count: part(21),
      malformed_count: part(35),
      suggestion_count: part(23),
      role_account_count: part(118),
      disposable_count: part(58),
      free_provider_count: part(2380),
      started_at: list.created_at,
      finished_at: isAtWork ? null : new Date(Date.parse(list.created_at) + 512_000).toISOString(),
      seconds_taken: isAtWork ? null : 512,
      rows_per_minute: isAtWork ? 1922 : 504,
      expected_end_at: isAtWork ? ago(-147_000) : null,
      continues_id: null,
      continued_by_id: null,
    };
  },
  rows: {
    columns: ['Name', 'Email', 'City'],
    rows: [
      row(1, 'Jane Doe', 'jane.doe@example.org', 'valid', null, 'Oslo'),
      row(2, 'Tomas Vieira', 'tomas@example.net', 'catch_all', null, 'Porto'),
      row(3, 'Ines Roth', 'ines.roth@gmial.com', 'invalid', 'domain_not_found', 'Bremen', 'ines.roth@gmail.com'),
      row(4, 'Noor Haddad', 'noor@example.com', 'risky', 'mailbox_quota_exceeded', 'Lyon'),
      row(5, 'Sven Lind', 'sven.lind@example.org', 'unknown', 'greylisted', 'Malmö'),
    ],
    next_after: null,
    searched_count: 5,
  },
  checks: [
    { id: 3, at: ago(180_000), email: 'jane.doe@example.org', status: 'valid', by: mara },
    { id: 2, at: ago(7_200_000), email: 'tomas@example.net', status: 'catch_all', by: mara },
    {
      id: 1,
      at: ago(day),
      email: 'noor@example.com',
      status: 'risky',
      by: { ...mara, token_id: 't', token_name: 'Web shop' },
    },
  ],
  audit: [
    entry(4, 'batch_upload', 240_000, { name: 'Newsletter, December' }, 'token'),
    entry(3, 'batch_download', 3 * 3_600_000, { name: 'Customers 2026' }),
    entry(2, 'invitation', day, { email: 'noor@harbourbooks.example', role: 'member' }),
    entry(1, 'role_change', 30 * day, { email: 'tomas@harbourbooks.example', role: 'admin' }),
  ],
  accountAudit: [entry(2, 'sign_in', 3 * day), entry(1, 'two_factor_on', 80 * day)],
  members: [
    {
      account_id: 1,
      email: account.email,
      name: account.name,
      role: 'owner',
      joined_at: ago(90 * day),
      invited_by: null,
    },
    {
      account_id: 2,
      email: 'tomas@harbourbooks.example',
      name: 'Tomas Vieira',
      role: 'admin',
      joined_at: ago(30 * day),
      invited_by: account.email,
    },
    {
      account_id: 3,
      email: 'ines@harbourbooks.example',
      name: null,
      role: 'member',
      joined_at: ago(2 * day),
      invited_by: 'tomas@harbourbooks.example',
    },
  ],
  invitations: [
    { id: 1, email: 'noor@harbourbooks.example', role: 'member', created_at: ago(day), expires_at: ago(-6 * day) },
  ],
  invite: ({ email, role }) => ({ id: 2, email, role, link: '/dashboard/#/invitation/abc', expires_at: ago(-7 * day) }),
  tokens: [
    token('a', 'Shop checkout', ago(240_000)),
    token('b', 'Newsletter import', ago(2 * day), { permissions: ['validate:batch'], organization_ids: [7] }),
    token('c', 'Old laptop', null, { revoked_at: ago(10 * day) }),
  ],
  createToken: (body) => ({
    ...token('d', body.name, null),
    ...body,
    token: `eyJhbGciOiJIUzI1NiJ9.${'b25seU1hZGVVcA'.repeat(9)}`,
  }),
};
