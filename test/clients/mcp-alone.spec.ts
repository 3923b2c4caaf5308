import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { FlakyService } from './flaky-service';
import { Agents, byHttp, byStdio, call, McpHttpServer, PATH, PROGRAM } from './mcp';
import { buildClients, root } from './package';

describe('the MCP server by itself', () => {
  let flaky: FlakyService;
  let env: Record<string, string>;
  const agents = new Agents();

  beforeAll(() => buildClients());

  beforeEach(async () => {
    flaky = await FlakyService.start();
    env = { EVS_URL: flaky.url, EVS_TOKEN: 'token' };
  });

  afterEach(async () => {
    await agents.close();
    await flaky.stop();
  });

  it('keeps no agent waiting where the service asks to wait for longer than 20 seconds', async () => {
    flaky.faults = [{ status: 429, headers: { 'Retry-After': '30' } }];
    const client = await agents.connect(byStdio(env));
    expect(await call(client, 'credits_balance')).toMatchObject({
      isError: true,
      texts: ['Too many requests: ask again in 30 s.'],
    });
    expect(flaky.seen).toHaveLength(1);
  });

  it('takes a list once whose answer was lost, by the key that it names', async () => {
    flaky.answer = { id: 7 };
    flaky.faults = ['reset-after-effect', { status: 503, headers: { 'Retry-After': '30' } }];
    const client = await agents.connect(byStdio(env));
    const emails = ['jane@ok.test'];
    const { isError, texts } = await call(client, 'validate_list', { emails });
    const [, request_key] = / the same again with request_key ([\w-]+), and/.exec(texts[0] ?? '') ?? [];
    expect({ isError, request_key }).toEqual({ isError: true, request_key: expect.any(String) });
    const again = await call(client, 'validate_list', { emails, request_key });
    expect([again.is['batch_id'], flaky.effects]).toEqual([7, 1]);
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
    const http = await McpHttpServer.start(env);
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
    await http.stop();
    expect(statuses).toEqual({
      ...{ own: 200, localhost: 200, ownPage: 200 },
      ...{ rebound: 403, lookalike: 403, page: 403, otherPort: 403, sandboxed: 403 },
      ...{ elsewhere: 404, stream: 405 },
    });
  });

  it('asks for its secret where it has one, and takes the names and origins that it is told of', async () => {
    const args = ['--allow-host', 'agents.test', '--allow-origin', 'https://agents.test'];
    const guarded = await McpHttpServer.start({ ...env, EVS_MCP_SECRET: 'of the house' }, ...args);
    const { url } = guarded;
    const right = { Authorization: 'Bearer of the house' };
    try {
      expect([
        await post(url, {}),
        await post(url, { Authorization: 'Bearer of the mouse' }),
        await post(url, right),
        await post(url, { ...right, Host: 'agents.test', Origin: 'https://agents.test' }),
      ]).toEqual([401, 401, 200, 200]);
      const client = await agents.connect(byHttp(url, right));
      flaky.answer = { balance: 5, monthly_allowance_used: 0, monthly_allowance_reset_at: null };
      expect((await call(client, 'credits_balance')).is).toMatchObject({ balance: 5 });
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
  ])('does not start with %s', async (_, args, given, sentence) => {
    const child = spawn(process.execPath, [PROGRAM, ...args], { env: { PATH, ...given }, stdio: 'pipe' });
    let said = '';
    child.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()));
    const [code] = (await once(child, 'close')) as [number];
    expect({ code, said }).toEqual({ code: 64, said: expect.stringMatching(sentence) });
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
