import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { eventually } from '../support/eventually';
import { TestService } from '../support/service';
import { makeSetUp, type SetUp } from '../support/set-ups';
import { readConfig } from '../../src/config/env';
import { openOpsServer } from '../../src/http/ops-server';

const OPS_TOKEN = 'a token of operators';
const THROUGH_A_PROXY = { 'X-Forwarded-For': '192.0.2.1' };

describe('routes that are open', () => {
  let setUp: SetUp;
  let service: TestService;

  beforeAll(async () => {
    setUp = await makeSetUp('embedded');
    service = await TestService.start(setUp);
  });

  afterAll(async () => {
    await service.stop();
    await setUp.remove();
  });

  const status = async (path: string, headers: Record<string, string> = {}, of = service): Promise<number> => {
    const response = await of.request(path, { headers });
    await response.arrayBuffer();
    return response.status;
  };

  it.each(['/openapi.json', '/openapi.yaml', '/docs', '/docs/', '/docs/swagger-ui-bundle.js', '/docs/swagger-ui.css'])(
    'serve packed what is made once, and nothing to who has it: %s',
    async (path) => {
      const [first, second] = await Promise.all([service.request(path), service.request(path)]);
      expect(first.status).toBe(200);
      expect(first.headers.get('content-encoding')).toBe('gzip');
      expect(first.headers.get('cache-control')).toBe('no-cache');
      const etag = first.headers.get('etag')!;
      expect(second.headers.get('etag')).toBe(etag);
      expect((await first.text()).length).toBeGreaterThan(300);
      expect(await status(path, { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' })).toBe(304);
      const plain = await service.request(path, { headers: { 'Accept-Encoding': 'identity' } });
      expect(plain.headers.get('content-encoding')).toBeNull();
      expect(await plain.text()).toBe(await second.text());
    },
  );

  it('lead browsers from the bare host to the dashboard, and tell programs what there is', async () => {
    const html = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
    const ask = (path: string, headers: Record<string, string>) =>
      service.request(path, { headers, redirect: 'manual' });
    const browser = await ask('/', html);
    expect([browser.status, browser.headers.get('location')]).toEqual([302, '/dashboard/']);
    const program = await ask('/', {});
    expect(program.headers.get('vary')).toContain('Accept');
    const { links } = (await program.json()) as { links: Record<string, string> };
    for (const link of Object.values(links)) expect([link, await status(link)]).toEqual([link, 200]);
    for (const path of ['/login', '/sign-up', '/favicon.ico']) {
      const location = (await ask(path, html)).headers.get('location')!;
      expect([path, await status(location.split('#')[0]!)]).toEqual([path, 200]);
    }
  });

  it('serve the same document as JSON and as YAML', async () => {
    const json = (await (await service.request('/openapi.json')).json()) as { paths: Record<string, unknown> };
    const yaml = await (await service.request('/openapi.yaml')).text();
    expect(Object.keys(json.paths)).toContain('/v1/validate/single');
    for (const path of Object.keys(json.paths)) expect(yaml).toContain(`${path}:`);
  });

  it('are case-sensitive, and nothing is kept where no route says so', async () => {
    for (const path of ['/V1/credits/balance', '/v1/Credits/balance', '/Health/live', '/nothing']) {
      const response = await service.request(path);
      expect([path, response.status]).toEqual([path, 404]);
      expect(response.headers.get('cache-control')).toBe('no-store');
      await response.arrayBuffer();
    }
    expect((await service.request('/health/live')).headers.get('cache-control')).toBe('no-store');
  });

  it('refuse two Host headers', async () => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    let text = '';
    socket.on('data', (data) => {
      text += data.toString();
    });
    socket.write('GET /health/live HTTP/1.1\r\nHost: one.test\r\nHost: two.test\r\n\r\n');
    await eventually('it is answered', () => text.includes('more than one Host'));
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    socket.destroy();
  });

  it('show figures and the details of readiness to this machine, and not through a proxy', async () => {
    expect(await status('/metrics')).toBe(200);
    expect(await (await service.request('/health/ready')).json()).toMatchObject({ parts: { database: 'up' } });
    expect(await status('/metrics', THROUGH_A_PROXY)).toBe(401);
    const ready = await service.request('/health/ready', { headers: THROUGH_A_PROXY });
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
  });

  it('show them with OPS_TOKEN, and then to nobody else', async () => {
    const guarded = await TestService.start(setUp, { OPS_TOKEN });
    const authorization = { Authorization: `Bearer ${OPS_TOKEN}`, ...THROUGH_A_PROXY };
    expect(await status('/metrics', authorization, guarded)).toBe(200);
    expect(await status('/metrics', { Authorization: 'Bearer another token' }, guarded)).toBe(401);
    expect(await status('/metrics', {}, guarded)).toBe(401);
    expect(await (await guarded.request('/health/ready')).json()).toEqual({ status: 'ready' });
    expect(await (await guarded.request('/health/ready', { headers: authorization })).json()).toMatchObject({
      parts: { database: 'up' },
    });
    await guarded.stop();
  });

  it('show them on OPS_PORT, and then on no other; nothing else is there', async () => {
    const config = readConfig({ ...setUp.env, OPS_PORT: '0' });
    const guarded = await TestService.start(setUp, { OPS_PORT: '0' });
    const server = (await openOpsServer(guarded.app, config))!;
    const ops = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect((await fetch(`${ops}/metrics`)).status).toBe(200);
    expect(await (await fetch(`${ops}/health/ready`)).json()).toMatchObject({ parts: { database: 'up' } });
    expect((await fetch(`${ops}/v1/credits/balance`)).status).toBe(404);
    expect((await fetch(`${ops}/docs`)).status).toBe(404);
    expect(await status('/metrics', {}, guarded)).toBe(401);
    expect(await (await guarded.request('/health/ready')).json()).toEqual({ status: 'ready' });
    server.closeAllConnections();
    server.close();
    await guarded.stop();
  });

  it('are counted by client', async () => {
    const strict = await TestService.start(setUp, { RATE_LIMIT_PER_MINUTE: '1', TRUST_PROXY: '1' });
    const seen: number[] = [];
    for (let call = 0; call < 24; call += 1) {
      const path = ['/openapi.json', '/nothing', '/health/ready', '/dashboard/'][call % 4]!;
      seen.push(await status(path, { 'X-Forwarded-For': `2001:db8::${call}` }, strict));
    }
    // A minute may end in between, and give ten more.
    expect(seen.filter((code) => code === 429).length).toBeGreaterThanOrEqual(4);
    expect(await status('/openapi.json', { 'X-Forwarded-For': '2001:db8:1::1' }, strict)).toBe(200);
    expect(await status('/health/live', { 'X-Forwarded-For': '2001:db8::1' }, strict)).toBe(200);
    await strict.stop();
  });
});
