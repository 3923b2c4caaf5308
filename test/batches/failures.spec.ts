import { ChunkProcessor } from '../../src/batches/work/chunk-processor';
import { readConfig } from '../../src/config/env';
import { connect } from '../../src/database/database.module';
import { eventually } from '../support/eventually';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import type { Customer } from './batch-client';
import { BatchService } from './batch-service';
import { ScriptedEngine } from './scripted-engine';
import { ServiceProcess } from './service-process';

describe.each(setUps)('batches, when processes end, %s', (name) => {
  let setUp: SetUp;
  let customer: Customer;

  beforeEach(async () => {
    setUp = await makeSetUp(name);
    const service = await BatchService.start(setUp.env, new ScriptedEngine());
    customer = await service.customer();
    await service.stop();
  });

  afterEach(async () => {
    await setUp.remove();
  });

  const ADDRESSES = Array.from({ length: 1200 }, (_, index) => `${index % 4 ? 'valid' : 'unknown'}.${index}@end.test`);
  const COUNTS = { total_count: 1200, processed_count: 1200, valid_count: 900, unknown_count: 300, credits_used: 900 };

  /** What is true after all: every row has its answer, and the charge is exact. */
  async function expectAllDone(id: number): Promise<void> {
    const service = await BatchService.start(setUp.env, new ScriptedEngine());
    try {
      expect(await service.completed(customer, id)).toMatchObject(COUNTS);
      const results = await service.results(customer, id);
      expect(results.slice(1).map(([address, status]) => `${address} ${status}`)).toEqual(
        ADDRESSES.map((address) => `${address} ${address.split('.')[0]}`),
      );
      expect(await service.balance(customer.organizationId)).toBe(100_000 - 900);
    } finally {
      await service.stop();
    }
  }

  /** Chunks that nobody may take now, read while no process of the service runs. */
  async function leasedChunks(): Promise<number> {
    const source = await connect(readConfig(setUp.env));
    try {
      const rows = await source.query<{ count: number | string }[]>(
        `SELECT COUNT(*) AS count FROM batch_chunks WHERE state = 'pending' AND lease_until > ${Date.now()}`,
      );
      return Number(rows[0]?.count);
    } finally {
      await source.destroy();
    }
  }

  it('loses, doubles and overcharges nothing when a process is killed in mid-batch', async () => {
    let running = await ServiceProcess.start(setUp.env, 20);
    const id = await running.create(customer, ADDRESSES);
    let processed = 0;
    for (const rows of name === 'embedded' ? [100, 500] : [300]) {
      await running.processed(customer, id, rows);
      await running.kill();
      running = await ServiceProcess.start(setUp.env, 20);
      const batch = await running.status(customer, id);
      expect(batch.processed_count).toBeGreaterThanOrEqual(processed);
      processed = batch.processed_count;
    }
    await running.completed(customer, id, 45_000);
    await running.stop();
    await expectAllDone(id);
  });

  it('stops within 10 seconds, keeps what is answered, and goes on at once after a restart', async () => {
    const first = await ServiceProcess.start(setUp.env, 50);
    const id = await first.create(customer, ADDRESSES);
    await first.processed(customer, id, 50);
    expect(await first.stop()).toBeLessThan(10_000);
    // Whoever comes next need not wait for a lease of 15 s to expire.
    expect(await leasedChunks()).toBe(0);
    const second = await ServiceProcess.start(setUp.env, 0);
    expect((await second.status(customer, id)).processed_count).toBeGreaterThanOrEqual(50);
    await second.completed(customer, id);
    await second.stop();
    await expectAllDone(id);
  });

  it('saves what is answered when it stops, though one address of the chunk is not', async () => {
    const never = new ScriptedEngine((address) =>
      address.startsWith('valid.0') ? new Promise(() => undefined) : Promise.resolve(),
    );
    const service = await BatchService.start(setUp.env, never);
    const id = await service.create(customer, ADDRESSES.slice(0, 20).concat('valid.0@never.test'));
    await eventually('all but one are answered', () => never.inFlight === 1 && never.asked.size === 21);
    await service.stop();
    const next = new ScriptedEngine();
    const after = await BatchService.start(setUp.env, next);
    await after.completed(customer, id);
    await after.stop();
    expect([...next.asked.keys()]).toEqual(['valid.0@never.test']);
  });

  it('counts and charges a chunk once that is worked on twice at the same time', async () => {
    let answer = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const engine = new ScriptedEngine(() => gate);
    const service = await BatchService.start(setUp.env, engine);
    const id = await service.create(customer, ['valid.1@twice.test', 'valid.2@twice.test']);
    await eventually('it is being worked on', () => engine.inFlight === 2);
    const [chunk] = await service.database.query<{ id: number; version: number }>(
      'SELECT id, version FROM batch_chunks WHERE batch_id = ?',
      [id],
    );
    const processor = service.app.get(ChunkProcessor, { strict: false });
    const { organizationId } = customer;
    const job = { chunkId: chunk!.id, version: chunk!.version, batchId: id, organizationId };
    const more = [1, 2].map(() => processor.process(job, new AbortController().signal));
    await eventually('three passes work on it', () => engine.inFlight === 6);
    answer();
    await Promise.all(more);
    expect(engine.asked.get('valid.1@twice.test')).toBe(3);
    expect(await service.completed(customer, id)).toMatchObject({ valid_count: 2, credits_used: 2 });
    expect(await service.balance(customer.organizationId)).toBe(100_000 - 2);
    await service.stop();
  });
});
