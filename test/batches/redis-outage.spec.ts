import Redis from 'ioredis';
import { eventually } from '../support/eventually';
import { RedisServer } from '../support/redis-server';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import type { Customer } from './batch-client';
import { BatchService } from './batch-service';
import { ScriptedEngine } from './scripted-engine';

const describeDistributed = setUps.includes('distributed') ? describe : describe.skip;

describeDistributed('batches, when Redis goes and comes', () => {
  let setUp: SetUp;
  let redis: RedisServer;
  let engine: ScriptedEngine;
  let service: BatchService;
  let customer: Customer;

  const ADDRESSES = Array.from({ length: 1500 }, (_, index) => `valid.${index}@redis.test`);

  async function start(role = 'all'): Promise<BatchService> {
    return BatchService.start({ ...setUp.env, REDIS_URL: redis.url, ROLE: role }, engine);
  }

  async function expectAllDone(id: number): Promise<void> {
    expect(await service.completed(customer, id, 60_000)).toMatchObject({ valid_count: 1500, credits_used: 1500 });
    expect(await service.balance(customer.organizationId)).toBe(100_000 - 1500);
    expect(await service.results(customer, id)).toHaveLength(1501);
  }

  beforeEach(async () => {
    setUp = await makeSetUp('distributed');
    redis = await RedisServer.prepare();
    engine = new ScriptedEngine(20);
  });

  afterEach(async () => {
    await service.stop();
    await redis.remove();
    await setUp.remove();
  });

  it('loses nothing when Redis is emptied in mid-batch', async () => {
    await redis.start();
    service = await start();
    customer = await service.customer();
    const id = await service.create(customer, ADDRESSES);
    const admin = new Redis(redis.url);
    for (const rows of [100, 400, 800]) {
      await service.processed(customer, id, rows);
      await admin.flushall();
    }
    admin.disconnect();
    await expectAllDone(id);
  });

  it('loses nothing when Redis is killed in mid-batch and comes back empty', async () => {
    await redis.start();
    service = await start();
    customer = await service.customer();
    const id = await service.create(customer, ADDRESSES);
    await service.processed(customer, id, 100);
    await redis.stop();
    const status = await service.request(customer, `/${id}`);
    expect(status.status).toBe(200);
    await redis.start();
    await expectAllDone(id);
  });

  it('takes batches before Redis is there, and works on them once it is', async () => {
    service = await start();
    customer = await service.customer();
    // Redis is started after this: an upload that waits for it would wait for ever.
    const id = await service.create(customer, ADDRESSES);
    expect((await service.status(customer, id)).status).toBe('pending');
    await redis.start();
    await expectAllDone(id);
  });

  it('shares the work between processes, each address being asked once', async () => {
    await redis.start();
    await (await start()).stop(); // It migrates.
    service = await start('api');
    const [first, second] = [new ScriptedEngine(20), new ScriptedEngine(20)];
    const env = { ...setUp.env, REDIS_URL: redis.url, ROLE: 'worker' };
    const workers = await Promise.all([BatchService.start(env, first), BatchService.start(env, second)]);
    customer = await service.customer();
    const id = await service.create(customer, ADDRESSES);
    await expectAllDone(id);
    await Promise.all(workers.map((worker) => worker.stop()));
    await eventually('both have worked', () => first.askedInAll > 0 && second.askedInAll > 0);
    expect(first.askedInAll + second.askedInAll).toBe(1500);
    expect(engine.askedInAll).toBe(0);
  });
});
