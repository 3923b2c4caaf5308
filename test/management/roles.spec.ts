import { TokensService } from '../../src/auth/tokens.service';
import { BatchService } from '../batches/batch-service';
import { ScriptedEngine } from '../batches/scripted-engine';
import { eventually } from '../support/eventually';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { Person } from './person';

interface Operation {
  operationId: string;
  security?: Record<string, unknown>[];
}

const VIEWERS = /viewer of this organization/;
const NOT_YOURS = /lists of their own/;

describe.each(setUps)('what each role may do, %s', (setUpName) => {
  let setUp: SetUp;
  let service: BatchService;
  let engine: ScriptedEngine;
  let isHeld = false;
  let owner: Person;
  let admin: Person;
  let member: Person;
  let viewer: Person;

  const request = (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${service.port}${path}`, init);
  const signUp = () => Person.signUp({ request });
  const path = (rest = '') => `/v1/organizations/${owner.organizationId}${rest}`;

  beforeAll(async () => {
    setUp = await makeSetUp(setUpName);
    engine = new ScriptedEngine(async (address) => {
      if (address.endsWith('@held.test')) await eventually('addresses are let go', () => !isHeld);
    });
    service = await BatchService.start(setUp.env, engine);
    owner = await signUp();
    admin = await (await signUp()).joins(owner, 'admin');
    member = await (await signUp()).joins(owner, 'member');
    viewer = await (await signUp()).joins(owner, 'viewer');
  });

  afterEach(() => {
    isHeld = false;
  });

  afterAll(async () => {
    isHeld = false;
    await service.stop();
    await setUp.remove();
  });

  async function upload(person: Person, address = 'valid.1@a.test'): Promise<number> {
    const form = new FormData();
    form.set('name', 'A list');
    form.set('file', new Blob([`email\n${address}\n`]), 'list.csv');
    const { status, body } = await person.post<{ id: number }>(path('/batches'), form);
    expect(status).toBe(201);
    return body.id;
  }

  async function ended(person: Person): Promise<number> {
    const id = await upload(person);
    await eventually('it has ended', async () => {
      const { body } = await owner.get<{ status: string }>(path(`/batches/${id}`));
      return body.status === 'completed';
    });
    return id;
  }

  const token = async ({ id: accountId }: Person) => {
    const wish = {
      accountId,
      name: 'test',
      permissions: ['validate:batch', 'validate:single', 'credits:read'] as const,
    };
    return service.app.get(TokensService).create({ ...wish, permissions: [...wish.permissions], lifetimeMs: null });
  };

  it('a member ends lists of his own only, whoever owns or administers all', async () => {
    const theirs = await ended(owner);
    const refused = await member.delete<{ message: string }>(path(`/batches/${theirs}`));
    expect(refused).toMatchObject({ status: 403, body: { error: 'Forbidden' } });
    expect(refused.body.message).toMatch(NOT_YOURS);
    expect((await member.delete(path(`/batches/${await ended(member)}`))).status).toBe(204);
    expect((await admin.delete(path(`/batches/${theirs}`))).status).toBe(204);
    expect((await owner.delete(path(`/batches/${await ended(member)}`))).status).toBe(204);

    isHeld = true;
    const running = await upload(admin, 'valid.1@held.test');
    expect((await member.post(path(`/batches/${running}/cancel`))).status).toBe(403);
    expect((await owner.get(path(`/batches/${running}`))).body).not.toMatchObject({ status: 'cancelled' });
    const own = await upload(member, 'valid.2@held.test');
    expect((await member.post(path(`/batches/${own}/cancel`))).status).toBe(200);
    expect((await owner.post(path(`/batches/${running}/cancel`))).status).toBe(200);
  });

  it("a list that a member's token sent is his own; one from before that was noted is nobody's", async () => {
    const { token: bearer } = await token(member);
    const headers = { Authorization: `Bearer ${bearer}`, 'X-Organization-ID': String(owner.organizationId) };
    const form = new FormData();
    form.set('name', 'By program');
    form.set('file', new Blob(['email\nvalid.3@a.test\n']), 'list.csv');
    const sent = (await (await request('/v1/validate/batch', { method: 'POST', headers, body: form })).json()) as {
      id: number;
    };
    await eventually('it has ended', async () => {
      const { body } = await owner.get<{ status: string }>(path(`/batches/${sent.id}`));
      return body.status === 'completed';
    });
    await service.database.execute('UPDATE batches SET created_by = NULL WHERE id = ?', [sent.id]);
    expect((await member.delete(path(`/batches/${sent.id}`))).status).toBe(403);
    await service.database.execute('UPDATE batches SET created_by = ? WHERE id = ?', [member.id, sent.id]);
    expect((await member.delete(path(`/batches/${sent.id}`))).status).toBe(204);
  });

  it('a viewer reads everything that members read, and changes nothing', async () => {
    const { paths } = (await (await request('/openapi.json', {})).json()) as {
      paths: Record<string, Record<string, Operation>>;
    };
    const id = await ended(owner);
    const ids: Record<string, number> = { organizationId: owner.organizationId, batchId: id };
    const seen: Record<string, number> = {};
    for (const [route, methods] of Object.entries(paths)) {
      if (!route.startsWith('/v1/organizations/{organizationId}')) continue;
      for (const [method, { operationId }] of Object.entries(methods)) {
        // Whom it removes is the viewer's own membership, if anybody's.
        if (operationId === 'removeMember') continue;
        const filled = route.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name] ?? 1));
        const asMember = method === 'get' ? (await member.get(filled)).status : 0;
        const { status } = await viewer.ask(method.toUpperCase(), filled, method === 'get' ? undefined : {});
        seen[operationId] = status;
        expect([operationId, status]).toEqual([operationId, method === 'get' ? asMember : 403]);
      }
    }
    expect(Object.keys(seen).length).toBeGreaterThanOrEqual(18);
    expect(seen).toMatchObject({ downloadOrganizationBatch: 200, checkAddress: 403, createOrganizationBatch: 403 });
    const checked = await viewer.post<{ message: string }>(path('/check'), { email: 'valid.1@a.test' });
    expect(checked.body.message).toMatch(VIEWERS);
  });

  it("a viewer's tokens read too, and check nothing", async () => {
    const { token: bearer } = await token(viewer);
    const ask = (organization: number, at: string, init: RequestInit = {}) =>
      request(at, {
        ...init,
        headers: {
          Authorization: `Bearer ${bearer}`,
          'X-Organization-ID': String(organization),
          ...(typeof init.body === 'string' ? { 'Content-Type': 'application/json' } : {}),
        },
      });
    const single = { method: 'POST', body: '{"email":"valid.9@a.test"}' };
    expect((await ask(owner.organizationId, '/v1/credits/balance')).status).toBe(200);
    expect((await ask(owner.organizationId, '/v1/validate/batch')).status).toBe(200);
    const before = await service.balance(owner.organizationId);
    const refused = await ask(owner.organizationId, '/v1/validate/single', single);
    expect([refused.status, await refused.json()]).toEqual([
      403,
      { error: 'Forbidden', message: expect.stringMatching(VIEWERS) as string },
    ]);
    const form = new FormData();
    form.set('name', 'x');
    form.set('file', new Blob(['email\nvalid.1@a.test\n']), 'list.csv');
    const sent = await ask(owner.organizationId, '/v1/validate/batch', { method: 'POST', body: form });
    expect(sent.status).toBe(403);
    expect(await service.balance(owner.organizationId)).toBe(before);
    // In his own organization he owns everything.
    expect((await ask(viewer.organizationId, '/v1/validate/single', single)).status).toBe(200);
  });

  it('is asked again in the write: who is made a viewer meanwhile sends no list', async () => {
    const late = await (await signUp()).joins(owner, 'member');
    const text = new TextEncoder();
    const boundary = 'a-boundary';
    let send: ReadableStreamDefaultController<Uint8Array> | undefined;
    const rows = Array.from({ length: 20_000 }, (_, index) => `valid.${index}@slow.test\n`).join('');
    const head =
      `--${boundary}\r\nContent-Disposition: form-data; name="name"\r\n\r\nLate\r\n--${boundary}\r\n` +
      `Content-Disposition: form-data; name="file"; filename="list.csv"\r\n\r\nemail\n${rows}`;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        send = controller;
        controller.enqueue(text.encode(head));
      },
    });
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}`, Cookie: late.cookie, 'X-CSRF': '1' },
      body,
      duplex: 'half',
    };
    const answer = request(path('/batches'), init);
    await eventually('the upload has begun', async () => {
      const found = await service.database.query("SELECT id FROM batches WHERE status = 'uploading'");
      return found.length > 0;
    });
    expect((await owner.patch(path(`/members/${late.id}`), { role: 'viewer' })).status).toBe(200);
    send?.enqueue(text.encode(`\r\n--${boundary}--\r\n`));
    send?.close();
    const response = await answer;
    expect([response.status, await response.json()]).toMatchObject([403, { error: 'Forbidden' }]);
  });

  it('admins make members and viewers of those below owners, and nothing else', async () => {
    const somebody = await (await signUp()).joins(admin, 'viewer', owner.organizationId);
    const change = (by: Person, role: string) => by.patch(path(`/members/${somebody.id}`), { role });
    expect((await change(admin, 'member')).status).toBe(200);
    expect((await change(admin, 'viewer')).status).toBe(200);
    expect((await change(admin, 'admin')).status).toBe(403);
    expect((await change(member, 'viewer')).status).toBe(403);
    expect((await admin.patch(path(`/members/${owner.id}`), { role: 'viewer' })).status).toBe(403);
    // A viewer may leave.
    expect((await somebody.delete(path(`/members/${somebody.id}`))).status).toBe(204);
  });
});
