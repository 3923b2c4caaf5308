import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeSetUp, setUps } from '../support/set-ups';
import { eventually } from '../support/eventually';
import { build, runCli, ServiceProcess } from './service-process';

beforeAll(build, 120_000);

const describeWithServers = setUps.includes('distributed') ? describe : describe.skip;

describe('the first start with an empty DATA_DIR', () => {
  let folder: string;

  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'evs-first-')), 'data');
  });

  afterEach(() => {
    rmSync(join(folder, '..'), { recursive: true, force: true });
  });

  it('prints a token and a curl that works as it stands, and is silent about them the next time', async () => {
    const first = await ServiceProcess.start({ DATA_DIR: folder });
    const curl = /^curl .*$/m.exec(first.stdout)?.[0] ?? '';
    const token = /^ey[\w-]+\.[\w-]+\.[\w-]+$/m.exec(first.stdout)?.[0] ?? '';
    expect(curl).toContain(token);
    // With another address, of a kind that needs no network.
    const { stdout } = await promisify(execFile)('sh', ['-c', curl.replace('someone@gmail.com', 'jane@[127.0.0.1]')]);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'invalid', credits_used: 1 });
    expect(await (await first.request('/v1/credits/balance', token)).json()).toMatchObject({ balance: 99 });
    expect(await first.stop()).toBe(0);
    expect(statSync(folder).mode & 0o777).toBe(0o700);

    const second = await ServiceProcess.start({ DATA_DIR: folder });
    expect(second.stdout).not.toMatch(/curl|eyJ/);
    expect((await second.request('/v1/credits/balance', token)).status).toBe(200);
    expect(await second.stop()).toBe(0);
  });

  it('puts the token into a file of its owner where that is asked for, and not into the log', async () => {
    const first = await ServiceProcess.start({ DATA_DIR: folder, FIRST_TOKEN: 'file' });
    expect(first.output).not.toMatch(/eyJ/);
    const file = join(folder, 'first-token');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const curl = /^curl .*$/m.exec(first.stdout)?.[0] ?? '';
    const { stdout } = await promisify(execFile)('sh', ['-c', curl.replace('someone@gmail.com', 'jane@[127.0.0.1]')]);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'invalid' });
    expect(await first.stop()).toBe(0);
  });

  it('gives a token that ends up in a log 24 hours', async () => {
    const first = await ServiceProcess.start({ DATA_DIR: folder });
    expect(first.stdout).toContain('It works for 24 hours');
    const { stdout } = await runCli({ DATA_DIR: folder }, 'token', 'list', '--account', '1', '--json');
    const [token] = (JSON.parse(stdout) as { tokens: [{ created_at: string; expires_at: string }] }).tokens;
    expect(Math.round((Date.parse(token.expires_at) - Date.parse(token.created_at)) / 3_600_000)).toBe(24);
    expect(await first.stop()).toBe(0);
  });

  it('warns of settings that let others in', async () => {
    const first = await ServiceProcess.start({ DATA_DIR: folder, JWT_SECRET: 'x'.repeat(32), TRUST_PROXY: 'true' });
    // They are written when it listens, in lines of their own.
    await expect(
      eventually('both are warned of', () =>
        [/JWT_SECRET can be guessed/, /TRUST_PROXY=true believes/].every((warning) => warning.test(first.output)),
      ),
    ).resolves.toBeUndefined();
    expect(await first.stop()).toBe(0);
  });

  it('is one start where two processes begin at once: one serves and shows a token, the other waits for its end', async () => {
    const both = [1, 2].map(() => ServiceProcess.spawn('main.js', { DATA_DIR: folder, PORT: '0' }));
    const first = await Promise.race(both.map((one) => one.isListening().then(() => one)));
    const second = both.find((one) => one !== first);
    await eventually('the other says why it waits', () => second?.output.includes('Another process serves') ?? false);
    expect(second?.stdout).not.toContain('listens on');
    const token = /^ey\S+$/m.exec(first.stdout)?.[0] ?? '';
    expect((await first.request('/v1/credits/balance', token)).status).toBe(200);
    expect((await runCli({ DATA_DIR: folder }, 'account', 'create', '--email', 'joe@people.test')).code).toBe(0);

    first.kill('SIGKILL');
    await second?.isListening();
    expect(second?.stdout).not.toMatch(/^ey/m);
    expect((await second?.request('/v1/credits/balance', token))?.status).toBe(200);
    expect(await second?.stop()).toBe(0);
  });
});

describe.each(setUps)('the schema, %s', (name) => {
  it('is made once by processes that begin at once, and then there is nothing to do', async () => {
    const setUp = await makeSetUp(name);
    try {
      const all = [1, 2, 3].map(() => ServiceProcess.spawn('migrate.js', setUp.env));
      expect(await Promise.all(all.map((one) => one.exit()))).toEqual([0, 0, 0]);
      for (const one of all) expect(one.output).toContain('The schema is up to date.');
      const again = ServiceProcess.spawn('migrate.js', setUp.env);
      expect(await again.exit()).toBe(0);
    } finally {
      await setUp.remove();
    }
  });
});

describeWithServers('the schema of a fleet', () => {
  it('is needed by an api and a worker, which say so', async () => {
    const setUp = await makeSetUp('distributed');
    try {
      for (const ROLE of ['api', 'worker']) {
        const early = ServiceProcess.spawn('main.js', { ...setUp.env, ROLE });
        expect(await early.exit()).toBe(1);
        expect(early.output).toContain('Run `npm run migration:run` once');
        expect(early.output).not.toMatch(/^\s+at /m);
      }
    } finally {
      await setUp.remove();
    }
  });
});

describe('settings that are not usable', () => {
  it('are all listed at once, without a stack trace or a secret, and nothing is made', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'evs-settings-')), 'data');
    const service = ServiceProcess.spawn('main.js', {
      DATA_DIR: folder,
      PORT: 'eighty',
      ROLE: 'boss',
      JWT_SECRET: 'hush-hush',
      DATABASE_URL: 'postgres://user:hush-hush@127.0.0.1/x',
      REDIS_URL: 'redis://:hush-hush@127.0.0.1:1',
      SMTP_MAX_SESSIONS: '0',
    });
    expect(await service.exit()).toBe(1);
    for (const setting of ['PORT', 'ROLE', 'JWT_SECRET', 'DATABASE_URL', 'SMTP_MAX_SESSIONS']) {
      expect(service.output).toMatch(new RegExp(`^  - ${setting} must`, 'm'));
    }
    expect(service.output).not.toMatch(/hush|^\s+at /m);
    expect(existsSync(folder)).toBe(false);
  });

  it.each([
    [{ DATABASE_URL: 'mysql://root:hush-hush@127.0.0.1:1/x', JWT_SECRET: 'x'.repeat(32) }, /DATABASE_URL/],
    [{ DATA_DIR: '/etc/hostname/data' }, /DATA_DIR/],
    [{ HOST: '127.0.0.1.5' }, /HOST/],
    [{ PORT: 'taken' }, /Set PORT/],
  ])('a start with %j ends in a sentence that names the setting', async (env, sentence) => {
    const folder = mkdtempSync(join(tmpdir(), 'evs-fault-'));
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const PORT = 'PORT' in env ? String((holder.address() as AddressInfo).port) : '0';
    const service = ServiceProcess.spawn('main.js', { DATA_DIR: folder, ...env, PORT });
    const ended = await service.exit();
    holder.close();
    expect(ended).toBe(1);
    expect(service.output).toMatch(sentence);
    expect(service.output).not.toMatch(/hush|^\s+at /m);
    rmSync(folder, { recursive: true, force: true });
  });
});
