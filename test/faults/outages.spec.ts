import { setTimeout as sleep } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { readConfig } from '../../src/config/env';
import { connect, sharedSql } from '../../src/database/database.module';
import { BatchService } from '../batches/batch-service';
import { ScriptedEngine } from '../batches/scripted-engine';
import { eventually } from '../support/eventually';
import { MariadbServer } from '../support/mariadb-server';
import { TestService, type TestAccount } from '../support/service';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';

const describeDistributed = setUps.includes('distributed') ? describe : describe.skip;

/**
 * Far below the time limit of a check, so that a wait for the one can't be taken for a wait for the other. Each is sat out: MariaDB
 * is frozen or busy in earnest, and a recovery on a busy machine must not take as long.
 */
const LIMITS = { DATABASE_TIMEOUT_MS: '3000', VALIDATION_TIMEOUT_MS: '60000', DATABASE_POOL_SIZE: '4' };
const NO_NETWORK = { SMTP_PROBE: 'off', DNS_SERVERS: '127.0.0.1:9' };

interface Answer {
  status: number;
  retryAfter: string | null;
  message: unknown;
  tookMs: number;
}

describeDistributed('outages of MariaDB', () => {
  let server: MariadbServer;
  let setUp: SetUp;
  let service: TestService;
  let account: TestAccount;
  let url: string;

  beforeAll(async () => {
    server = await MariadbServer.prepare();
    await server.start();
    setUp = await makeSetUp('embedded');
    url = (await server.database()).replace('root@', 'service@');
    await server.admin("CREATE USER service@'127.0.0.1'");
    // No rights beyond those of its database: root writes to a read-only server, too.
    await server.admin(`GRANT ALL ON \`${url.split('/').at(-1) ?? ''}\`.* TO service@'127.0.0.1'`);
    service = await TestService.start(setUp, { DATABASE_URL: url, ...LIMITS, ...NO_NETWORK });
    account = await service.account();
  });

  afterAll(async () => {
    server.thaw();
    await service.stop();
    await server.remove();
    await setUp.remove();
  });

  async function answer(asked: Promise<Response>): Promise<Answer> {
    const from = performance.now();
    const response = await asked;
    const { message } = (await response.json()) as { message?: unknown };
    return {
      status: response.status,
      retryAfter: response.headers.get('Retry-After'),
      message,
      tookMs: performance.now() - from,
    };
  }

  const balance = (): Promise<Answer> => answer(service.request('/v1/credits/balance', { token: account.token }));
  const single = (email = `joe@domain${Math.random()}.test`): Promise<Answer> => answer(service.single(account, email));
  const signIn = (): Promise<Answer> =>
    answer(
      service.request('/v1/session', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-CSRF': '1' },
        body: JSON.stringify({ email: 'joe@known.test', password: 'something long' }),
      }),
    );
  const upload = (): Promise<Answer> => {
    const form = new FormData();
    form.set('name', 'list');
    form.set('file', new Blob(['email\nnobody\n']), 'list.csv');
    return answer(service.request('/v1/validate/batch', { method: 'POST', token: account.token, body: form }));
  };

  async function readiness(): Promise<{ status: number; database: string; tookMs: number }> {
    const from = performance.now();
    const response = await service.request('/health/ready');
    const { parts } = (await response.json()) as { parts: Record<string, string> };
    return { status: response.status, database: parts['database'] ?? '', tookMs: performance.now() - from };
  }

  const isReady = async (): Promise<boolean> => (await readiness()).status === 200;

  /** Each kind of request says that it is an outage, and when to come again. */
  async function expectOutage(): Promise<void> {
    const answers = await Promise.all([balance(), single(), signIn(), upload()]);
    for (const { status, retryAfter, message } of answers) {
      expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: '5' });
      expect(message).toMatch(/database/);
    }
  }

  async function expectRecovery(): Promise<void> {
    await eventually('ready again', isReady, 20_000);
    expect((await balance()).status).toBe(200);
    expect((await single('nobody')).status).toBe(422);
    expect((await upload()).status).toBe(201);
  }

  it('answers 503 within its limits while the database hangs, also to readiness, and goes on by itself', async () => {
    server.freeze();
    try {
      const asked = await Promise.all([balance(), single(), upload(), ...Array.from({ length: 20 }, balance)]);
      for (const { status, retryAfter, tookMs } of asked) {
        expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: '5' });
        // The server is frozen: without a limit of ours an answer never comes.
        expect(tookMs).toBeLessThan(30_000);
      }
      const ready = await readiness();
      expect(ready).toMatchObject({ status: 503, database: expect.stringContaining('1') as string });
      expect(ready.tookMs).toBeLessThan(30_000);
      expect((await service.request('/health/live')).status).toBe(200);
    } finally {
      server.thaw();
    }
    await expectRecovery();
  });

  it('answers a check within its time when the database hangs just as it is charged', async () => {
    const engine = new ScriptedEngine(() => {
      server.freeze();
      return Promise.resolve();
    });
    const limits = { DATABASE_TIMEOUT_MS: '60000', VALIDATION_TIMEOUT_MS: '4000' };
    const scripted = await BatchService.start({ ...setUp.env, DATABASE_URL: url, ...limits }, engine);
    try {
      const { token } = account;
      const checked = await fetch(`${await scripted.app.getUrl()}/v1/validate/single`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body: JSON.stringify({ email: 'valid.1@charged.test' }),
      });
      expect([checked.status, checked.headers.get('Retry-After'), await checked.json()]).toEqual([
        ...[503, '5'],
        { message: expect.stringMatching(/not known whether.*asking again is free/) as string },
      ]);
    } finally {
      server.thaw();
      await scripted.stop();
    }
  });

  it('answers 503 while the database is away, and goes on when it is back', async () => {
    await server.kill();
    await expectOutage();
    expect((await readiness()).status).toBe(503);
    await server.start();
    await expectRecovery();
  });

  it('answers 503 when the server has no connection left', async () => {
    await server.kill();
    await server.start('--max-connections=10');
    const others = await Promise.allSettled(Array.from({ length: 10 }, () => createConnection(url)));
    // What the service itself had got is busy meanwhile, however long the answers take: more wait than it has connections.
    let isOver = false;
    const slow = Array.from({ length: 24 }, async () => {
      while (!isOver) await service.database.query('SELECT SLEEP(2)').catch(() => null);
    });
    await expectOutage().finally(() => {
      isOver = true;
    });
    await Promise.all(slow);
    for (const other of others) if (other.status === 'fulfilled') await other.value.end();
    await expectRecovery();
  });

  it('answers 503 when all connections of the pool are taken', async () => {
    const slow = Array.from({ length: 12 }, () => service.database.query('SELECT SLEEP(2)').catch(() => null));
    expect(await balance()).toMatchObject({ status: 503, retryAfter: '5' });
    await Promise.all(slow);
    await expectRecovery();
  });

  it('says so when the database takes no writes, and is not ready', async () => {
    await server.admin('SET GLOBAL read_only = ON');
    const ready = await readiness();
    const uploaded = await upload();
    const read = await balance();
    await server.admin('SET GLOBAL read_only = OFF');
    expect(ready).toMatchObject({ status: 503, database: expect.stringMatching(/read-only/) as string });
    expect(uploaded).toMatchObject({ status: 503, retryAfter: '5' });
    expect(read.status).toBe(200);
    await expectRecovery();
  });

  it('runs a single statement again that a deadlock undid', async () => {
    const patient = { ...setUp.env, DATABASE_URL: url, DATABASE_TIMEOUT_MS: '30000' };
    const source = await connect(readConfig(patient), []);
    const database = sharedSql(source);
    await database.execute('CREATE TABLE pairs (id INT PRIMARY KEY, runs INT NOT NULL)');
    await database.execute('INSERT INTO pairs VALUES (1, 0), (2, 0)');
    const other = await createConnection(url);
    await other.query('START TRANSACTION');
    // The heavier of two is let live.
    await other.query('INSERT INTO pairs SELECT seq, 0 FROM seq_10_to_200');
    await other.query('UPDATE pairs SET runs = 10 WHERE id = 1');
    const statement = database.execute('UPDATE pairs SET runs = runs + 1 WHERE id IN (1, 2) ORDER BY id DESC');
    await eventually('the statement waits for the other one', async () => {
      // InnoDB shows what it has shown within the last 100 ms, and counts from the last look.
      await sleep(200);
      const waiting = "SELECT 1 FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'";
      return ((await server.admin(waiting)) as unknown[]).length > 0;
    });
    await other.query('UPDATE pairs SET runs = 10 WHERE id = 2');
    await other.query('COMMIT');
    await other.end();
    expect(await statement).toMatchObject({ affected: 2 });
    expect(await database.query('SELECT runs FROM pairs WHERE id IN (1, 2)')).toEqual([{ runs: 11 }, { runs: 11 }]);
    await source.destroy();
  });

  it('says so when the database is full', async () => {
    await server.kill();
    // Beyond one step of 64 MiB, which the tables alone may need.
    await server.start('--innodb-file-per-table=0', '--innodb-data-file-path=ibdata1:12M:autoextend:max:160M');
    const { database } = service;
    await eventually('ready again', isReady);
    await database.execute('CREATE TABLE filler (id INT AUTO_INCREMENT PRIMARY KEY, bytes MEDIUMBLOB)');
    const fill = async (): Promise<never> => {
      for (;;) await database.execute('INSERT INTO filler (bytes) VALUES (?)', [Buffer.alloc(1_000_000)]);
    };
    await expect(fill()).rejects.toMatchObject({
      kind: 'database_unavailable',
      message: expect.stringMatching(/no room left/) as string,
    });
    const uploads = await Promise.all(Array.from({ length: 5 }, upload));
    for (const { status } of uploads) expect([201, 507]).toContain(status);
  });
});
