import { MaintenanceService } from '../../src/maintenance/maintenance.service';
import { BatchesRepository } from '../../src/batches/batches.repository';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { BatchService } from './batch-service';
import { ScriptedEngine } from './scripted-engine';

const DAY_MS = 86_400_000;

describe.each(setUps)('sweeps, %s', (name) => {
  let setUp: SetUp;
  let service: BatchService;
  let sweep: () => Promise<void>;

  beforeAll(async () => {
    setUp = await makeSetUp(name);
    service = await BatchService.start(setUp.env, new ScriptedEngine());
    const sweeper = service.app.get(MaintenanceService, { strict: false });
    sweep = () => sweeper.sweep();
  });

  afterAll(async () => {
    await service.stop();
    await setUp.remove();
  });

  const rows = async (table: string): Promise<number> =>
    Number((await service.database.query<{ count: number }>(`SELECT COUNT(*) AS count FROM ${table}`))[0]?.count);

  it('deletes the results of a batch after its time, keeps its counts, and forgets expired verdicts', async () => {
    const customer = await service.customer();
    const id = await service.create(
      customer,
      Array.from({ length: 60 }, (_, index) => `valid.${index}@old.test`),
    );
    await service.completed(customer, id);
    await sweep();
    expect(await service.results(customer, id)).toHaveLength(61);
    service.clock.forward(30 * DAY_MS + 1000);
    await sweep();
    expect([await rows('batch_chunks'), await rows('cached_verdicts')]).toEqual([0, 0]);
    const response = await service.request(customer, `/${id}/download`);
    expect([response.status, await response.json()]).toEqual([
      404,
      { error: 'Results not available', message: 'Results file not found.' },
    ]);
    expect(await service.status(customer, id)).toMatchObject({ status: 'completed', valid_count: 60 });
  });

  it('deletes an upload that nobody has gone on with for an hour', async () => {
    const batches = service.app.get(BatchesRepository, { strict: false });
    const before = await rows('batches');
    await batches.begin(1, ['email']);
    await sweep();
    expect(await rows('batches')).toBe(before + 1);
    service.clock.forward(3_601_000);
    await sweep();
    expect(await rows('batches')).toBe(before);
  });
});
