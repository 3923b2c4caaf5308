import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect as dial } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Redis from 'ioredis';
import { createConnection } from 'mysql2/promise';
import { shared } from './shared';
import { note } from './tally';

/** The two set-ups that every database, queue and end-to-end test runs on. */
export type SetUpName = 'embedded' | 'distributed';

/** One test's own world: its data folder, database and Redis key prefix, and how to remove them. */
export interface SetUp {
  name: SetUpName;
  /** What a process of this set-up needs in its environment. */
  env: Record<string, string>;
  remove(): Promise<void>;
}

const mysqlUrl = process.env['TEST_MYSQL_URL'] ?? 'mysql://root@127.0.0.1:3306';
const redisUrl = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379';

/** `embedded` or `distributed`: that one alone. */
const only = process.env['TEST_SET_UPS'];

/**
 * The set-ups for what depends on SQL, the queue or Redis. `scripts/test.mjs` says whether MySQL and Redis answered.
 * `TEST_SET_UPS=distributed` repeats nothing of the embedded set-up in a run on another MySQL.
 */
export const setUps: SetUpName[] = (['embedded', 'distributed'] as const).filter(
  (name) => (only ?? name) === name && (name === 'embedded' || process.env['TEST_SERVERS'] !== 'none'),
);

/** The set-up for what depends on none of these: the embedded one, but where that is left out. */
export const oneSetUp: SetUpName = setUps[0] ?? 'embedded';

export async function makeSetUp(name: SetUpName): Promise<SetUp> {
  note('database');
  const id = `evs_test_${randomBytes(6).toString('hex')}`;
  const dataDir = mkdtempSync(join(tmpdir(), `${id}_`));
  const common = {
    DATA_DIR: dataDir,
    JWT_SECRET: randomBytes(24).toString('hex'),
    LOG_LEVEL: 'warn',
    PORT: '0',
    SMTP_HELO_NAME: 'probe.test',
    // What is tried is what is done, not how fast a busy machine does it.
    DATABASE_TIMEOUT_MS: '30000',
  };
  if (name === 'embedded') {
    return {
      name,
      env: common,
      remove: () => {
        rmSync(dataDir, { recursive: true, force: true });
        return Promise.resolve();
      },
    };
  }
  const admin = await createConnection(mysqlUrl);
  await admin.query(`CREATE DATABASE ${id}`);
  await admin.end();
  return {
    name,
    env: { ...common, DATABASE_URL: `${mysqlUrl}/${id}`, REDIS_URL: redisUrl, REDIS_KEY_PREFIX: id },
    remove: async () => {
      rmSync(dataDir, { recursive: true, force: true });
      const connection = await createConnection(mysqlUrl);
      await connection.query(`DROP DATABASE IF EXISTS ${id}`);
      await connection.end();
      await removeKeys(id);
    },
  };
}

/** Removed at the end of the test file. @param key tells it from other shared ones of this kind */
export function sharedSetUp(name: SetUpName, key: string): Promise<SetUp> {
  return shared(`set-up ${name} ${key}`, async () => {
    const setUp = await makeSetUp(name);
    return { ...setUp, stop: () => setUp.remove() };
  });
}

async function removeKeys(prefix: string): Promise<void> {
  const redis = new Redis(redisUrl, { lazyConnect: true, maxRetriesPerRequest: 1, retryStrategy: () => null });
  try {
    await redis.connect();
    for await (const keys of redis.scanStream({ match: `*${prefix}*`, count: 500 }) as AsyncIterable<string[]>) {
      if (keys.length > 0) await redis.unlink(keys);
    }
  } catch {
    // The test stopped its Redis itself: nothing is left to remove.
  } finally {
    redis.disconnect();
  }
}

/** Whether something listens there. */
export function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = dial({ host, port, timeout: 1000 });
    const end = (up: boolean) => () => {
      socket.destroy();
      resolve(up);
    };
    socket.once('connect', end(true)).once('error', end(false)).once('timeout', end(false));
  });
}
