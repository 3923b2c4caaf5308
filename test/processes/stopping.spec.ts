import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/eventually';
import { freePort } from '../support/free-port';
import { answers, makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { RestartLoad } from './rolling-restarts';
import { build, NOBODY_OUTSIDE, runCli, ServiceProcess } from './service-process';

beforeAll(build, 120_000);

const root = join(__dirname, '..', '..');
const describeWithServers = setUps.includes('distributed') ? describe : describe.skip;

async function makeToken(env: Record<string, string>): Promise<string> {
  expect(await runCli(env, 'account', 'create', '--email', 'jane@owner.test')).toMatchObject({ code: 0 });
  const permissions = ['validate:batch', 'credits:read'].flatMap((one) => ['--permission', one]);
  const made = await runCli(
    env,
    ...['token', 'create', '--account', 'jane@owner.test', '--name', 'test', '--json', ...permissions],
  );
  return (JSON.parse(made.stdout) as { token: string }).token;
}

describe('a signal to npm', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'evs-npm-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['start', 'SIGTERM'],
    ['start', 'SIGINT'],
    ['start:prod', 'SIGTERM'],
    ['start:prod', 'SIGHUP'],
    ['start:prod', 'SIGKILL'],
    ['sandbox', 'SIGTERM'],
  ] as const)('stops the service: npm run %s, %s', async (script, signal) => {
    const port = await freePort();
    const { PATH = '', HOME = folder } = process.env;
    const npm = spawn('npm', ['run', script], {
      cwd: root,
      env: { PATH, HOME, ...NOBODY_OUTSIDE, DATA_DIR: join(folder, 'data'), PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own: the signal goes to npm alone, as that of a supervisor does.
      detached: true,
    });
    let output = '';
    for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
    // Its pipes stay open as long as any of its descendants lives.
    const closed = once(npm, 'close');
    await eventually('the service listens', () => /listens on|^curl /m.test(output), 60_000);
    // npm keeps SIGINT to itself, as a terminal sends it to all of the group.
    process.kill(signal === 'SIGINT' ? -npm.pid! : npm.pid!, signal);
    await closed;
    expect(await answers('127.0.0.1', port)).toBe(false);
    expect(output).not.toMatch(/did not stop/);
  });
});

describe('a signal while the program loads', () => {
  it.each([
    ['main.js', 0],
    ['migrate.js', 143],
  ])('ends %s with %i, from its first line on', async (program, code) => {
    const folder = mkdtempSync(join(tmpdir(), 'evs-early-'));
    const hook = join(folder, 'hook.cjs');
    writeFileSync(
      hook,
      `const Module = require('node:module'); const load = Module._load;
      Module._load = function (name, ...rest) {
        if (name === 'reflect-metadata') { process.kill(process.pid, 'SIGTERM'); }
        return load.call(this, name, ...rest);
      };`,
    );
    const early = ServiceProcess.spawn(program, { DATA_DIR: join(folder, 'data'), NODE_OPTIONS: `--require ${hook}` });
    expect(await early.exit()).toBe(code);
    expect(early.output).not.toContain('listens on');
    rmSync(folder, { recursive: true, force: true });
  });
});

describe('a service that is told to stop', () => {
  let setUp: SetUp;
  let token: string;
  let service: ServiceProcess;

  beforeEach(async () => {
    setUp = await makeSetUp('embedded');
    token = await makeToken(setUp.env);
  });

  afterEach(async () => {
    service.kill('SIGKILL');
    await service.exit();
    await setUp.remove();
  });

  /** An upload of which the first half is sent. */
  function beginUpload(): { finish: () => void; status: Promise<number | string> } {
    const body =
      '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nlist\r\n--x\r\nContent-Disposition: form-data; ';
    const rest = 'name="file"; filename="a.csv"\r\n\r\nemail\njane@[127.0.0.1]\n\r\n--x--\r\n';
    const asking = request(`${service.url}/v1/validate/batch`, {
      method: 'POST',
      agent: false,
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'multipart/form-data; boundary=x',
        'Content-Length': body.length + rest.length,
      },
    });
    const status = new Promise<number | string>((resolve) => {
      asking.on('error', (error: NodeJS.ErrnoException) => {
        resolve(error.code ?? error.message);
      });
      asking.on('response', (response) => {
        response.resume();
        resolve(`${response.statusCode} ${response.headers.connection}`);
      });
    });
    asking.write(body);
    return {
      status,
      finish: () => {
        asking.end(rest);
      },
    };
  }

  it.each(['SIGTERM', 'SIGHUP'] as const)(
    'is not ready first, then takes no connection, and finishes the upload in progress: %s',
    async (signal) => {
      // All of it is sat out: two requests must be answered in this time, on a busy machine too.
      service = await ServiceProcess.start({ ...setUp.env, STOP_DELAY_MS: '2000' });
      const { port } = new URL(service.url);
      const upload = beginUpload();
      expect((await service.request('/health/ready')).status).toBe(200);
      service.kill(signal);
      await eventually('it is not ready', async () => (await service.request('/health/ready')).status === 503);
      expect((await service.request('/v1/credits/balance', token)).status).toBe(200);
      await eventually('it takes no connection', async () => !(await answers('127.0.0.1', Number(port))));
      upload.finish();
      expect(await upload.status).toBe('201 close');
      expect(await service.exit()).toBe(0);
    },
  );

  it('cuts off what goes on for longer than STOP_TIMEOUT_MS, and says so', async () => {
    service = await ServiceProcess.start({ ...setUp.env, STOP_DELAY_MS: '0', STOP_TIMEOUT_MS: '300' });
    const upload = beginUpload();
    await eventually('the upload has come', async () => (await service.request('/health/live')).status === 200);
    service.kill('SIGTERM');
    expect(await upload.status).toBe('ECONNRESET');
    expect(await service.exit()).toBe(0);
    expect(service.output).toContain('1 connections were cut off after STOP_TIMEOUT_MS (300).');
  });
});

describeWithServers('processes that are restarted in turn under load', () => {
  let setUp: SetUp;

  beforeEach(async () => {
    setUp = await makeSetUp('distributed');
  });

  afterEach(async () => {
    await setUp.remove();
  });

  it('lose no request', async () => {
    const env = { ...setUp.env, ROLE: 'api', RATE_LIMIT_PER_MINUTE: '1000000', LOG_LEVEL: 'error' };
    const migration = ServiceProcess.spawn('migrate.js', env);
    expect(await migration.exit()).toBe(0);
    const token = await makeToken(env);
    const ports = [await freePort(), await freePort()];
    const start = (port: number): Promise<ServiceProcess> => ServiceProcess.start({ ...env, PORT: String(port) });
    const processes = await Promise.all(ports.map(start));
    const load = new RestartLoad(ports, '/v1/credits/balance', { Authorization: `Bearer ${token}` }, 16);
    for (let restart = 0; restart < 4; restart += 1) {
      const which = restart % 2;
      processes[which]!.kill('SIGTERM');
      expect(await processes[which]!.exit()).toBe(0);
      processes[which] = await start(ports[which]!);
    }
    const { answered, lost } = await load.stop();
    await Promise.all(processes.map((one) => one.stop()));
    expect(lost).toEqual([]);
    expect(answered).toBeGreaterThan(100);
  });
});
