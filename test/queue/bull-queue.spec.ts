import { Logger } from '@nestjs/common';
import Redis from 'ioredis';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually';
import { QueueService } from '../support/queue-service';
import { RedisServer } from '../support/redis-server';
import { setUps } from '../support/set-ups';

const describeWithRedis = setUps.includes('distributed') ? describe : describe.skip;

describeWithRedis('the Bull queue, when its Redis goes and comes', () => {
  let redis: RedisServer;
  let queue: QueueService;
  let done: number[];

  beforeEach(async () => {
    redis = await RedisServer.prepare();
    queue = await QueueService.start({ REDIS_URL: redis.url, REDIS_KEY_PREFIX: 'evs' });
    done = [];
    queue.process('batch-chunk', 2, ({ chunkId }) => {
      done.push(chunkId);
      return Promise.resolve();
    });
  });

  afterEach(async () => {
    await queue.close(1000);
    await redis.remove();
  });

  const add = (chunkId: number): Promise<void> =>
    queue.add('batch-chunk', { chunkId, version: 0, batchId: 1, organizationId: 1 });
  const isReady = async (): Promise<boolean> => (await queue.fault()) === null;

  it('refuses a job while Redis is not there, in place of waiting for it, and works once it is', async () => {
    // It starts after this: who waits for it would wait for ever.
    await expect(add(1)).rejects.toThrow(/not connected/);
    expect(await queue.fault()).toMatch(/^Redis takes no jobs/);
    await redis.start();
    await eventually('Redis is found', isReady);
    await add(2);
    await eventually('the job is done', () => done.length === 1);
    expect(done).toEqual([2]);
  });

  it('takes jobs once it may, when Redis forbade its first start', async () => {
    await redis.start();
    const admin = new Redis(redis.url);
    // As Redis 7 makes users by default: without a right to any channel.
    await admin.call('ACL', 'SETUSER', 'worker', 'on', 'nopass', '~*', '+@all', 'resetchannels');
    const restricted = await QueueService.start({
      REDIS_URL: redis.url.replace('//', '//worker:any@'),
      REDIS_KEY_PREFIX: 'evs-restricted',
    });
    const taken: number[] = [];
    const refused = jest.spyOn(Logger.prototype, 'error').mockImplementation();
    try {
      restricted.process('batch-chunk', 1, ({ chunkId }) => {
        taken.push(chunkId);
        return Promise.resolve();
      });
      await eventually('the refusal is reported', () =>
        refused.mock.calls.some(([line]) => /can't take jobs .*NOPERM/.test(String(line))),
      );
      await admin.call('ACL', 'SETUSER', 'worker', 'allchannels');
      await restricted.add('batch-chunk', { chunkId: 7, version: 0, batchId: 1, organizationId: 1 });
      await eventually('the job is done', () => taken.length === 1);
      expect(taken).toEqual([7]);
    } finally {
      refused.mockRestore();
      await restricted.close(1000);
      admin.disconnect();
    }
  });

  it('refuses jobs while Redis is gone, and goes on when it is back with nothing in it', async () => {
    await redis.start();
    await eventually('Redis is found', isReady);
    await add(1);
    await eventually('the first job is done', () => done.length === 1);
    await redis.stop();
    // Before it is back: who waits for it would wait for ever.
    await expect(add(2)).rejects.toThrow(/Redis|answer/);
    await redis.start();
    await eventually('Redis is found again', isReady);
    await add(3);
    await eventually('the third job is done', () => done.includes(3));
    expect(done).toContain(3);
  });

  it('says so when the memory of Redis is full', async () => {
    await redis.start();
    await eventually('Redis is found', isReady);
    const admin = new Redis(redis.url);
    await admin.config('SET', 'maxmemory-policy', 'noeviction');
    await admin.config('SET', 'maxmemory', '1');
    admin.disconnect();
    expect(await queue.fault()).toMatch(/OOM/);
    await expect(add(1)).rejects.toThrow(/OOM/);
  });

  it('keeps nothing in Redis of jobs that are done', async () => {
    await redis.start();
    await eventually('Redis is found', isReady);
    const admin = new Redis(redis.url);
    for (let id = 1; id <= 50; id += 1) await add(id);
    await eventually('all are done', () => done.length === 50);
    await sleep(50);
    const keys = await admin.keys('*');
    admin.disconnect();
    expect(keys.filter((key) => /\d+:\d+/.test(key))).toEqual([]);
  });

  it('closes when Redis never came', async () => {
    // Bull itself waits for its connections, here for ever.
    await expect(queue.close(1000)).resolves.toBeUndefined();
  });
});
