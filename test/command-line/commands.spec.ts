import { makeSetUp, type SetUp } from '../support/set-ups';
import { build, runCli } from '../processes/service-process';

jest.setTimeout(90_000);

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
    expect(JSON.stringify(tokens)).not.toContain('ey');
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
    [['credits', 'grant', '--organization', '99', '--amount', '1'], /no organization 99/],
    [['credits', 'grant', '--organization', '1', '--amount', '-5'], /whole number from 1/],
    [['credits', 'grant', '--organization', '1', '--amount', '1.5'], /whole number from 1/],
    [['nonsense'], /Unknown command/],
    [[], /Name a command/],
  ])('refuses %j in a sentence', async (args, sentence) => {
    expect(await refusal(...args)).toMatch(sentence);
  });
});
