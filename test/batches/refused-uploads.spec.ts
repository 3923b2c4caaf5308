import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { BatchesRepository } from '../../src/batches/batches.repository';
import { ChunksRepository } from '../../src/batches/chunks.repository';
import { BatchSweeper } from '../../src/batches/work/batch-sweeper';
import { CreditsService } from '../../src/credits/credits.service';
import { MaintenanceService } from '../../src/maintenance/maintenance.service';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import type { Customer } from './batch-client';
import { BatchService } from './batch-service';
import { ScriptedEngine } from './scripted-engine';

const ROWS = 12_000;
const LIMITS = { UPLOADS_PER_ORGANIZATION: '1', STORAGE_MAX_MB_PER_ORGANIZATION: '5' };

/** A list in many chunks, some 3 MiB of them when compressed. */
const LIST = Array.from({ length: ROWS }, (_, at) => `valid.${at}@x.test,${randomBytes(150).toString('base64')}\n`);
const CSV = `email,x\n${LIST.join('')}`;

describe.each(setUps)('refused uploads, %s', (name) => {
  let setUp: SetUp;
  let service: BatchService;

  const start = async (): Promise<void> => {
    service = await BatchService.start({ ...setUp.env, ...LIMITS }, new ScriptedEngine());
    // Sweeps come when a test says so.
    await get(MaintenanceService).stop();
  };

  beforeAll(async () => {
    setUp = await makeSetUp(name);
    await start();
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    await sweep();
  });

  afterAll(async () => {
    await service.stop();
    await setUp.remove();
  });

  function get<Part>(part: abstract new (...args: never[]) => Part): Part {
    return service.app.get<Part>(part, { strict: false });
  }

  const sweep = (): Promise<void> => get(BatchSweeper).sweep(new AbortController().signal);

  /** The chunks that are stored of an organization's lists that nobody sees, and those lists. */
  async function unseen({ organizationId }: Customer): Promise<{ chunks: number; lists: number }> {
    const ids = "SELECT id FROM batches WHERE organization_id = ? AND status IN ('uploading', 'deleting')";
    const lists = await service.database.query(ids, [organizationId]);
    const chunks = await service.database.query(`SELECT id FROM batch_chunks WHERE batch_id IN (${ids})`, [
      organizationId,
    ]);
    return { chunks: chunks.length, lists: lists.length };
  }

  const NOTHING = { chunks: 0, lists: 0 };

  /** The name comes behind the list, and is wrong. */
  async function refuse(customer: Customer): Promise<void> {
    const form = new FormData();
    form.set('file', new Blob([CSV]), 'list.csv');
    form.set('name', 'x'.repeat(256));
    const response = await service.request(customer, '', { method: 'POST', body: form });
    expect([response.status, await response.json()]).toEqual([
      422,
      expect.objectContaining({ errors: { name: ['The name field must not be greater than 255 characters.'] } }),
    ]);
  }

  it('are answered while what is stored of them is still there; the next sweep deletes it', async () => {
    const customer = await service.customer();
    await refuse(customer);
    const left = await unseen(customer);
    expect(left.lists).toBe(1);
    expect(left.chunks).toBeGreaterThan(30);
    await sweep();
    expect(await unseen(customer)).toEqual(NOTHING);
  });

  it('keep neither the slot of whoever corrects his list, nor what he may keep', async () => {
    const customer = await service.customer();
    await refuse(customer);
    await refuse(customer);
    expect((await service.upload(customer, CSV)).status).toBe(201);
    expect((await unseen(customer)).lists).toBe(2);
    const { lists } = await get(BatchesRepository).kept(customer.organizationId);
    expect(lists).toBe(1);
  });

  it('are deleted by the next process when theirs has died', async () => {
    const customer = await service.customer();
    await refuse(customer);
    await service.stop();
    await start();
    expect((await unseen(customer)).lists).toBe(1);
    await sweep();
    expect(await unseen(customer)).toEqual(NOTHING);
  });

  it('are deleted at once where there is little of them', async () => {
    const customer = await service.customer();
    const form = new FormData();
    form.set('file', new Blob(['email\nvalid.1@x.test\n']), 'list.csv');
    form.set('name', '');
    expect((await service.request(customer, '', { method: 'POST', body: form })).status).toBe(422);
    expect(await unseen(customer)).toEqual(NOTHING);
  });

  it('store nothing of a small body that unpacks to a large one', async () => {
    const customer = await service.customer();
    const insert = jest.spyOn(get(ChunksRepository), 'insert');
    const body = new Uint8Array(gzipSync('a@b.co\n'.repeat(3_000_000)));
    const headers = { 'Content-Type': 'text/plain', 'Content-Encoding': 'gzip' };
    const response = await service.request(customer, '?name=x', { method: 'POST', body }, headers);
    expect([response.status, await response.json()]).toEqual([
      413,
      { message: expect.stringMatching(/unpacks to more than 100 times its size/) as string },
    ]);
    expect(insert).not.toHaveBeenCalled();
    expect(await unseen(customer)).toEqual(NOTHING);
  });

  it('store nothing more once the list costs more than there is, and tell what all of it would cost', async () => {
    const customer = await service.customer(1000);
    const insert = jest.spyOn(get(ChunksRepository), 'insert');
    const response = await service.upload(customer, CSV);
    expect([response.status, await response.json()]).toEqual([
      402,
      {
        error: 'Insufficient credits',
        message: `You need at least ${ROWS} credits for this; your organization has 1000.`,
      },
    ]);
    expect(insert).not.toHaveBeenCalled();
    expect(await unseen(customer)).toEqual(NOTHING);
  });

  it('take nothing in of a list for which there were too few credits while it came', async () => {
    const customer = await service.customer(1000);
    const credits = get(CreditsService);
    const balance = credits.balance.bind(credits);
    // Asked when the first chunk is there, and when the thousandth address is.
    const asked = jest.spyOn(credits, 'balance').mockImplementation(async (organizationId) => {
      const before = await balance(organizationId);
      if (asked.mock.calls.length === 2) await credits.grant(organizationId, ROWS, null);
      return before;
    });
    const response = await service.upload(customer, CSV);
    expect([response.status, await response.json()]).toEqual([
      400,
      { message: expect.stringMatching(/too few credits .* upload it again/) as string },
    ]);
    jest.restoreAllMocks();
    expect(await service.balance(customer.organizationId)).toBe(1000 + ROWS);
    expect((await service.upload(customer, CSV)).status).toBe(201);
  });

  it('wait for their deletion up to more rows than any list has; then the next list has to wait', async () => {
    const customer = await service.customer();
    const batches = get(BatchesRepository);
    const refused = async (rows: number): Promise<void> => {
      await batches.refuse(await batches.begin(customer.organizationId, ['email']), rows);
    };
    await refused(59_000_000);
    expect((await service.upload(customer, 'email\nvalid.1@x.test\n')).status).toBe(201);
    await refused(1_000_001);
    const response = await service.upload(customer, 'email\nvalid.1@x.test\n');
    expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
      429,
      '30',
      { message: expect.stringMatching(/is still being deleted/) as string },
    ]);
    expect((await service.upload(await service.customer(), 'email\nvalid.1@x.test\n')).status).toBe(201);
    await sweep();
    expect((await service.upload(customer, 'email\nvalid.1@x.test\n')).status).toBe(201);
  });

  it('are all deleted by one sweep, however many there are', async () => {
    const customer = await service.customer();
    const batches = get(BatchesRepository);
    for (let left = 0; left < 150; left += 1)
      await batches.refuse(await batches.begin(customer.organizationId, ['email']), 1);
    await sweep();
    expect(await unseen(customer)).toEqual(NOTHING);
  });
});
