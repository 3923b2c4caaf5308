import { MaintenanceService } from '../../src/maintenance/maintenance.service';
import { Metrics } from '../../src/common/metrics';
import { Database } from '../../src/database/database';
import { MOST_WAITING } from '../../src/database/waiting-rows';
import { CheckHistory } from '../../src/validation/history/check-history';
import { BatchService } from '../batches/batch-service';
import { ScriptedEngine } from '../batches/scripted-engine';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { Person } from './person';

interface Check {
  id: number;
  email: string;
  status: string;
  sub_status: string | null;
  from_cache: boolean;
  credits_used: number;
  by: { email: string | null; token_name: string | null };
}
interface Page {
  checks: Check[];
  next_before: number | null;
  is_kept: boolean;
}

const DAY_MS = 86_400_000;

describe.each(setUps)('the history of single checks, %s', (setUpName) => {
  let setUp: SetUp;
  let service: BatchService;
  let history: CheckHistory;

  beforeAll(async () => {
    setUp = await makeSetUp(setUpName);
    service = await BatchService.start(setUp.env, new ScriptedEngine());
    history = service.app.get(CheckHistory);
  });

  afterAll(async () => {
    await service.stop();
    await setUp.remove();
  });

  const signUp = (): Promise<Person> =>
    Person.signUp({ request: (path, init) => fetch(`http://127.0.0.1:${service.port}${path}`, init) });
  const own = (person: Person, rest = '', organizationId = person.organizationId) =>
    `/v1/organizations/${organizationId}${rest}`;

  async function check(person: Person, email: string, organizationId = person.organizationId): Promise<void> {
    expect((await person.post(own(person, '/check', organizationId), { email })).status).toBe(200);
  }

  async function checks(person: Person, query = ''): Promise<Check[]> {
    await history.flush();
    const all: Check[] = [];
    for (let before: number | null = null; ;) {
      const { status, body }: { status: number; body: Page } = await person.get<Page>(
        own(person, `/checks?${query}${before === null ? '' : `&before=${before}`}`),
      );
      expect(status).toBe(200);
      all.push(...body.checks);
      before = body.next_before;
      if (before === null) return all;
    }
  }

  const rows = async (person: Person): Promise<number> => {
    const [row] = await service.database.query<{ n: number }>(
      'SELECT COUNT(*) AS n FROM check_entries WHERE organization_id = ?',
      [person.organizationId],
    );
    return row?.n ?? 0;
  };

  it('says what was said, to whom, of the address as it was typed, from the page and by a token', async () => {
    const person = await signUp();
    await check(person, 'Valid.1@A.test');
    await check(person, 'invalid.1@a.test');
    const { body } = await person.post<{ token: string }>('/v1/tokens', {
      name: 'Shop',
      permissions: ['validate:single'],
    });
    for (let times = 0; times < 3; times += 1) {
      const response = await fetch(`http://127.0.0.1:${service.port}/v1/validate/single`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${body.token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: 'valid.1@a.test' }),
      });
      expect(response.status).toBe(200);
    }
    // The same answer from the cache to the same asker stands there once.
    expect(await checks(person)).toMatchObject([
      { email: 'valid.1@a.test', status: 'valid', from_cache: true, credits_used: 0, by: { token_name: 'Shop' } },
      { email: 'invalid.1@a.test', status: 'invalid', sub_status: 'mailbox_not_found', credits_used: 1 },
      { email: 'Valid.1@A.test', from_cache: false, credits_used: 1, by: { email: person.email, token_name: null } },
    ]);
    const { body: file, headers } = await person.get<string>(own(person, '/checks.csv?search=invalid'));
    expect(headers.get('content-disposition')).toContain('checks.csv');
    expect(file.trim().split('\r\n')[1]).toMatch(
      /^\d{4}-[^,]+,invalid\.1@a\.test,invalid,mailbox_not_found,\d+,false,1,/,
    );
  });

  it('comes by pages, and is searched by the beginning of an address', async () => {
    const person = await signUp();
    for (const name of ['anna', 'Anton', 'ANNE', 'berta', 'an%na', 'anna']) await check(person, `valid.${name}@s.test`);
    const all = await checks(person, 'limit=2');
    const newest = ['anna', 'an%na', 'berta', 'ANNE', 'Anton', 'anna'];
    expect(all.map(({ email }) => email)).toEqual(newest.map((name) => `valid.${name}@s.test`));
    const found = (await checks(person, 'limit=2&search=Valid.aNn')).map(({ email }) => email);
    expect(found).toEqual(['valid.anna@s.test', 'valid.anna@s.test', 'valid.ANNE@s.test']);
    expect((await checks(person, 'search=valid.an%25')).map(({ email }) => email)).toEqual(['valid.an%na@s.test']);
    expect(await checks(person, 'search=anna')).toEqual([]);
    // The Kelvin sign is no k, or one mailbox would be found as another.
    for (const name of ['\u212a', 'K']) await check(person, `valid.${name}@s.test`);
    expect((await checks(person, 'search=valid.k')).map(({ email }) => email)).toEqual(['valid.K@s.test']);
    expect((await checks(person, 'search=VALID.%E2%84%AA')).map(({ email }) => email)).toEqual(['valid.\u212a@s.test']);
  });

  it('is read by all who belong to the organization, and by nobody else', async () => {
    const owner = await signUp();
    await check(owner, 'valid.1@own.test');
    const member = await (await signUp()).joins(owner, 'member');
    const stranger = await signUp();
    const path = own(owner, '/checks');
    expect((await member.get(path)).status).toBe(200);
    expect((await stranger.get(path)).status).toBe(404);
    await owner.patch(own(owner, `/members/${member.id}`), { role: 'viewer' });
    for (const rest of ['', '.csv']) expect((await member.get(`${path}${rest}`)).status).toBe(200);
    expect((await member.patch(path, { is_kept: false })).status).toBe(403);
    expect((await owner.patch(path, { is_kept: 'no' })).status).toBe(422);
    for (const query of ['limit=0', 'before=x', 'search=a&search=b'])
      expect((await owner.get(`${path}?${query}`)).status).toBe(400);
  });

  it('is switched off, which deletes it, and on again', async () => {
    const person = await signUp();
    await check(person, 'valid.1@off.test');
    expect(await checks(person)).toHaveLength(1);
    // What waits when it is switched off is not written after it.
    await check(person, 'valid.2@off.test');
    expect((await person.patch(own(person, '/checks'), { is_kept: false })).body).toEqual({ is_kept: false });
    await check(person, 'valid.3@off.test');
    expect(await checks(person)).toEqual([]);
    expect(await rows(person)).toBe(0);
    expect((await person.get<Page>(own(person, '/checks'))).body.is_kept).toBe(false);
    expect((await person.patch(own(person, '/checks'), { is_kept: true })).status).toBe(200);
    await check(person, 'valid.4@off.test');
    expect((await checks(person)).map(({ email }) => email)).toEqual(['valid.4@off.test']);
  });

  it('goes with its organization, also what waits to be written', async () => {
    const person = await signUp();
    await check(person, 'valid.1@gone.test');
    await history.flush();
    await check(person, 'valid.2@gone.test');
    const { body } = await person.get<{ id: number; name: string }[]>('/v1/organizations');
    expect((await person.delete(own(person), { name: body[0]!.name })).status).toBe(204);
    await history.flush();
    expect(await rows(person)).toBe(0);
  });

  it('is dropped and counted while the database is away, and bounded', async () => {
    const person = await signUp();
    const metrics = service.app.get(Metrics);
    const dropped = async (): Promise<number> =>
      Number(/^check_history_dropped_total (\d+)/m.exec(await metrics.registry.metrics())?.[1]);
    const before = await dropped();
    const database = service.app.get(Database);
    const spy = jest.spyOn(database, 'atomically').mockRejectedValueOnce(new Error('away'));
    const right = {
      organizationId: person.organizationId,
      accountId: person.id,
      by: { via: 'session', accountId: person.id },
    } as never;
    const verification = { status: 'valid', subStatus: null, confidence: 97 } as never;
    history.note(right, 'one@a.test', verification, false, 1);
    await history.flush();
    spy.mockRestore();
    expect(await dropped()).toBe(before + 1);
    // In one turn of the event loop nothing is written: what is more than may wait is dropped.
    for (let n = 0; n < MOST_WAITING + 7; n += 1) history.note(right, `n${n}@a.test`, verification, false, 1);
    expect(await dropped()).toBeGreaterThan(before + 1);
    await history.flush();
    const kept = (await rows(person)) + (await dropped());
    expect(kept).toBe(before + 1 + MOST_WAITING + 7);
  });

  it('is kept for 30 days', async () => {
    const person = await signUp();
    await check(person, 'valid.1@old.test');
    await history.flush();
    service.clock.forward(29 * DAY_MS);
    await service.app.get(MaintenanceService).sweep();
    expect(await rows(person)).toBe(1);
    service.clock.forward(2 * DAY_MS);
    await service.app.get(MaintenanceService).sweep();
    expect(await rows(person)).toBe(0);
  });
});
