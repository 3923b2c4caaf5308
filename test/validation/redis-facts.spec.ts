import { setTimeout as sleep } from 'node:timers/promises';
import { SharedRedis } from '../../src/common/shared-redis';
import { RedisFacts } from '../../src/validation/redis-facts';
import { eventually } from '../support/eventually';
import { RedisServer } from '../support/redis-server';
import { setUps } from '../support/set-ups';

const describeWithRedis = setUps.includes('distributed') ? describe : describe.skip;

describeWithRedis('facts of all processes with one Redis', () => {
  let server: RedisServer;
  let redis: SharedRedis;

  beforeAll(async () => {
    server = await RedisServer.prepare();
    await server.start();
    redis = new SharedRedis(server.url);
    await redis.onModuleInit();
  });

  afterAll(async () => {
    await redis.onApplicationShutdown();
    await server.remove();
  });

  const process = (prefix = 'one'): RedisFacts => {
    if (redis.client === null) throw new Error('There is no Redis.');
    return new RedisFacts(redis.client, prefix);
  };

  const isRead = (key: string, fact: string | null): Promise<void> =>
    eventually(`${key} is ${fact}`, async () => (await process().read(key)) === fact);

  it('what one is told the others know, until it ends; under hashed names', async () => {
    process().tell('of mx.example.test', 'zorp', 300, false);
    await isRead('of mx.example.test', 'zorp');
    expect(await process('two').read('of mx.example.test')).toBeNull();
    expect((await redis.client?.keys('*'))?.join()).not.toContain('example');
    await isRead('of mx.example.test', null);
  });

  it('the first word stands, unless a stronger one comes', async () => {
    process().tell('b', 'first', 60_000, false);
    process().tell('b', 'second', 60_000, false);
    await isRead('b', 'first');
    process().tell('b', 'third', 60_000, true);
    await isRead('b', 'third');
    process().tell('b', 'fourth', 60_000, false);
    await sleep(50);
    expect(await process().read('b')).toBe('third');
  });

  it('nothing is known while Redis is away, and nothing fails', async () => {
    await server.stop();
    process().tell('c', 'fact', 60_000, true);
    expect(await process().read('c')).toBeNull();
    await server.start();
  });
});
