const day = 86_400_000;
const ago = (ms) => new Date(Date.now() - ms).toISOString();
const permissions = ['validate:single', 'validate:batch', 'credits:read'];

/** The same numbers each time: a chart that jumps can't be worked on. */
const wave = (index, size, speed) => Math.max(0, Math.round(size * (0.55 + 0.45 * Math.sin(index * speed))));

const account = { id: 1, email: 'mara@harbourbooks.example', name: 'Mara Lindqvist', default_organization_id: 7 };
const organizations = [
  { id: 7, name: 'Harbour Books', role: 'owner', is_default: true, balance: 18_460 },
  { id: 9, name: 'Night Market', role: 'member', is_default: false, balance: 240 },
];

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
    unknown_count: unknown,
    credits_used: processed - unknown,
    progress: share * 100,
    created_at: ago(age),
    updated_at: ago(age / 2),
  };
};

const token = (id, name, used, extra = {}) => ({
  id,
  name,
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
    monthly_allowance: 5000,
    monthly_allowance_used: 3180,
    monthly_allowance_reset_at: ago(-12 * day),
  },
  entries: {
    entries: [
      { id: 5, amount: -1, kind: 'single', reason: null, batch_id: null, created_at: ago(600_000) },
      { id: 4, amount: 129, kind: 'release', reason: null, batch_id: 41, created_at: ago(3 * 3_600_000) },
      { id: 3, amount: -4300, kind: 'hold', reason: null, batch_id: 41, created_at: ago(4 * 3_600_000) },
      { id: 2, amount: 20_000, kind: 'grant', reason: 'invoice 2026-114', batch_id: null, created_at: ago(8 * day) },
      { id: 1, amount: 100, kind: 'free', reason: null, batch_id: null, created_at: ago(90 * day) },
    ],
    next_before: null,
  },
  usage: Array.from({ length: 30 }, (_, index) => ({
    date: ago((29 - index) * day).slice(0, 10),
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
  members: [
    { account_id: 1, email: account.email, name: account.name, role: 'owner', joined_at: ago(90 * day) },
    {
      account_id: 2,
      email: 'tomas@harbourbooks.example',
      name: 'Tomas Vieira',
      role: 'admin',
      joined_at: ago(30 * day),
    },
    { account_id: 3, email: 'ines@harbourbooks.example', name: null, role: 'member', joined_at: ago(2 * day) },
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
