import { MaintenanceService } from '../../src/maintenance/maintenance.service';
import { BatchService } from '../batches/batch-service';
import { ScriptedEngine } from '../batches/scripted-engine';
import { eventually } from '../support/eventually';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { Person } from './person';

const DAY_MS = 86_400_000;
const KEPT_DAYS = 2;

interface Batch {
  id: number;
  status: string;
  valid_count: number;
  results_until: string | null;
  results_deleted_at: string | null;
}

/** What the page learns of lists whose results are gone, and of lists that are not there: it offers nothing that fails. */
describe.each(setUps)('lists that are gone, %s', (setUpName) => {
  let setUp: SetUp;
  let service: BatchService;
  let person: Person;

  beforeAll(async () => {
    setUp = await makeSetUp(setUpName);
    service = await BatchService.start({ ...setUp.env, BATCH_RETENTION_DAYS: String(KEPT_DAYS) }, new ScriptedEngine());
    person = await Person.signUp({
      request: (path, init) => fetch(`http://127.0.0.1:${service.port}${path}`, init),
    });
  });

  afterAll(async () => {
    await service.stop();
    await setUp.remove();
  });

  const path = (rest: string | number) => `/v1/organizations/${person.organizationId}/batches/${rest}`;
  const read = async (id: number): Promise<Batch> => (await person.get<Batch>(path(id))).body;

  async function finished(name: string): Promise<number> {
    const form = new FormData();
    form.set('name', name);
    form.set('file', new Blob(['email\nvalid.1@a.test\nunknown.1@a.test\n']), 'list.csv');
    const { body } = await person.post<{ id: number }>(`/v1/organizations/${person.organizationId}/batches`, form);
    await eventually(`${name} is completed`, async () => (await read(body.id)).status === 'completed');
    return body.id;
  }

  it('say until when their results are kept, and when they were deleted', async () => {
    const before = service.clock.now();
    const id = await finished('Kept for a while');
    const kept = await read(id);
    expect(kept.results_deleted_at).toBeNull();
    const until = Date.parse(kept.results_until ?? '');
    expect(until).toBeGreaterThanOrEqual(before + KEPT_DAYS * DAY_MS);
    expect(until).toBeLessThanOrEqual(service.clock.now() + KEPT_DAYS * DAY_MS);
    expect((await person.get(path(`${id}/download`))).status).toBe(200);

    service.clock.forward(KEPT_DAYS * DAY_MS + 1000);
    await service.app.get(MaintenanceService, { strict: false }).sweep();
    const gone = await read(id);
    expect(gone).toMatchObject({ status: 'completed', valid_count: 1 });
    expect(Date.parse(gone.results_deleted_at ?? '')).toBeGreaterThanOrEqual(until);
    const { body: page } = await person.get<{ batches: Batch[] }>(`/v1/organizations/${person.organizationId}/batches`);
    expect(page.batches).toEqual([gone]);
    // Each way to them says so, in JSON, and sends no file.
    for (const rest of ['download', 'download?status=valid&bom=true', 'zip', 'rows']) {
      const { status, headers, body } = await person.get(path(`${id}/${rest}`));
      expect({ rest, status, body }).toEqual({
        rest,
        status: 404,
        body: { error: 'Results not available', message: 'Results file not found.' },
      });
      expect(headers.get('content-disposition')).toBeNull();
    }
    expect(await person.post(path(`${id}/continue`), { rows: 'unknown' })).toMatchObject({
      status: 404,
      body: { error: 'Results not available' },
    });
    expect((await person.get(path(`${id}/summary`))).status).toBe(200);
  });

  it('are missing when they are deleted, in every route and in the ledger, and never a database’s error', async () => {
    const id = await finished('Deleted');
    expect((await person.delete(path(id))).status).toBe(204);
    const ask: [string, (of: string) => Promise<{ status: number; body: unknown }>][] = [
      ['read', (of) => person.get(path(of))],
      ['download', (of) => person.get(path(`${of}/download`))],
      ['zip', (of) => person.get(path(`${of}/zip`))],
      ['rows', (of) => person.get(path(`${of}/rows`))],
      ['summary', (of) => person.get(path(`${of}/summary`))],
      ['links', (of) => person.get(path(`${of}/links`))],
      ['cancel', (of) => person.post(path(`${of}/cancel`))],
      ['continue', (of) => person.post(path(`${of}/continue`), { rows: 'open' })],
      ['delete', (of) => person.delete(path(of))],
    ];
    for (const [what, of] of ask) {
      const answer = await of(String(id));
      expect({ what, ...answer }).toMatchObject({
        what,
        status: 404,
        body: { message: `No query results for model [Batch] ${id}.` },
      });
      for (const odd of ['abc', 'NaN', '0', '-1', '1.5', '1e3', '0x10', '%20', '99999999999999999999']) {
        const { status, body } = await of(odd);
        expect([400, 404]).toContain(status);
        expect(JSON.stringify(body).replace(`[Batch] ${odd}`, '')).not.toMatch(/NaN|undefined|SQL|column|select/i);
      }
    }
    // A link there would lead nowhere: it says that the list is deleted, and keeps its name.
    const ledger = await person.get<{ lines: { list: { id: number; name: string; status: string | null } | null }[] }>(
      `/v1/organizations/${person.organizationId}/credits/ledger?kind=list`,
    );
    expect(ledger.body.lines.find(({ list }) => list?.id === id)?.list).toEqual({ id, name: 'Deleted', status: null });
  });
});
