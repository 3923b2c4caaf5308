const PASSWORD = 'violet kettle harbour';
const PERMISSIONS = ['validate:single', 'validate:batch', 'credits:read', 'feedback:write', 'feedback:read'];
const PROVIDERS = [
  ...['ses', 'sendgrid', 'mailgun', 'postmark', 'sparkpost', 'brevo', 'mailjet', 'resend', 'mandrill', 'generic'],
];

/**
 * Makes what each caller needs, and what there is to be found: the `CONTRACT_CALLER` of `hooks.py` by the caller's name.
 * @param url of the service
 * @param cli runs the command line: `(args, input) => object`
 */
export async function prepare(url, cli) {
  const program = cli(['account', 'create', '--email', 'program@accounts.test']);
  cli(['credits', 'grant', '--organization', String(program.organization_id), '--amount', '1000000']);
  const person = await signUp(url, 'host@accounts.test');
  const operator = await signUp(url, 'operator@accounts.test');
  cli(['account', 'operator', 'on', operator.email]);
  const bystander = await signUp(url, 'bystander@accounts.test');
  const { resetLink, secrets, ...found } = await fill(url, person, operator);
  return {
    programs: { url, token: token(cli, 'program@accounts.test') },
    'programs with a test token': { url, token: token(cli, 'program@accounts.test', '--test') },
    people: { url, host: await signUp(url, 'guest@accounts.test') },
    'an operator': {
      url,
      cookie: operator.cookie,
      known: {
        'accounts/{accountId}': [{ accountId: bystander.id }],
        'organizations/{organizationId}': [{ organizationId: person.organizationId }],
        'batches/{batchId}': [{ batchId: found.batchId }],
        'feedback-sources/{sourceId}': found.sources.map(({ sourceId }) => ({ sourceId })),
      },
    },
    anybody: {
      url,
      fields: { email: bystander.email, password: PASSWORD },
      known: {
        'feedback/in/{sourceId}/{token}': found.sources,
        'invitations/{secret}': [{ secret: secrets.invitation }],
        'shared-summaries/{secret}': [{ secret: secrets.summary }],
        'password-resets/{secret}': [{ secret: lastPart(resetLink) }],
      },
    },
  };
}

function token(cli, account, ...options) {
  const permissions = PERMISSIONS.flatMap((permission) => ['--permission', permission]);
  return cli(['token', 'create', '--account', account, '--name', 'contract', ...permissions, ...options]).token;
}

/** A list, feedback sources and links, as an organization has them. */
async function fill(url, person, operator) {
  const own = `/v1/organizations/${person.organizationId}`;
  const post = (path, body, { cookie } = person) => send(url, path, body, cookie).then(({ answer }) => answer);
  const batch = await post(`${own}/batches`, { name: 'contract', emails: ['ann@example.com', 'no address'] });
  const sources = [];
  for (const provider of PROVIDERS) {
    const { id, url: address } = await post(`${own}/feedback/sources`, { provider, name: provider });
    sources.push({ sourceId: id, token: lastPart(address) });
  }
  const invited = await post(`${own}/invitations`, { email: 'invited@accounts.test', role: 'member' });
  const shared = await post(`${own}/batches/${batch.id}/links`, {});
  const reset = await post(`/v1/operator/accounts/${person.id}/reset-link`, undefined, operator);
  return {
    batchId: batch.id,
    sources,
    resetLink: reset.link,
    secrets: { invitation: lastPart(invited.link), summary: lastPart(shared.link) },
  };
}

async function signUp(url, email) {
  const { answer, cookie } = await send(url, '/v1/account', { email, password: PASSWORD });
  return { email, cookie, id: answer.account.id, organizationId: answer.organizations[0].id };
}

async function send(url, path, body, cookie = '') {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'X-CSRF': '1', 'Content-Type': 'application/json', Cookie: `session=${cookie}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${text}`);
  const [given = ''] = response.headers.getSetCookie();
  return { answer: JSON.parse(text), cookie: /^session=([^;]*)/.exec(given)?.[1] };
}

const lastPart = (address) => address.split('/').at(-1);
