import { request as httpRequest } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { TestService } from '../support/service';

/** All that a first visit loads, gzipped. */
const FIRST_LOAD_BYTES = 150_000;

describe('the page as it is served', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.shared('embedded');
  });

  /** Without the clean-up that `fetch` does: the path as written, the body as sent. */
  function raw(path: string, headers: Record<string, string> = {}) {
    return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
      const asking = httpRequest(service.url, { path, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) });
        });
      });
      asking.once('error', reject).end();
    });
  }

  async function names(): Promise<string[]> {
    const html = await (await service.request('/dashboard/')).text();
    return [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name]) => name!);
  }

  it('is small: everything of a first visit is under 150 kB', async () => {
    const files = await Promise.all(
      ['/dashboard/', ...(await names())].map((path) => raw(path, { 'Accept-Encoding': 'gzip' })),
    );
    expect(files.map(({ status }) => status)).toEqual(files.map(() => 200));
    expect(files.map(({ headers }) => headers['content-encoding'])).toEqual(files.map(() => 'gzip'));
    const sum = files.reduce((bytes, { body }) => bytes + body.length, 0);
    expect(sum).toBeGreaterThan(20_000);
    expect(sum).toBeLessThan(FIRST_LOAD_BYTES);
  });

  it('sends the same bytes to clients that do not take gzip', async () => {
    const script = (await names()).find((name) => name.endsWith('.js'))!;
    const [plain, zipped] = await Promise.all([
      raw(script, { 'Accept-Encoding': 'identity' }),
      raw(script, { 'Accept-Encoding': 'gzip' }),
    ]);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(gunzipSync(zipped.body).equals(plain.body)).toBe(true);
  });

  it('names its files by content and lets them be kept for ever; the page itself is asked for each time', async () => {
    const assets = (await names()).filter((name) => name.includes('/assets/'));
    expect(assets).toHaveLength(2);
    for (const asset of assets) {
      expect(asset).toMatch(/^\/dashboard\/assets\/[\w-]+-[\w-]{8}\.(js|css)$/);
      const response = await service.request(asset);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      await response.arrayBuffer();
    }
    const page = await service.request('/dashboard/');
    await page.text();
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const again = await raw('/dashboard/', { 'If-None-Match': page.headers.get('etag')! });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  it('allows its own files and origin only, nothing inline and no frame', async () => {
    const response = await service.request('/dashboard/');
    const html = await response.text();
    const policy = response.headers.get('content-security-policy')!;
    expect(policy).not.toMatch(/unsafe|https?:|\*|data:/);
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "frame-ancestors 'none'",
    ]) {
      expect(policy.split(';')).toContain(rule);
    }
    expect(html).not.toMatch(/<style|style=|<script(?![^>]*\bsrc=)|\son\w+=|https?:\/\//);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  it.each(['/dashboard', '/operator'])('leads from %s to the folder', async (path) => {
    const response = await service.request(path, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([308, `${path}/`]);
  });

  it("serves the operator's console from the same files under the same policy, and loads its pages there alone", async () => {
    const [dashboard, console] = await Promise.all(['/dashboard/', '/operator/'].map((path) => raw(path)));
    expect(console!.status).toBe(200);
    expect(console!.body.equals(dashboard!.body)).toBe(true);
    for (const header of ['content-security-policy', 'x-frame-options', 'cache-control', 'referrer-policy']) {
      expect([header, console!.headers[header]]).toEqual([header, dashboard!.headers[header]]);
    }
    const script = (await names()).find((name) => name.endsWith('.js'))!;
    const first = (await raw(script, { 'Accept-Encoding': 'identity' })).body.toString();
    expect(first).not.toContain('credits_environment');
    const chunk = /assets\/console-[\w-]{8}\.js/.exec(first)![0];
    expect((await raw(`/dashboard/${chunk}`, { 'Accept-Encoding': 'identity' })).body.toString()).toContain(
      'credits_environment',
    );
  });

  it.each([
    ['/dashboard/batches', '/dashboard/#/batches'],
    ['/dashboard/batches/', '/dashboard/#/batches/'],
    ['/dashboard/o/12/batches/55', '/dashboard/#/o/12/batches/55'],
    ['/dashboard/o/12/batches?name=spring%20sale', '/dashboard/#/o/12/batches?name=spring%20sale'],
    ['/dashboard/sign-in', '/dashboard/#/sign-in'],
    [
      '/dashboard/shared/q7Jm2b0s9Q1mD4yq3kqv3T0nq5aVwXcO8s1H2h7Yb6E',
      '/dashboard/#/shared/q7Jm2b0s9Q1mD4yq3kqv3T0nq5aVwXcO8s1H2h7Yb6E',
    ],
    // The page says that there is no such page.
    ['/dashboard/nonsense', '/dashboard/#/nonsense'],
  ])('leads who types %s to %s; programs are told that there is nothing', async (path, place) => {
    const browser = await raw(path, { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' });
    expect([browser.status, browser.headers['location']]).toEqual([302, place]);
    for (const accept of ['*/*', 'application/json']) expect((await raw(path, { Accept: accept })).status).toBe(404);
  });

  it.each([
    '/dashboard/../package.json',
    '/dashboard/..%2f..%2fpackage.json',
    '/dashboard/%2e%2e/%2e%2e/package.json',
    '/dashboard/assets/..%5c..%5c..%5cpackage.json',
    '/dashboard//etc/passwd',
    '/dashboard/assets/',
    '/dashboard/.built',
    '/dashboard/index.html%00.js',
    '/dashboard/dashboard.module.js',
    '/dashboard/%c0%ae%c0%ae/package.json',
  ])('has nothing at %s', async (path) => {
    expect([400, 404]).toContain((await raw(path, { Accept: 'text/html' })).status);
    const { status, body } = await raw(path);
    expect([400, 404]).toContain(status);
    expect(Object.keys(JSON.parse(body.toString()) as object)).toEqual(['message']);
  });
});
