import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import Redis from 'ioredis';
import { createConnection } from 'mysql2/promise';
import { eventually } from '../support/eventually';
import { RedisServer } from '../support/redis-server';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { ScriptedDnsServer } from '../world/dns/scripted-dns-server';
import { ScriptedSmtpServer } from '../world/smtp/scripted-smtp-server';
import { build, runCli, ServiceProcess } from './service-process';

const describeWithServers = setUps.includes('distributed') ? describe : describe.skip;

interface Ready {
  status: string;
  parts: Record<string, string>;
  warnings: string[];
}

/** Local parts that no log may show. */
const NAMES = ['quiet.jane', 'quiet.joe', 'quiet.nobody'];

describeWithServers('an api and a worker as processes of their own', () => {
  let setUp: SetUp;
  let redis: RedisServer;
  let dns: ScriptedDnsServer;
  let mail: ScriptedSmtpServer;
  let slowMail: ScriptedSmtpServer;
  let silentMail: ScriptedSmtpServer;
  let env: Record<string, string>;
  let api: ServiceProcess;
  let worker: ServiceProcess;
  let token: string;
  const all: ServiceProcess[] = [];

  beforeAll(async () => {
    await build();
    setUp = await makeSetUp('distributed');
    redis = await RedisServer.prepare();
    const mailboxes = Object.fromEntries(NAMES.slice(0, 2).map((name) => [`${name}@fine.test`, 'ok']));
    mail = await ScriptedSmtpServer.start({ mailboxes });
    slowMail = await ScriptedSmtpServer.start({
      host: '127.0.0.2',
      port: mail.port,
      mailboxes: { 'quiet.jane@slow.test': 'ok', 'quiet.joe@slow.test': 'ok' },
      thoughtMs: { rcpt: 2000 },
    });
    silentMail = await ScriptedSmtpServer.start({
      host: '127.0.0.3',
      port: mail.port,
      faults: { rcpt: 'silence' },
    });
    const zone = (domain: string, address: string) => ({
      [domain]: { mx: [[10, `mx.${domain}`]] as const },
      [`mx.${domain}`]: { a: [address] },
    });
    dns = new ScriptedDnsServer({
      zones: {
        ...zone('fine.test', '127.0.0.1'),
        ...zone('slow.test', '127.0.0.2'),
        ...zone('silent.test', '127.0.0.3'),
      },
    });
    const { port } = await dns.start();
    env = {
      ...setUp.env,
      REDIS_URL: redis.url,
      DNS_SERVERS: `127.0.0.1:${port}`,
      SMTP_PORT: String(mail.port),
      SMTP_ALLOW_CIDRS: '127.0.0.0/8',
      SMTP_COMMAND_TIMEOUT_MS: '60000',
      VALIDATION_TIMEOUT_MS: '60000',
      RATE_LIMIT_PER_MINUTE: '10000',
      LOG_LEVEL: 'debug',
    };
    const migration = ServiceProcess.spawn('migrate.js', env);
    if ((await migration.exit()) !== 0) throw new Error(migration.output);
  }, 120_000);

  afterAll(async () => {
    for (const one of all) one.kill('SIGKILL');
    await Promise.all(all.map((one) => one.exit()));
    await redis.remove();
    await Promise.all([dns.stop(), mail.stop(), slowMail.stop(), silentMail.stop()]);
    await setUp.remove();
  });

  async function start(settings: Record<string, string>): Promise<ServiceProcess> {
    const service = await ServiceProcess.start({ ...env, ...settings });
    all.push(service);
    return service;
  }

  async function ready(): Promise<Ready & { code: number }> {
    const response = await api.request('/health/ready');
    return { code: response.status, ...((await response.json()) as Ready) };
  }

  async function upload(...addresses: string[]): Promise<number> {
    const response = await api.upload(token, `name,email\n${addresses.map((one) => `x,${one}`).join('\n')}\n`);
    expect(response.status).toBe(201);
    return ((await response.json()) as { id: number }).id;
  }

  async function batch(id: number): Promise<Record<string, unknown>> {
    return (await (await api.request(`/v1/validate/batch/${id}`, token)).json()) as Record<string, unknown>;
  }

  const isCompleted = async (id: number): Promise<boolean> => (await batch(id))['status'] === 'completed';

  it('accounts can be made, and the api serves and takes lists, before Redis is up', async () => {
    const account = await runCli(env, 'account', 'create', '--email', 'quiet.jane@owner.test', '--json');
    expect(account.code).toBe(0);
    // The trail of who did what, and nothing else.
    expect(account.stderr).toMatch(/^\{.*"event":"sign_up".*\}\n$/);
    const permissions = ['validate:single', 'validate:batch', 'credits:read'].flatMap((one) => ['--permission', one]);
    const made = await runCli(
      env,
      ...['token', 'create', '--account', 'quiet.jane@owner.test', '--name', 'test', '--json', ...permissions],
    );
    token = (JSON.parse(made.stdout) as { token: string }).token;
    api = await start({ ROLE: 'api' });
    expect((await api.request('/health/live')).status).toBe(200);
    const { code, status, parts } = await ready();
    expect({ code, status, database: parts['database'] }).toEqual({ code: 503, status: 'not ready', database: 'up' });
    expect(parts['redis']).toMatch(/^Redis does not answer/);
    const response = await api.single(token, 'quiet.jane@fine.test');
    expect(await response.json()).toMatchObject({ status: 'valid', credits_used: 1 });
    const metrics = await (await api.request('/metrics')).text();
    expect(metrics).toMatch(/^queue_jobs_waiting NaN$/im);
    expect(metrics).toMatch(/^verdicts_total\{status="valid",mode="single"\} 1$/m);
    expect(await upload('quiet.joe@fine.test', 'quiet.nobody@fine.test')).toBe(1);
  });

  it('a worker whose port is taken works on what was uploaded, when Redis comes', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    worker = ServiceProcess.spawn('main.js', {
      ...env,
      ROLE: 'worker',
      PORT: String((holder.address() as AddressInfo).port),
    });
    all.push(worker);
    await eventually('the worker says that its port is taken', () => worker.output.includes('is taken'), 30_000);
    await eventually('and where its links lead', () => worker.output.includes('PUBLIC_URL is not set'), 30_000);
    expect(await batch(1)).toMatchObject({ status: 'pending', processed_count: 0 });
    await redis.start();
    await eventually('the batch is completed', () => isCompleted(1), 60_000);
    expect(await batch(1)).toMatchObject({ valid_count: 1, invalid_count: 1, credits_used: 2, progress: 100 });
    holder.close();
    await eventually('the api is ready', async () => (await ready()).code === 200);
    expect((await ready()).parts).toEqual({ database: 'up', redis: 'up', queue: 'up' });
  });

  it('a worker releases its chunk on SIGTERM and goes; another one finishes it at once', async () => {
    const id = await upload('quiet.jane@slow.test', 'quiet.joe@slow.test', 'quiet.jane@silent.test');
    await eventually('the worker asks the silent mail host', () => silentMail.rcpts > 0, 30_000);
    worker.kill('SIGTERM');
    // The mail host says nothing for the 60 s of SMTP_COMMAND_TIMEOUT_MS.
    expect(await worker.exit(30_000)).toBe(0);
    const left = await batch(id);
    expect(left['status']).not.toBe('completed');
    silentMail.script = { ...silentMail.script, faults: {} };
    worker = await start({ ROLE: 'worker' });
    await eventually('the batch is completed', () => isCompleted(id), 30_000);
    expect(await batch(id)).toMatchObject({ valid_count: 2, invalid_count: 1, credits_used: 3 });
    expect((await worker.request('/v1/credits/balance', token)).status).toBe(404);
    const metrics = await (await worker.request('/metrics')).text();
    expect(metrics).toMatch(/^verdicts_total\{status="invalid",mode="batch"\} 1$/m);
    for (const figure of [
      'smtp_sessions_total',
      'dns_queries_total',
      'verdict_cache_hits_total',
      'queue_jobs_waiting',
    ]) {
      expect(metrics).toMatch(new RegExp(`^${figure} \\d+$`, 'm'));
    }
  });

  it('is not ready while Redis is full, and says so', async () => {
    const admin = new Redis(redis.url);
    await admin.config('SET', 'maxmemory', '1mb');
    await eventually('the api is not ready', async () => (await ready()).code === 503);
    expect((await ready()).parts['queue']).toMatch(/Redis takes no jobs .*(OOM|maxmemory)/);
    await admin.config('SET', 'maxmemory', '0');
    admin.disconnect();
    await eventually('the api is ready', async () => (await ready()).code === 200);
  });

  it('answers on, and is not ready, while Redis is stopped', async () => {
    await redis.stop();
    await eventually('the api is not ready', async () => (await ready()).code === 503);
    expect((await api.single(token, 'quiet.joe@fine.test')).status).toBe(200);
    await redis.start();
    await eventually('the api is ready', async () => (await ready()).code === 200);
  });

  it('says in one line what failed for a reason of ours, and nothing about whom', async () => {
    const connection = await createConnection(env['DATABASE_URL']!);
    await connection.query('RENAME TABLE cached_verdicts TO cached_verdicts_away');
    const response = await api.single(token, 'quiet.nobody@fine.test');
    await connection.query('RENAME TABLE cached_verdicts_away TO cached_verdicts');
    await connection.end();
    expect(response.status).toBe(500);
    const { message } = (await response.json()) as { message: string };
    const id = response.headers.get('x-request-id')!;
    expect(message).toContain(id);
    const eventsAbout = (): Record<string, unknown>[] => api.events.filter(({ requestId }) => requestId === id);
    await eventually('its log has come through the pipe', () => eventsAbout().length === 2);
    const about = eventsAbout();
    expect(about.map(({ level }) => level)).toEqual(['error', 'info']);
    expect(JSON.stringify(about[0])).toContain('cached_verdicts');
  });

  it('answers what is in flight on SIGTERM, with what is known by then, and goes', async () => {
    silentMail.script = { ...silentMail.script, faults: { rcpt: 'silence' } };
    const [slow, silent] = [slowMail.rcpts, silentMail.rcpts];
    const bad = await api.upload(token, 'contact\nquiet.jane@fine.test\n');
    expect(bad.status).toBe(422);
    const pending = [api.single(token, 'quiet.nobody@slow.test'), api.single(token, 'quiet.joe@silent.test')];
    await eventually('both mail hosts are asked', () => slowMail.rcpts > slow && silentMail.rcpts > silent);
    api.kill('SIGTERM');
    const answers = await Promise.all(pending);
    const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as Record<string, unknown>[];
    expect(bodies[0]).toMatchObject({ status: 'invalid', credits_used: 1 });
    expect(bodies[1]).toMatchObject({ status: 'unknown', smtp_valid: null, credits_used: 0 });
    expect(await api.exit(12_000)).toBe(0);
    expect(await worker.stop()).toBe(0);
    const admin = new Redis(redis.url);
    expect(await admin.keys('*:smtp:host:*')).toEqual([]);
    admin.disconnect();
  });

  it('logged JSON lines with request ids, and no address, token or secret anywhere', () => {
    const output = all.map((one) => one.output).join('\n');
    for (const hidden of [...NAMES, token, token.split('.')[2]!, env['JWT_SECRET']!])
      expect(output).not.toContain(hidden);
    const requests = all.flatMap(({ events }) => events).filter(({ context }) => context === 'Http');
    expect(requests.length).toBeGreaterThan(10);
    for (const event of requests) expect(event['requestId']).toMatch(/^[\w-]{8,64}$/);
  });
});
