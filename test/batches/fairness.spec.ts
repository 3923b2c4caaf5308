import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { ADDRESS_CONCURRENCY } from '../../src/batches/work/concurrency-limits';
import { BatchService } from './batch-service';
import { ScriptedEngine } from './scripted-engine';

describe.each(setUps)('fairness between batches, %s', (name) => {
  let setUp: SetUp;

  beforeEach(async () => {
    setUp = await makeSetUp(name);
  });

  afterEach(async () => {
    await setUp.remove();
  });

  it('does not let a small batch wait for a large one', async () => {
    let begun = 0;
    const begunBefore: number[] = [];
    const engine = new ScriptedEngine((address) => {
      if (address.endsWith('@large.test')) begun += 1;
      else begunBefore.push(begun);
      return sleep(200);
    });
    const service = await BatchService.start(setUp.env, engine);
    const [large, small] = [await service.customer(), await service.customer()];
    const many = Array.from({ length: 20_000 }, (_, index) => `valid.${index}@large.test`);
    const largeId = await service.create(large, many);
    await service.processed(large, largeId, 100);
    const smallId = await service.create(small, ['valid.1@small.test', 'full.2@small.test']);
    const begunAtUpload = begun;
    await service.completed(small, smallId);
    const { processed_count } = await service.status(large, largeId);
    await service.stop();
    expect(processed_count).toBeLessThan(16_000);
    // It would be 9,600 at least if the chunks went first that the large list has in flight (48 of 200 rows or more).
    expect(begunBefore).toHaveLength(2);
    expect(Math.max(...begunBefore) - begunAtUpload).toBeLessThan(6 * ADDRESS_CONCURRENCY);
    expect(engine.mostInFlight).toBeLessThanOrEqual(ADDRESS_CONCURRENCY);
  });

  it('does not let ten rows wait for seventy lists of another organization, though none of their mail hosts answers', async () => {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const engine = new ScriptedEngine((address) => (address.endsWith('@large.test') ? gate : Promise.resolve()));
    const service = await BatchService.start(setUp.env, engine);
    const [many, few] = [await service.customer(), await service.customer()];
    const lists: number[] = [];
    for (let list = 0; list < 70; list += 1) {
      const addresses = Array.from({ length: 150 }, (_, index) => `valid.${list}-${index}@large.test`);
      lists.push(await service.create(many, addresses));
    }
    await eventually('all that one organization may ask at a time is asked', () => engine.inFlight > 700);
    const small = await service.create(
      few,
      Array.from({ length: 10 }, (_, index) => `valid.${index}@small.test`),
    );
    expect(await service.completed(few, small)).toMatchObject({ valid_count: 10 });
    release();
    for (const list of lists) await service.completed(many, list, 45_000);
    await service.stop();
  });

  it('begins every list of an organization, however many there are, before it ends the first', async () => {
    const begun = new Set<string>();
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    let open = (): void => undefined;
    const areThere = new Promise<void>((resolve) => {
      open = resolve;
    });
    // The second chunk of each list is held back, and all of them until the last list is there: on a slow machine the
    // chunks of the first lists would take all places before.
    const engine = new ScriptedEngine(async (address) => {
      const [, list = '', row = ''] = /^valid\.(\d+)-(\d+)@/.exec(address) ?? [];
      begun.add(list);
      await (Number(row) >= 200 ? gate : areThere);
    });
    const service = await BatchService.start(setUp.env, engine);
    const customer = await service.customer();
    for (let list = 0; list < 70; list += 1) {
      await service.create(
        customer,
        Array.from({ length: 210 }, (_, index) => `valid.${list}-${index}@many.test`),
      );
    }
    open();
    await eventually('all are begun', () => begun.size === 70);
    expect(engine.inFlight).toBeLessThanOrEqual(ADDRESS_CONCURRENCY);
    release();
    await service.stop();
  });

  it('goes on with other chunks while some addresses are slow', async () => {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const engine = new ScriptedEngine((address) => (address.startsWith('full.') ? gate : Promise.resolve()));
    const service = await BatchService.start(setUp.env, engine);
    const customer = await service.customer();
    const addresses = Array.from({ length: 500 }, (_, index) => `${index % 100 ? 'valid' : 'full'}.${index}@slow.test`);
    const id = await service.create(customer, addresses);
    await service.processed(customer, id, 400);
    release();
    expect(await service.completed(customer, id)).toMatchObject({ valid_count: 495, risky_count: 5 });
    await service.stop();
  });
});
