import Redis from 'ioredis';
import { readConfig } from '../../src/config/env';
import type { Database } from '../../src/database/database';
import { connect, sharedSql } from '../../src/database/database.module';
import type { FeedbackProviderName } from '../../src/feedback/events/feedback-provider';
import { ProviderDouble, type SentRequest } from '../feedback/provider-double';
import { eventually } from '../support/eventually';
import { RedisServer } from '../support/redis-server';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { build, runCli, ServiceProcess } from './service-process';

const PROVIDERS = ['generic', 'ses', 'sendgrid', 'postmark', 'sparkpost', 'brevo', 'mailjet'] as const;
const REQUESTS_OF_EACH = 16;
const EVENTS_OF_A_REQUEST = 40;
const ROWS = 6000;
/** Told by programs and files. */
const NO_SOURCE = 0;

interface Sending {
  provider: FeedbackProviderName;
  path: string;
  request: SentRequest;
}

/** A source, and how many events it has told when all its requests are answered. */
interface Told {
  id: number;
  events: number;
}

describe.each(setUps)('the intake of feedback, interrupted, %s', (setUpName) => {
  let setUp: SetUp;
  let service: ServiceProcess;
  let env: Record<string, string>;
  let token: string;
  let told: Told[];
  let sendings: Sending[];
  let list: string;
  let redis: RedisServer | null = null;

  beforeAll(() => build(), 120_000);

  beforeEach(async () => {
    setUp = await makeSetUp(setUpName);
  });

  afterEach(async () => {
    await service.stop();
    await redis?.remove();
    redis = null;
    await setUp.remove();
  });

  async function start(more: Record<string, string> = {}): Promise<void> {
    env = { ...setUp.env, SMTP_PROBE: 'off', FEEDBACK_REQUESTS_PER_MINUTE: '1000000', ...more };
    service = await ServiceProcess.start(env);
  }

  async function cli(...args: string[]): Promise<Record<string, unknown>> {
    const { code, stdout, stderr } = await runCli(env, ...args, '--json');
    if (code !== 0) throw new Error(stderr);
    return JSON.parse(stdout) as Record<string, unknown>;
  }

  /** An organization with a source of each provider, and what they have to tell. */
  async function prepare(): Promise<void> {
    const email = 'owner@accounts.test';
    const { organization_id: organization } = await cli('account', 'create', '--email', email);
    const permission = ['--permission', 'feedback:write', '--permission', 'feedback:read'];
    token = String((await cli('token', 'create', '--account', email, '--name', 'test', ...permission))['token']);
    told = [{ id: NO_SOURCE, events: ROWS }];
    sendings = [];
    for (const name of PROVIDERS) {
      const provider = new ProviderDouble(name);
      const key = provider.secret === null ? [] : ['--secret', provider.secret];
      const wish = ['--organization', String(organization), '--provider', name, '--name', name, ...key];
      const made = await cli('feedback', 'source', 'create', ...wish);
      const path = new URL(String(made['url'])).pathname;
      const each = provider.isOneAtATime ? 1 : EVENTS_OF_A_REQUEST;
      for (let request = 0; request < REQUESTS_OF_EACH; request += 1) {
        const emails = Array.from({ length: each }, (_, at) => `user-${request}-${at}@${name}.test`);
        sendings.push({ provider: name, path, request: provider.bounces(...emails) });
      }
      told.push({ id: Number(made['source_id']), events: each * REQUESTS_OF_EACH });
    }
    sendings.sort((one, other) => (one.request.body < other.request.body ? -1 : 1));
    const rows = Array.from({ length: ROWS }, (_, at) => `user-${at}@import.test,2026-11-01T10:00:00Z`);
    list = ['email,occurred_at', ...rows].join('\n');
  }

  async function withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
    const source = await connect(readConfig({ ...env, DATABASE_TIMEOUT_MS: '60000' }), []);
    try {
      return await work(sharedSql(source));
    } finally {
      await source.destroy();
    }
  }

  const count = (table: string, where = '1 = 1'): Promise<number> =>
    withDatabase(async (database) => {
      const [row] = await database.query<{ count: number }>(`SELECT COUNT(*) AS count FROM ${table} WHERE ${where}`);
      return Number(row?.count);
    });

  /** As a provider does it: true once it is answered with 200. */
  async function send({ path, request: { body, headers } }: Sending): Promise<boolean> {
    try {
      const response = await fetch(`${service.url}${path}`, { method: 'POST', headers, body });
      await response.text();
      return response.status === 200;
    } catch {
      return false;
    }
  }

  /** Sends these one after the other on some connections; returns those that were not answered. */
  async function sendAll(these: readonly Sending[], onAnswer: (answers: number) => void = () => undefined) {
    const waiting = [...these];
    const unanswered: Sending[] = [];
    let answers = 0;
    const lane = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        if (await send(next)) onAnswer((answers += 1));
        else unanswered.push(next);
      }
    };
    await Promise.all(Array.from({ length: 4 }, lane));
    return unanswered;
  }

  async function upload(): Promise<Record<string, number> | null> {
    const form = new FormData();
    form.set('file', new Blob([list]), 'export.csv');
    try {
      const response = await service.request('/v1/feedback/imports?type=complaint', token, {
        method: 'POST',
        body: form,
      });
      const body = (await response.json()) as Record<string, number>;
      return response.status === 200 ? body : null;
    } catch {
      return null;
    }
  }

  /** Each event is there once, counted once, and known of its address. */
  async function expectEachOnce(): Promise<void> {
    await eventually('the inbox is read', async () => (await count('feedback_inbox')) === 0, 120_000);
    const total = told.reduce((sum, { events }) => sum + events, 0);
    const seen = await withDatabase(async (database) => ({
      events: await database.query<{ id: number; events: number; addresses: number }>(
        `SELECT source_id AS id, COUNT(*) AS events, COUNT(DISTINCT address_key) AS addresses FROM feedback_events
          GROUP BY source_id ORDER BY source_id`,
      ),
      sources: await database.query<{ id: number; events: number }>(
        'SELECT id, event_count AS events FROM feedback_sources ORDER BY id',
      ),
      states: await database.query<{ email: string; state: string }>('SELECT email, state FROM known_addresses'),
    }));
    expect(seen.events.map(({ id, events, addresses }) => [id, events, addresses])).toEqual(
      told.map(({ id, events }) => [id, events, events]),
    );
    expect(seen.sources).toEqual(told.slice(1));
    expect(seen.states).toHaveLength(total);
    const wrong = seen.states.filter(
      ({ email, state }) =>
        !(email.endsWith('@import.test') ? /^\{"complaintAt":\d+\}$/ : /^\{"strongAt":\d+\}$/).test(state),
    );
    expect(wrong).toEqual([]);
  }

  it('loses nothing and counts nothing twice when the process is killed, again and again', async () => {
    await start();
    await prepare();
    let unanswered: readonly Sending[] = sendings;
    const imports: unknown[] = [];
    for (const kill of [1, 2, 3]) {
      const importing = upload();
      const before = await count('feedback_events', `source_id = ${NO_SOURCE}`);
      await eventually(
        'rows of the file are recorded',
        async () => kill > 1 || (await count('feedback_events', `source_id = ${NO_SOURCE}`)) > before,
      );
      unanswered = await sendAll(unanswered, (answers) => {
        if (answers === Math.floor(sendings.length / 5)) service.kill('SIGKILL');
      });
      expect(await service.exit()).toBe('SIGKILL');
      imports.push(await importing);
      // The requests behind the one at which it was killed.
      expect(unanswered.length).toBeGreaterThan(0);
      await start();
    }
    expect(imports[0]).toBeNull();
    expect(await count('feedback_events')).toBeLessThan(told.reduce((sum, { events }) => sum + events, 0));
    expect(await sendAll(unanswered)).toEqual([]);
    const imported = await upload();
    expect(imported).toMatchObject({ rows: ROWS, rejected_count: 0 });
    expect(Number(imported?.['accepted']) + Number(imported?.['duplicates'])).toBe(ROWS);
    // Some providers send again what was answered, too.
    expect(await sendAll(sendings.filter((_, at) => at % 5 === 0))).toEqual([]);
    await expectEachOnce();
  });

  if (setUpName === 'distributed')
    it('loses nothing and counts nothing twice when Redis is emptied in between', async () => {
      redis = await RedisServer.prepare();
      await redis.start();
      const admin = new Redis(redis.url);
      await start({ REDIS_URL: redis.url });
      await prepare();
      const importing = upload();
      const flushes: Promise<unknown>[] = [];
      const left = await sendAll(sendings, (answers) => {
        if (answers % 10 === 0) flushes.push(admin.flushall());
      });
      expect(left).toEqual([]);
      flushes.push(admin.flushall());
      expect(await importing).toMatchObject({ rows: ROWS, accepted: ROWS });
      await Promise.all(flushes);
      expect(flushes.length).toBeGreaterThan(10);
      await expectEachOnce();
      admin.disconnect();
    });
});
