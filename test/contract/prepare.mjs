const PASSWORD = 'violet kettle harbour';
const PERMISSIONS = ['validate:single', 'validate:batch', 'credits:read', 'feedback:write', 'feedback:read'];
const PROVIDERS = [
  ...['ses', 'sendgrid', 'mailgun', 'postmark', 'sparkpost', 'brevo', 'mailjet', 'resend', 'mandrill', 'generic'],
];
/** In the mail world: put off each time, so that a list is at work for some seconds. */
const PUT_OFF = 'joe@r-451-4-3-0.test';

/**
 * Makes what a caller needs, and what there is to be found: the `CONTRACT_CALLER` of `hooks.py`, by the caller's name.
 * @param url of the service
 * @param cli runs the command line: `(args) => Promise<object>`
 */
export const PREPARE = {
  programs: (url, cli) => program(url, cli, 'programs@accounts.test'),
  'programs with a test token': (url, cli) => program(url, cli, 'tests@accounts.test', '--test'),
  people: async (url) => ({ url, host: await signUp(url, 'host@accounts.test') }),
  anybody: async (url, cli) => {
    const person = await signUp(url, 'someone@accounts.test');
    const forgetful = await signUp(url, 'forgetful@accounts.test');
    const { sources, summary, invitation } = await fill(url, person);
    return {
      url,
      known: {
        'feedback/in/{sourceId}/{token}': sources,
        'invitations/{secret}': [{ secret: invitation }],
        'shared-summaries/{secret}': [{ secret: summary }],
        // A link is used up by POST.
        'GET /v1/password-resets/{secret}': [{ secret: await resetLink(cli, person) }],
        'POST /v1/password-resets/{secret}': [{ secret: await resetLink(cli, forgetful) }],
      },
      fields: { email: person.email, password: PASSWORD },
    };
  },
  'an operator': async (url, cli) => {
    const operator = await signUp(url, 'operator@accounts.test');
    await cli(['account', 'operator', 'on', operator.email]);
    const person = await signUp(url, 'bystander@accounts.test');
    const { batches, sources } = await fill(url, person);
    return {
      url,
      cookie: operator.cookie,
      known: {
        'accounts/{accountId}': [{ accountId: person.id }],
        'organizations/{organizationId}': [{ organizationId: person.organizationId }],
        'batches/{batchId}': batches,
        'feedback-sources/{sourceId}': sources.map(({ sourceId }) => ({ sourceId })),
      },
    };
  },
};

async function program(url, cli, email, ...options) {
  const { organization_id: organization } = await cli(['account', 'create', '--email', email]);
  await cli(['credits', 'grant', '--organization', String(organization), '--amount', '1000000']);
  const permissions = PERMISSIONS.flatMap((permission) => ['--permission', permission]);
  const make = ['token', 'create', '--account', email, '--name', 'contract', ...permissions, ...options];
  const { token } = await cli(make);
  const lists = await makeLists(url, '/v1/validate/batch', { Authorization: `Bearer ${token}` });
  return { url, token, known: { 'batch/{id}': lists.map((id) => ({ id })) } };
}

/** One that is soon done, and one that is at work for some seconds. */
async function makeLists(url, path, headers) {
  const ids = [];
  for (const email of ['ann@example.com', PUT_OFF]) {
    const { answer } = await send(url, path, { emails: [email] }, headers);
    ids.push(answer.id);
  }
  return ids;
}

async function resetLink(cli, { email }) {
  return lastPart((await cli(['account', 'reset-link', email])).link);
}

/** Lists, feedback sources and links, as an organization has them. */
async function fill(url, { organizationId, cookie }) {
  const own = `/v1/organizations/${organizationId}`;
  const headers = { Cookie: `session=${cookie}` };
  const post = async (path, body) => (await send(url, `${own}${path}`, body, headers)).answer;
  const batches = (await makeLists(url, `${own}/batches`, headers)).map((batchId) => ({ batchId }));
  const sources = [];
  for (const provider of PROVIDERS) {
    const source = await post('/feedback/sources', { provider, name: provider });
    sources.push({ sourceId: source.id, token: lastPart(source.url) });
  }
  const invited = await post('/invitations', { email: 'invited@accounts.test', role: 'member' });
  const shared = await post(`/batches/${batches[0].batchId}/links`, {});
  return { batches, sources, invitation: lastPart(invited.link), summary: lastPart(shared.link) };
}

async function signUp(url, email) {
  const { answer, cookie } = await send(url, '/v1/account', { email, password: PASSWORD });
  return { email, cookie, id: answer.account.id, organizationId: answer.organizations[0].id };
}

async function send(url, path, body, headers = {}) {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'X-CSRF': '1', 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${text}`);
  const [given = ''] = response.headers.getSetCookie();
  return { answer: JSON.parse(text), cookie: /^session=([^;]*)/.exec(given)?.[1] };
}

function lastPart(address) {
  return address.split('/').at(-1);
}
