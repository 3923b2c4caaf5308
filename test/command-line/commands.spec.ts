import { generateKeyPairSync } from 'node:crypto';
import { makeSetUp, type SetUp } from '../support/set-ups';
import { build, runCli, ServiceProcess } from '../processes/service-process';

/** Each command is a process of its own, as an operator runs it. */
describe('the command line', () => {
  let setUp: SetUp;

  beforeAll(async () => {
    await build();
    setUp = await makeSetUp('embedded');
  }, 120_000);

  afterAll(() => setUp.remove());

  async function json(...args: string[]): Promise<Record<string, unknown>> {
    const { code, stdout, stderr } = await runCli(setUp.env, ...args, '--json');
    expect({ code, stderr, lines: stdout.trim().split('\n').length }).toEqual({ code: 0, stderr: '', lines: 1 });
    return JSON.parse(stdout) as Record<string, unknown>;
  }

  async function refusal(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await runCli(setUp.env, ...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^[A-Z`].*[.…]?\n$/);
    return stderr;
  }

  it('makes an account with its organization and the free credits, once', async () => {
    const made = await json('account', 'create', '--email', 'Jane@Owner.test', '--name', 'Jane');
    expect(made).toEqual({ account_id: 1, organization_id: 1, balance: 100 });
    expect(await refusal('account', 'create', '--email', 'jane@owner.test')).toMatch(/There is an account for/);
  });

  it('makes, lists and revokes tokens', async () => {
    const make = ['token', 'create', '--account', 'jane@owner.test', '--name', 'first'];
    const permissions = ['--permission', 'validate:single', '--permission', 'credits:read'];
    const [lasting, passing] = await Promise.all([
      json(...make, ...permissions),
      json(...make, '--permission', 'validate:batch', '--expires-in', '90d'),
    ]);
    expect(Object.keys(lasting)).toEqual(['token_id', 'token', 'expires_at']);
    expect(lasting).toMatchObject({ token: expect.stringMatching(/^ey/), expires_at: null });
    const lifetime = Date.parse(String(passing['expires_at'])) - Date.now();
    expect(Math.round(lifetime / 86_400_000)).toBe(90);
    const id = String(lasting['token_id']);
    expect(await json('token', 'revoke', '--id', id)).toMatchObject({ token_id: id, revoked: true });
    const { tokens } = (await json('token', 'list', '--account', '1')) as { tokens: Record<string, unknown>[] };
    expect(tokens.map(({ token_id, revoked_at }) => [token_id, revoked_at !== null])).toEqual(
      expect.arrayContaining([
        [id, true],
        [passing['token_id'], false],
      ]),
    );
    // Of each its last letters, whatever these are.
    expect(JSON.stringify(tokens)).not.toMatch(/[\w-]{8}\.[\w-]{8}/);
  });

  it('makes organizations and chooses the default one, or none', async () => {
    expect(await json('organization', 'create', '--account', 'jane@owner.test', '--name', 'Second')).toEqual({
      organization_id: 2,
      balance: 0,
    });
    const choose = ['organization', 'default', '--account', 'jane@owner.test'];
    expect(await json(...choose, '--organization', '2')).toEqual({ default_organization_id: 2 });
    expect(await json(...choose, '--none')).toEqual({ default_organization_id: null });
  });

  it('grants credits and sets allowances', async () => {
    expect(await json('credits', 'grant', '--organization', '1', '--amount', '50', '--reason', 'gift')).toEqual({
      balance: 150,
    });
    expect(await json('credits', 'allowance', '--organization', '1', '--monthly', '1000')).toMatchObject({
      balance: 1150,
    });
  });

  it('shows the audit log: of all, of an organization, of an account', async () => {
    const { entries } = (await json('audit', 'list', '--organization', '1')) as { entries: Record<string, unknown>[] };
    expect(entries.map(({ action, via, account_id }) => [action, via, account_id])).toEqual([
      ['credits_allowance', 'operator', null],
      ['credits_grant', 'operator', null],
      ['token_revocation', 'operator', null],
      ['token_creation', 'operator', null],
      ['token_creation', 'operator', null],
    ]);
    const page = await json('audit', 'list', '--limit', '2');
    expect(page).toMatchObject({ entries: [{ action: 'credits_allowance' }, { action: 'credits_grant' }] });
    expect(await json('audit', 'list', '--account', 'jane@owner.test')).toEqual({ entries: [], next_before: null });
    expect(await refusal('audit', 'list', '--account', '1', '--organization', '1')).toMatch(/not both/);
  });

  it('makes test tokens, and marks them', async () => {
    const make = ['token', 'create', '--account', 'jane@owner.test', '--name', 'CI', '--permission', 'validate:single'];
    const made = await json(...make, '--test');
    expect(made).toMatchObject({ token: expect.stringMatching(/^ey/), expires_at: null, test: true });
    const { tokens } = (await json('token', 'list', '--account', '1')) as { tokens: Record<string, unknown>[] };
    expect(tokens.filter(({ test }) => test)).toMatchObject([{ token_id: made['token_id'], name: 'TEST · CI' }]);
    expect(await refusal(...make.slice(0, 5), 'x'.repeat(249), ...make.slice(6), '--test')).toMatch(/248 characters/);
  });

  it('makes a link for a forgotten password', async () => {
    const made = await json('account', 'reset-link', 'jane@owner.test');
    expect(made).toMatchObject({ account_id: 1, link: expect.stringMatching(/^\/dashboard\/#\/reset\/[\w-]{43}$/) });
    const minutes = (Date.parse(String(made['expires_at'])) - Date.now()) / 60_000;
    expect(minutes > 50 && minutes <= 60).toBe(true);
    expect(await refusal('account', 'reset-link', 'nobody@owner.test')).toMatch(/There is no account/);
  });

  it('turns the second factor of an account off', async () => {
    expect(await json('account', 'two-factor', 'off', 'jane@owner.test')).toEqual({ account_id: 1, was_on: false });
    expect(await refusal('account', 'two-factor', 'off', 'nobody@owner.test')).toMatch(/There is no account/);
  });

  it('says who operates the service, and switches accounts off and on', async () => {
    await json('account', 'create', '--email', 'otto@owner.test');
    expect(await json('account', 'operator', 'on', 'otto@owner.test')).toEqual({ account_id: 2, is_operator: true });
    expect(await refusal('account', 'disable', '2')).toMatch(/account operator off 2/);
    expect(await json('account', 'operator', 'off', '2')).toEqual({ account_id: 2, is_operator: false });
    expect(await json('account', 'disable', 'otto@owner.test')).toEqual({ account_id: 2, is_on: false });
    expect(await refusal('account', 'operator', 'on', '2')).toMatch(/switched off/);
    expect(await json('account', 'enable', '2')).toEqual({ account_id: 2, is_on: true });
    const { entries } = (await json('audit', 'list', '--limit', '4')) as { entries: Record<string, unknown>[] };
    expect(entries.map(({ action, subject, via }) => [action, subject, via])).toEqual([
      ['account_enabling', '2', 'operator'],
      ['account_disabling', '2', 'operator'],
      ['operator_change', '2', 'operator'],
      ['operator_change', '2', 'operator'],
    ]);
  });

  it('lists accounts, organizations and batches at work', async () => {
    expect(await json('account', 'list', '--search', 'JANE')).toMatchObject({
      accounts: [{ id: 1, email: 'jane@owner.test' }],
      next_before: null,
    });
    expect(await json('account', 'list', '--limit', '1')).toMatchObject({ accounts: [{ id: 2 }], next_before: 2 });
    expect(await json('account', 'show', 'jane@owner.test')).toMatchObject({ organizations: [{ id: 1 }, { id: 2 }] });
    expect(await json('organization', 'list', '--before', '2')).toMatchObject({ organizations: [{ id: 1 }] });
    expect(await json('organization', 'show', '1')).toMatchObject({ members: [{ email: 'jane@owner.test' }] });
    expect(await json('batch', 'list')).toEqual({ batches: [], next_before: null });
  });

  it('opens and closes sign-up, in place of the environment', async () => {
    expect(await json('settings', 'set', '--sign-up', 'off', '--free-credits', '7')).toMatchObject({
      sign_up: 'off',
      free_credits: 7,
    });
    expect(await json('account', 'create', '--email', 'ann@owner.test')).toMatchObject({ balance: 7 });
    expect(await json('settings', 'set', '--free-credits', 'environment')).toMatchObject({ sign_up: 'off' });
    expect(await json('settings', 'show')).toMatchObject({ is_sign_up_stored: true, free_credits: 100 });
  });

  it("takes the key of a source's signatures from standard input, where no list of processes shows it", async () => {
    const run = async (input: string, ...args: string[]) => {
      const command = ServiceProcess.fed(input, 'cli.js', setUp.env, ['feedback', 'source', ...args, '--json']);
      return { code: await command.exit(), output: command.output };
    };
    const wish = ['--organization', '1', '--provider', 'sendgrid', '--name', 'Ours', '--secret-stdin'];
    const key = (): string =>
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' }) as string;
    const made = await run(key(), 'create', ...wish);
    expect(made).toEqual({ code: 0, output: expect.stringMatching(/^{"source_id":1,"url":"http/) as string });
    // Without a key it makes a new address.
    expect(await run(key(), 'rotate', '--id', '1', '--secret-stdin')).toEqual({
      code: 0,
      output: '{"source_id":1,"rotated":true}\n',
    });
    expect((await run('\n', 'rotate', '--id', '1', '--secret-stdin')).output).toMatch(
      /^The key on standard input must have 1 to 4096 characters\.$/m,
    );
    expect((await run('x', 'rotate', '--id', '1', '--secret-stdin', '--secret', 'y')).code).toBe(1);
  });

  it('checks addresses with the engine alone', async () => {
    const { results } = (await json('check', 'jane@[127.0.0.1]', 'plain')) as { results: Record<string, unknown>[] };
    expect(results.map(({ status, result }) => [status, (result as Record<string, unknown>)['sub_status']])).toEqual([
      ['invalid', 'unroutable_ip_address'],
      ['invalid', 'failed_syntax_check'],
    ]);
  });

  it.each([
    [['account', 'create'], /--email/],
    [['account', 'create', '--email', 'nonsense'], /must be an e-mail address/],
    [['token', 'create', '--account', '77', '--name', 'x', '--permission', 'credits:read'], /There is no account 77/],
    [['token', 'create', '--account', '1', '--name', 'x', '--permission', 'all'], /must be one of validate:single/],
    [['token', 'create', '--account', '1', '--name', 'x'], /--permission/],
    [['token', 'revoke', '--id', 'nothing'], /no token/i],
    [['organization', 'default', '--account', '1'], /--organization ID or --none/],
    [['organization', 'default', '--account', '1', '--organization', '99'], /There is no organization 99/],
    [['account', 'operator', 'maybe', '1'], /on, off/],
    [['account', 'disable', '77'], /There is no account 77/],
    [['organization', 'show', '99'], /no organization 99/],
    [['batch', 'cancel', '99'], /99/],
    [['settings', 'set'], /--sign-up MODE/],
    [['settings', 'set', '--sign-up', 'closed'], /must be one of open, invited, off/],
    [['settings', 'set', '--free-credits', '-1'], /whole number from 0/],
    [['credits', 'grant', '--organization', '99', '--amount', '1'], /no organization 99/],
    [['credits', 'grant', '--organization', '1', '--amount', '-5'], /whole number from 1/],
    [['credits', 'grant', '--organization', '1', '--amount', '1.5'], /whole number from 1/],
    [['nonsense'], /Unknown command/],
    [[], /Name a command/],
  ])('refuses %j in a sentence', async (args, sentence) => {
    expect(await refusal(...args)).toMatch(sentence);
  });
});
