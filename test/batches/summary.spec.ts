import type { BatchSummaryResponse } from '../../src/batches/api/batch-summary.response';
import type { Verification } from '../../src/engine';
import { Person } from '../management/person';
import { eventually } from '../support/eventually';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import type { Customer } from './batch-client';
import { BatchService } from './batch-service';
import { ScriptedEngine } from './scripted-engine';

/** Domains tell who takes their mail and what else is to be seen; all else is scripted. */
class TellingEngine extends ScriptedEngine {
  override async verify(address: string, options: { signal?: AbortSignal }): Promise<Verification> {
    const verification = await super.verify(address, options);
    const domain = address.split('@')[1] ?? '';
    return {
      ...verification,
      isRoleAccount: domain === 'role.test',
      isDisposable: domain === 'gone.test',
      didYouMean: domain === 'slip.test' ? 'a@right.test' : null,
      evidence: {
        ...verification.evidence,
        provider: domain === 'g.test' ? 'google' : null,
        isFreeProvider: domain === 'g.test',
      },
    };
  }
}

describe.each(setUps)('the summary of a list, %s', (name) => {
  let setUp: SetUp;
  let service: BatchService;
  let customer: Customer;
  let isHeld = false;

  beforeAll(async () => {
    setUp = await makeSetUp(name);
    const engine = new TellingEngine(async (address) => {
      if (address.endsWith('@held.test')) await eventually('addresses are let go', () => !isHeld);
    });
    service = await BatchService.start(setUp.env, engine);
  });

  beforeEach(async () => {
    customer = await service.customer();
  });

  afterEach(() => {
    isHeld = false;
  });

  afterAll(async () => {
    await service.stop();
    await setUp.remove();
  });

  const summary = async (of: Customer, id: number): Promise<BatchSummaryResponse> => {
    const response = await service.request(of, `/${id}/summary`);
    expect(response.status).toBe(200);
    return (await response.json()) as BatchSummaryResponse;
  };

  const addresses = (kind: string, count: number, domain: string) =>
    Array.from({ length: count }, (_, index) => `${kind}.${index}@${domain}`);

  it('says why rows have their answers, who takes their mail and what else was seen, repeats and all chunks counted', async () => {
    const rows = [
      ...addresses('valid', 300, 'g.test'),
      ...addresses('invalid', 40, 'a.test'),
      ...addresses('catchall', 30, 'a.test'),
      ...addresses('full', 5, 'slip.test'),
      ...addresses('unknown', 20, 'role.test'),
      ...addresses('valid', 7, 'gone.test'),
      'not an address',
      'nor this',
      // In a chunk of their own, and in a pass that only repeats.
      ...addresses('valid', 300, 'g.test'),
    ];
    const id = await service.create(customer, rows);
    const batch = await service.completed(customer, id);
    const told = await summary(customer, id);
    expect(told).toMatchObject(batch);
    expect(told).toMatchObject({
      counted_count: 704,
      reasons: [
        { status: 'valid', sub_status: null, count: 607 },
        { status: 'invalid', sub_status: 'mailbox_not_found', count: 40 },
        { status: 'catch_all', sub_status: null, count: 30 },
        { status: 'unknown', sub_status: 'antispam_system', count: 20 },
        { status: 'risky', sub_status: 'mailbox_quota_exceeded', count: 5 },
        { status: 'invalid', sub_status: 'failed_syntax_check', count: 2 },
      ],
      providers: [
        { provider: 'google', count: 600 },
        { provider: 'other', count: 102 },
      ],
      duplicate_count: 300,
      malformed_count: 2,
      suggestion_count: 5,
      role_account_count: 20,
      disposable_count: 7,
      free_provider_count: 600,
    });
  });

  it('says when the work began and ended, and how long it took', async () => {
    const id = await service.create(customer, addresses('valid', 3, 'a.test'));
    await service.completed(customer, id);
    const { created_at, started_at, finished_at, seconds_taken, rows_per_minute, expected_end_at } = await summary(
      customer,
      id,
    );
    const [created, started, finished] = [created_at, started_at, finished_at].map((text) => Date.parse(text ?? ''));
    expect(created).toBeLessThanOrEqual(started!);
    expect(started).toBeLessThanOrEqual(finished!);
    expect(seconds_taken).toBe(Math.round((finished! - started!) / 1000));
    expect(rows_per_minute).toBeGreaterThan(0);
    expect(expected_end_at).toBeNull();
  });

  it('grows while the work goes on, and then says when it will end', async () => {
    isHeld = true;
    const id = await service.create(customer, [
      ...addresses('valid', 100, 'a.test'),
      ...addresses('valid', 100, 'held.test'),
    ]);
    await service.processed(customer, id, 100);
    service.clock.forward(60_000);
    const told = await summary(customer, id);
    expect(told).toMatchObject({ status: 'processing', counted_count: 100, finished_at: null, seconds_taken: null });
    expect(told.rows_per_minute).toBeGreaterThan(0);
    expect(Date.parse(told.expected_end_at ?? '')).toBeGreaterThan(service.clock.now());
    isHeld = false;
    await service.completed(customer, id);
    expect(await summary(customer, id)).toMatchObject({ counted_count: 200, expected_end_at: null });
  });

  it('of a list that was answered before reasons were counted is what is known', async () => {
    const id = await service.create(customer, addresses('valid', 3, 'a.test'));
    await service.completed(customer, id);
    await service.database.execute('DELETE FROM batch_counts WHERE batch_id = ?', [id]);
    await service.database.execute('UPDATE batches SET started_at = NULL WHERE id = ?', [id]);
    expect(await summary(customer, id)).toMatchObject({
      valid_count: 3,
      counted_count: 0,
      reasons: [],
      providers: [],
      started_at: null,
      finished_at: expect.stringMatching(/Z$/) as string,
      seconds_taken: null,
    });
  });

  it('is for the organization alone, by token and by session, and is deleted with the list', async () => {
    const other = await service.customer();
    const id = await service.create(customer, addresses('valid', 3, 'a.test'));
    await service.completed(customer, id);
    for (const [of, path, status] of [
      [other, id, 404],
      [customer, 99_999_999, 404],
      [customer, '0', 400],
    ] as const) {
      expect([path, (await service.request(of, `/${path}/summary`)).status]).toEqual([path, status]);
    }
    const person = await Person.signUp({
      request: (path, init) => fetch(`http://127.0.0.1:${service.port}${path}`, init),
    });
    const form = new FormData();
    form.set('name', 'A list');
    form.set('file', new Blob(['email\nvalid.1@a.test\n']), 'list.csv');
    const path = `/v1/organizations/${person.organizationId}/batches`;
    const { body } = await person.post<{ id: number }>(path, form);
    await eventually('the list is done', async () => {
      const { body: told } = await person.get<BatchSummaryResponse>(`${path}/${body.id}/summary`);
      return told.counted_count === 1 && told.status === 'completed';
    });
    expect((await person.get(`${path}/${id}/summary`)).status).toBe(404);
    expect((await person.delete(`${path}/${body.id}`)).status).toBe(204);
    const left = await service.database.query('SELECT 1 FROM batch_counts WHERE batch_id = ?', [body.id]);
    expect(left).toEqual([]);
  });
});
