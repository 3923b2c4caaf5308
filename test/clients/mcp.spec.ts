import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { eventually } from '../support/eventually';
import { ClientWorld } from './client-world';
import { FlakyService } from './flaky-service';
import { buildClients, root, samplesOf } from './package';

jest.setTimeout(120_000);

const PROGRAM = join(root, 'clients', 'mcp', 'dist', 'evs-mcp.js');
const PATH = process.env['PATH'] ?? '';

/** The server by HTTP, as a process of its own. */
class HttpServer {
  said = '';
  private constructor(private readonly child: ChildProcess) {
    child.stderr?.on('data', (bytes: Buffer) => (this.said += bytes.toString()));
  }

  static async start(env: Record<string, string>, ...args: string[]): Promise<HttpServer> {
    const all = [PROGRAM, '--http', '--port', '0', ...args];
    const server = new HttpServer(spawn(process.execPath, all, { env: { PATH, ...env }, stdio: 'pipe' }));
    await eventually('it listens', () => server.said.includes('\n'));
    return server;
  }

  get url(): URL {
    return new URL(/Listens on (\S+)/.exec(this.said)?.[1] ?? '');
  }

  async stop(): Promise<number> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    return (await ended)[0] as number;
  }
}

describe('the MCP server', () => {
  let world: ClientWorld;
  let http: HttpServer;
  const opened: Client[] = [];

  beforeAll(async () => {
    await buildClients();
    world = await ClientWorld.start('embedded');
    http = await HttpServer.start(world.env);
  });

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((client) => client.close()));
  });

  afterAll(async () => {
    await http.stop();
    await world.stop();
  });

  async function connect(transport: Transport): Promise<Client> {
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(transport);
    opened.push(client);
    // So the client checks what tools answer by their schemas.
    await client.listTools();
    return client;
  }

  const byStdio = (env: Record<string, string>): Transport =>
    new StdioClientTransport({ command: process.execPath, args: [PROGRAM], env: { PATH, ...env } });
  const byHttp = (url: URL, headers: Record<string, string> = {}): Transport =>
    new StreamableHTTPClientTransport(url, { requestInit: { headers } });

  async function call(client: Client, name: string, args: object = {}) {
    const result = await client.callTool({ name, arguments: { ...args } });
    const texts = (result.content as { text: string }[]).map(({ text }) => text);
    return { isError: result.isError === true, is: (result.structuredContent ?? {}) as Record<string, unknown>, texts };
  }

  describe.each([
    ['stdio', () => byStdio(world.env)],
    ['streamable HTTP', () => byHttp(http.url)],
  ])('by %s', (_, transport) => {
    it('names its tools, with what they take, give and do', async () => {
      const { tools } = await (await connect(transport())).listTools();
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
      const client = await connect(transport());
      const { is, texts } = await call(client, 'validate_email', { email: 'nobody@ok.test' });
      expect(is).toMatchObject({ status: 'invalid', sub_status: 'mailbox_not_found', next_step: texts[0] });
      expect(texts[0]).toBe('Do not send to it; that is certain.');
      expect(JSON.parse(texts[1]!)).toMatchObject({ email: 'nobody@ok.test', status: 'invalid' });
      const typo = await call(client, 'validate_email', { email: 'joe@gmial.con' });
      expect(typo.is).toMatchObject({ did_you_mean: 'joe@gmail.com' });
      expect(typo.texts[0]).toMatch(/Ask whether the address in did_you_mean was meant\.$/);
    });

    it('checks a list, from sending it to its last page', async () => {
      const client = await connect(transport());
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

    it('reads the credits', async () => {
      const { is, texts } = await call(await connect(transport()), 'credits_balance');
      const balance = await world.service.balance(world.account.organizationId);
      expect(is).toMatchObject({ balance, monthly_allowance_reset_at: null });
      expect(texts[0]).toContain(`Up to ${balance} checks can be paid`);
    });

    it('tells faults as errors of the tool, in sentences', async () => {
      const client = await connect(transport());
      expect(await call(client, 'batch_status', { batch_id: 999_999 })).toMatchObject({
        isError: true,
        texts: [expect.stringMatching(/Check the id; results are deleted after some weeks\.$/)],
      });
      expect(await call(client, 'validate_email', { email: '' })).toMatchObject({
        isError: true,
        texts: [expect.stringMatching(/\.$/)],
      });
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
    const stranger = await connect(byStdio({ ...world.env, EVS_TOKEN: 'no.such.token' }));
    expect((await call(stranger, 'credits_balance')).texts).toEqual([expect.stringContaining('another EVS_TOKEN')]);
    const { token } = await world.service.token(world.account.accountId, ['credits:read']);
    const limited = await connect(byStdio({ ...world.env, EVS_TOKEN: token }));
    expect((await call(limited, 'validate_email', { email: 'a@ok.test' })).texts).toEqual([
      expect.stringMatching(/Token does not have permission .* as EVS_TOKEN\.$/),
    ]);
  });

  it('says that a test token asks nobody, so that nobody asks again', async () => {
    const { token } = await world.service.testToken(world.account.accountId);
    const client = await connect(byStdio({ ...world.env, EVS_TOKEN: token }));
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

  it('keeps no agent waiting where the service asks to wait for longer than 20 seconds', async () => {
    const flaky = await FlakyService.start();
    flaky.faults = [{ status: 429, headers: { 'Retry-After': '30' } }];
    try {
      const client = await connect(byStdio({ EVS_URL: flaky.url, EVS_TOKEN: 'token' }));
      expect(await call(client, 'credits_balance')).toMatchObject({
        isError: true,
        texts: ['Too many requests: ask again in 30 s.'],
      });
      expect(flaky.seen).toHaveLength(1);
    } finally {
      await flaky.stop();
    }
  });

  it('takes a list once whose answer was lost, by the key that it names', async () => {
    const flaky = await FlakyService.start();
    flaky.answer = { id: 7 };
    flaky.faults = ['reset-after-effect', { status: 503, headers: { 'Retry-After': '30' } }];
    try {
      const client = await connect(byStdio({ EVS_URL: flaky.url, EVS_TOKEN: 'token' }));
      const emails = ['jane@ok.test'];
      const { isError, texts } = await call(client, 'validate_list', { emails });
      const [, request_key] = / the same again with request_key ([\w-]+), and/.exec(texts[0] ?? '') ?? [];
      expect({ isError, request_key }).toEqual({ isError: true, request_key: expect.any(String) });
      const again = await call(client, 'validate_list', { emails, request_key });
      expect([again.is['batch_id'], flaky.effects]).toEqual([7, 1]);
    } finally {
      await flaky.stop();
    }
  });

  const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

  /** `fetch` does not let anybody name another host. */
  function post(url: URL, headers: Record<string, string>, path = '/mcp', method = 'POST'): Promise<number> {
    return new Promise((resolve, reject) => {
      const accepted = { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' };
      const options = { host: url.hostname, port: url.port, path, method, headers: { ...accepted, ...headers } };
      request(options, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
        .on('error', reject)
        .end(method === 'POST' ? PING : undefined);
    });
  }

  it('is bound to this machine, and answers neither to other names nor to pages', async () => {
    const { url } = http;
    expect(url.hostname).toBe('127.0.0.1');
    const statuses = {
      own: await post(url, {}),
      localhost: await post(url, { Host: `LOCALHOST:${url.port}` }),
      rebound: await post(url, { Host: `evil.test:${url.port}` }),
      lookalike: await post(url, { Host: `localhost.evil.test:${url.port}` }),
      ownPage: await post(url, { Origin: `http://${url.host}` }),
      page: await post(url, { Origin: 'https://evil.test' }),
      otherPort: await post(url, { Origin: 'http://127.0.0.1:1' }),
      sandboxed: await post(url, { Origin: 'null' }),
      elsewhere: await post(url, {}, '/'),
      stream: await post(url, {}, '/mcp', 'GET'),
    };
    expect(statuses).toEqual({
      ...{ own: 200, localhost: 200, ownPage: 200 },
      ...{ rebound: 403, lookalike: 403, page: 403, otherPort: 403, sandboxed: 403 },
      ...{ elsewhere: 404, stream: 405 },
    });
  });

  it('asks for its secret where it has one, and takes the names and origins that it is told of', async () => {
    const args = ['--allow-host', 'agents.test', '--allow-origin', 'https://agents.test'];
    const guarded = await HttpServer.start({ ...world.env, EVS_MCP_SECRET: 'of the house' }, ...args);
    const { url } = guarded;
    const right = { Authorization: 'Bearer of the house' };
    try {
      expect([
        await post(url, {}),
        await post(url, { Authorization: 'Bearer of the mouse' }),
        await post(url, right),
        await post(url, { ...right, Host: 'agents.test', Origin: 'https://agents.test' }),
      ]).toEqual([401, 401, 200, 200]);
      const client = await connect(byHttp(url, right));
      expect((await call(client, 'validate_email', { email: 'jane@ok.test' })).is).toMatchObject({ status: 'valid' });
    } finally {
      expect(await guarded.stop()).toBe(0);
    }
  });

  it.each<[string, string[], Record<string, string>, RegExp]>([
    ['no token', [], {}, /^Set EVS_TOKEN/],
    ['a token that no header may hold', [], { EVS_TOKEN: 'x\ny' }, /^`token` has line ends.*copy it once more\.\n$/],
    ['an unknown option', ['--fast'], { EVS_TOKEN: 'x' }, /^Unknown option '--fast'\. --help shows how\.\n$/],
    ['a port that is none', ['--http', '--port', 'x'], { EVS_TOKEN: 'x' }, /^The port is a number/],
    ['all addresses without a secret', ['--http', '--host', '0.0.0.0'], { EVS_TOKEN: 'x' }, /set EVS_MCP_SECRET first/],
  ])('does not start with %s', async (_, args, env, sentence) => {
    const child = spawn(process.execPath, [PROGRAM, ...args], { env: { PATH, ...env }, stdio: 'pipe' });
    let said = '';
    child.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()));
    const [code] = (await once(child, 'close')) as [number];
    expect({ code, said }).toEqual({ code: 64, said: expect.stringMatching(sentence) });
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
    const client = await connect(
      new StdioClientTransport({ command: process.execPath, args, env: { PATH, ...world.env } }),
    );
    expect(await call(client, 'credits_balance')).toMatchObject({ isError: false });
  });

  it('pins the versions that are tested', () => {
    const read = (path: string) =>
      JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, Record<string, string>>;
    const own = read('package.json');
    expect({ ...own['dependencies'], ...own['devDependencies'] }).toMatchObject(
      read('clients/mcp/package.json')['dependencies']!,
    );
  });
});
