import { setTimeout as sleep } from 'node:timers/promises';
import { request } from '../support/slot-request';
import { randomUUID } from 'node:crypto';
import Redis from 'ioredis';
import { InProcessSessionSlots } from '../../src/engine';
import { SharedRedis } from '../../src/common/shared-redis';
import { RedisSessionSlots, type RedisSessionSlotsOptions } from '../../src/smtp-session-slots/redis-session-slots';
import { eventually } from '../support/eventually';
import { RedisServer } from '../support/redis-server';
import { setUps } from '../support/set-ups';
import { describeSessionSlots } from './session-slots.suite';

type PairOptions = Omit<RedisSessionSlotsOptions, 'prefix' | 'sessionsPerNetwork'> & {
  sessionsPerNetwork?: number | undefined;
};

const never = (): AbortSignal => new AbortController().signal;

describe('the slots of one process', () => {
  describeSessionSlots(({ maxSessions, sessionsPerHost, sessionsPerNetwork }) => {
    const slots = new InProcessSessionSlots(maxSessions, sessionsPerHost, sessionsPerNetwork);
    return [slots, slots];
  });
});

const describeWithRedis = setUps.includes('distributed') ? describe : describe.skip;

describeWithRedis('the slots of all processes with one Redis', () => {
  let server: RedisServer;
  let admin: Redis;
  let clients: SharedRedis[];

  beforeAll(async () => {
    server = await RedisServer.prepare();
    await server.start();
  });

  beforeEach(async () => {
    admin = new Redis(server.url);
    clients = [await connect(), await connect()];
    await admin.flushall();
  });

  afterEach(async () => {
    admin.disconnect();
    for (const client of clients) await client.onApplicationShutdown();
  });

  afterAll(() => server.remove());

  async function connect(): Promise<SharedRedis> {
    const shared = new SharedRedis(server.url);
    await eventually('Redis answers', async () => (await shared.fault()) === null);
    return shared;
  }

  function pair({ sessionsPerNetwork = 10, ...options }: PairOptions): [RedisSessionSlots, RedisSessionSlots] {
    const prefix = `test-${randomUUID()}`;
    const [first, second] = clients.map(
      ({ client }) => new RedisSessionSlots(client!, { prefix, sessionsPerNetwork, ...options }),
    );
    return [first!, second!];
  }

  // A lease that is not given back holds its slot for longer than a test may take.
  describeSessionSlots((limits) => pair({ leaseMs: 60_000, ...limits }));

  it('frees the slots of a process that died, when its leases have run out and not before', async () => {
    const [dying, other] = pair({ maxSessions: 5, sessionsPerHost: 1, leaseMs: 600 });
    await dying.acquire(request('a'), never());
    const started = performance.now();
    // Redis measures leases by its own time. This one has been renewed when its first term is over.
    await sleep(1000);
    let isGranted = false;
    const waiting = other.acquire(request('a'), never()).then(() => {
      isGranted = true;
    });
    await sleep(100);
    expect(isGranted).toBe(false); // It was renewed.
    clients[0]!.client?.disconnect(); // As by SIGKILL: nothing is given back.
    await waiting;
    expect(performance.now() - started).toBeGreaterThan(1200);
  });

  it('keeps to the limits of this process while Redis is away, and to the common ones when it is back', async () => {
    const [first, second] = pair({ maxSessions: 5, sessionsPerHost: 1, leaseMs: 600 });
    await server.stop();
    const release = await first.acquire(request('a'), never());
    let isGranted = false;
    const next = first.acquire(request('a'), never()).then((given) => {
      isGranted = true;
      return given;
    });
    await sleep(200);
    expect(isGranted).toBe(false);
    release();
    await next;
    await server.start();
    await eventually('Redis is back', async () => {
      const faults = await Promise.all(clients.map((client) => client.fault()));
      return faults.every((fault) => fault === null);
    });
    // With the next renewal.
    await eventually('what is held is known again', async () => (await admin.keys('*:smtp:all')).length > 0);
    isGranted = false;
    const foreign = second.acquire(request('a'), never()).then(() => {
      isGranted = true;
    });
    await sleep(200);
    expect(isGranted).toBe(false);
    (await next)();
    await foreign;
  });

  it('tells those who hold slots what waits in other processes, and which host it needs', async () => {
    const [holding, waiting] = pair({ maxSessions: 2, sessionsPerHost: 1 });
    const release = await holding.acquire(request('a.test'), never());
    const granted = waiting.acquire(request('a.test', { tenant: 'org 7', job: '12', isUrgent: true }), never());
    await eventually('it is known', () => holding.remoteRequests().length > 0);
    expect(holding.remoteRequests()).toEqual([
      { ...request('a.test', { tenant: 'org 7', job: '12', isUrgent: true }), isHostFull: true, isNetworkFull: false },
    ]);
    expect(waiting.remoteRequests()).toEqual([]);
    release();
    (await granted)();
    expect(holding.remoteRequests()).toEqual([]);
  });

  it('tells which network it needs', async () => {
    const [holding, waiting] = pair({ maxSessions: 5, sessionsPerHost: 1, sessionsPerNetwork: 1 });
    const network = '2001:db8:1';
    const release = await holding.acquire(request('a.test', { network }), never());
    const granted = waiting.acquire(request('b.test', { network }), never());
    await eventually('it is known', () => holding.remoteRequests().length > 0);
    expect(holding.remoteRequests()).toEqual([
      { ...request('b.test', { network }), isHostFull: false, isNetworkFull: true },
    ]);
    release();
    (await granted)();
  });

  it('counts the leases of a version that knew of no networks, until they run out', async () => {
    const prefix = `test-${randomUUID()}`;
    const limits = { maxSessions: 2, sessionsPerHost: 1, sessionsPerNetwork: 1 };
    const slots = new RedisSessionSlots(clients[0]!.client!, { prefix, ...limits });
    // As the version before names them: no network.
    const held = `${randomUUID()}:us:`;
    const waiting = `!${randomUUID()}:us:12 b`;
    const runOutAt = async (time: number): Promise<void> => {
      await admin.zadd(`${prefix}:smtp:all`, time, held);
      await admin.zadd(`${prefix}:smtp:host:a`, time, held);
      await admin.zadd(`${prefix}:smtp:seen`, time, waiting);
    };
    await admin.zadd(`${prefix}:smtp:waiting`, 1, waiting);
    await runOutAt(Date.now() + 60_000);
    const network = '192.0.2';
    const granted: string[] = [];
    const take = (key: string): Promise<void> =>
      slots.acquire(request(key, { network }), never()).then((release) => {
        granted.push(key);
        release();
      });
    // Its host is full, the last slot is for whom waits there already.
    const all = [take('a'), take('c')];
    // Longer than until both are asked for again.
    await sleep(150);
    expect(granted).toEqual([]);
    await runOutAt(Date.now());
    await Promise.all(all);
    await eventually('Redis is empty', async () => (await admin.dbsize()) === 0);
  });

  it('leaves nothing behind when all is given back', async () => {
    const [first, second] = pair({ maxSessions: 1, sessionsPerHost: 1 });
    const release = await first.acquire(request('a'), never());
    const waiting = second.acquire(request('a'), never());
    release();
    (await waiting)();
    await eventually('Redis is empty', async () => (await admin.dbsize()) === 0);
    expect(await admin.keys('*')).toEqual([]);
  });
});
