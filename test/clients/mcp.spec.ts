import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { eventually } from '../support/eventually';
import { setUps } from '../support/set-ups';
import { ClientWorld } from './client-world';
import { Agents, byHttp, byStdio, call, McpHttpServer, PATH } from './mcp';
import { buildClients, root, samplesOf } from './package';

describe.each(setUps)('the MCP server, %s', (setUpName) => {
  let world: ClientWorld;
  let http: McpHttpServer;
  const agents = new Agents();

  beforeAll(async () => {
    await buildClients();
    world = await ClientWorld.start(setUpName);
    http = await McpHttpServer.start(world.env);
  });

  afterEach(() => agents.close());

  afterAll(async () => {
    await http.stop();
    await world.stop();
  });

  describe.each([
    ['stdio', () => byStdio(world.env)],
    ['streamable HTTP', () => byHttp(http.url)],
  ])('by %s', (_, transport) => {
    it('names its tools, with what they take, give and do', async () => {
      const { tools } = await (await agents.connect(transport())).listTools();
      expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
        ['validate_email', false],
        ['validate_list', false],
        ['batch_status', true],
        ['batch_results', true],
        ['credits_balance', true],
      ]);
      for (const { description, inputSchema, outputSchema } of tools) {
        expect([description, inputSchema.type, outputSchema?.properties?.['next_step']]).toEqual([
          expect.stringMatching(/\.$/),
          'object',
          expect.any(Object),
        ]);
      }
    });

    it('checks an address, and says what to do', async () => {
      const client = await agents.connect(transport());
      const { is, texts } = await call(client, 'validate_email', { email: 'nobody@ok.test' });
      expect(is).toMatchObject({ status: 'invalid', sub_status: 'mailbox_not_found', next_step: texts[0] });
      expect(texts[0]).toBe('Do not send to it; that is certain.');
      expect(JSON.parse(texts[1]!)).toMatchObject({ email: 'nobody@ok.test', status: 'invalid' });
      const typo = await call(client, 'validate_email', { email: 'joe@gmial.con' });
      expect(typo.is).toMatchObject({ did_you_mean: 'joe@gmail.com' });
      expect(typo.texts[0]).toMatch(/Ask whether the address in did_you_mean was meant\.$/);
    });

    it('checks a list, from sending it to its last page', async () => {
      const client = await agents.connect(transport());
      const emails = ['jane@ok.test', 'nobody@ok.test', 'anybody@catch-all.test'];
      const sent = await call(client, 'validate_list', { emails, name: 'mine' });
      expect(sent.is).toMatchObject({ total_count: 3, next_step: expect.stringContaining('batch_status') });
      const { batch_id } = sent.is;
      await eventually('the list is checked', async () => {
        const { is } = await call(client, 'batch_status', { batch_id });
        return is['status'] === 'completed';
      });
      const status = await call(client, 'batch_status', { batch_id });
      expect(status.is).toMatchObject({
        name: 'mine',
        progress: 100,
        valid_count: 1,
        invalid_count: 1,
        risky_count: 1,
      });
      expect(status.texts[0]).toMatch(/batch_results/);

      const first = await call(client, 'batch_results', { batch_id, limit: 2 });
      expect(first.texts[0]).toMatch(/next_after/);
      const last = await call(client, 'batch_results', { batch_id, limit: 2, after: first.is['next_after'] });
      expect(last.is).toMatchObject({ next_after: null, next_step: 'These are the last rows.' });
      const rows = [first, last].flatMap(({ is }) => is['rows'] as { email: string; status: string }[]);
      expect(rows.map(({ email, status }) => [email, status])).toEqual([
        ['jane@ok.test', 'valid'],
        ['nobody@ok.test', 'invalid'],
        ['anybody@catch-all.test', 'catch_all'],
      ]);
      const some = await call(client, 'batch_results', { batch_id, status: ['valid', 'catch_all'] });
      expect(some.is['rows']).toHaveLength(2);
    });

    it('answers each address of a list in its place, blank ones too', async () => {
      const client = await agents.connect(transport());
      const emails = ['valid@ok.test', '', 'jane@ok.test', ''];
      const sent = await call(client, 'validate_list', { emails });
      expect(sent.is).toMatchObject({ total_count: 4 });
      const { batch_id } = sent.is;
      await eventually('the list is checked', async () => {
        const { is } = await call(client, 'batch_status', { batch_id });
        return is['status'] === 'completed' && is['total_count'] === 4;
      });
      const { is } = await call(client, 'batch_results', { batch_id });
      const rows = is['rows'] as { row: number; email: string; sub_status: string }[];
      expect(rows.map(({ row, email }) => [row, email])).toEqual(emails.map((email, index) => [index + 1, email]));
      expect(rows[1]).toMatchObject({ status: 'invalid', sub_status: 'failed_syntax_check' });
    });

    it('reads the credits', async () => {
      const { is, texts } = await call(await agents.connect(transport()), 'credits_balance');
      const balance = await world.service.balance(world.account.organizationId);
      expect(is).toMatchObject({ balance, monthly_allowance_reset_at: null });
      expect(texts[0]).toContain(`Up to ${balance} checks can be paid`);
    });

    it('tells faults as errors of the tool, in sentences', async () => {
      const client = await agents.connect(transport());
      expect(await call(client, 'batch_status', { batch_id: 999_999 })).toMatchObject({
        isError: true,
        texts: [expect.stringMatching(/Check the id; results are deleted after some weeks\.$/)],
      });
      expect(await call(client, 'validate_email', { email: '' })).toMatchObject({
        isError: true,
        texts: [expect.stringMatching(/\.$/)],
      });
      // Each fault once, and what to do.
      const { texts: faults } = await call(client, 'validate_email', { email: 'bad@@x' });
      expect(faults).toEqual([expect.stringMatching(/^([^.]+\.)(?!.*\1).* Mend that, then call again\.$/)]);
      expect(await call(client, 'validate_list', { emails: [] })).toMatchObject({ isError: true });
      const { organizationId } = world.account;
      const balance = await world.service.balance(organizationId);
      await world.service.setBalance(organizationId, 0);
      const { isError, texts } = await call(client, 'validate_email', { email: 'jane3@ok.test' });
      await world.service.setBalance(organizationId, balance);
      expect({ isError, texts }).toEqual({ isError: true, texts: [expect.stringContaining('credits_balance says')] });
    });
  });

  it('says that its token is wrong, or may not do this', async () => {
    const stranger = await agents.connect(byStdio({ ...world.env, EVS_TOKEN: 'no.such.token' }));
    expect((await call(stranger, 'credits_balance')).texts).toEqual([expect.stringContaining('another EVS_TOKEN')]);
    const { token } = await world.service.token(world.account.accountId, ['credits:read']);
    const limited = await agents.connect(byStdio({ ...world.env, EVS_TOKEN: token }));
    expect((await call(limited, 'validate_email', { email: 'a@ok.test' })).texts).toEqual([
      expect.stringMatching(/Token does not have permission .* as EVS_TOKEN\.$/),
    ]);
  });

  it('says that a test token asks nobody, so that nobody asks again', async () => {
    const { token } = await world.service.testToken(world.account.accountId);
    const client = await agents.connect(byStdio({ ...world.env, EVS_TOKEN: token }));
    const unasked = await call(client, 'validate_email', { email: 'jane@ok.test' });
    expect(unasked.is).toMatchObject({ status: 'unknown', next_step: expect.stringMatching(/^This is a test token/) });
    expect(unasked.texts[0]).toMatch(/Try valid@sandbox\.test/);
    const known = await call(client, 'validate_email', { email: 'valid@sandbox.test' });
    expect(known.is).toMatchObject({ status: 'valid', next_step: 'Send to it.' });
    const { is } = await call(client, 'validate_list', { emails: ['jane@ok.test'] });
    await eventually('the list is checked', async () => {
      const status = await call(client, 'batch_status', { batch_id: is['batch_id'] });
      return /1 could not be confirmed\. This is a test token/.test(status.texts[0] ?? '');
    });
  });

  it('starts as its README says, and the root README too', async () => {
    const [sample = ''] = samplesOf('mcp', 'json');
    expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain(sample);
    const settings = JSON.parse(sample) as {
      mcpServers: Record<string, { command: string; env: Record<string, string> }>;
    };
    const { command, env } = settings.mcpServers['email-validation']!;
    const { bin } = JSON.parse(readFileSync(join(root, 'clients/mcp/package.json'), 'utf8')) as {
      bin: Record<string, string>;
    };
    expect(Object.keys(env)).toEqual(Object.keys(world.env));
    const args = [join(root, 'clients', 'mcp', bin[command]!)];
    const client = await agents.connect(
      new StdioClientTransport({ command: process.execPath, args, env: { PATH, ...world.env } }),
    );
    expect(await call(client, 'credits_balance')).toMatchObject({ isError: false });
  });
});
