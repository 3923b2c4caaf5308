import { TokensService } from '../../src/auth/tokens.service';
import { MaintenanceService } from '../../src/maintenance/maintenance.service';
import { BatchService } from '../batches/batch-service';
import { eventually } from '../support/eventually';
import { setUps } from '../support/set-ups';
import { PASSWORD, Person } from './person';

const BOUNDARY = 'a-boundary';
const BEGINNING = [
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="name"\r\n\r\nA list\r\n`,
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="list.csv"\r\n\r\nemail\n`,
  Array.from({ length: 20_000 }, (_, index) => `valid.${index}@slow.test\n`).join(''),
].join('');
const END = `valid.last@slow.test\n\r\n--${BOUNDARY}--\r\n`;

describe.each(setUps)('a right that is lost while a list is uploaded, %s', (setUpName) => {
  let service: BatchService;

  beforeAll(async () => {
    service = await BatchService.shared(setUpName, { FREE_CREDITS: '50000' });
  });

  const request = (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${service.port}${path}`, init);
  const signUp = () => Person.signUp({ request });

  function bearer(person: Person, organizationIds: number[] | null = null) {
    const wish = { accountId: person.id, name: 'test', permissions: ['validate:batch' as const], lifetimeMs: null };
    return service.app.get(TokensService).create({ ...wish, organizationIds });
  }

  /** Uploads a list that is held up until `meanwhile` is done; returns the answer. */
  async function upload(
    path: string,
    organizationId: number,
    headers: Record<string, string>,
    meanwhile: () => Promise<unknown>,
  ): Promise<{ status: number; body: unknown }> {
    const text = new TextEncoder();
    let send: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        send = controller;
        controller.enqueue(text.encode(BEGINNING));
      },
    });
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`, ...headers },
      body,
      duplex: 'half',
    };
    const answer = request(path, init);
    await eventually('the upload has begun', async () => (await batches(organizationId)).includes('uploading'));
    await meanwhile();
    send?.enqueue(text.encode(END));
    send?.close();
    const response = await answer;
    return { status: response.status, body: await response.json() };
  }

  async function batches(organizationId: number): Promise<string[]> {
    const rows = await service.database.query<{ status: string }>(
      'SELECT status FROM batches WHERE organization_id = ?',
      [organizationId],
    );
    return rows.map(({ status }) => status);
  }

  const byToken = (person: Person, token: string, meanwhile: () => Promise<unknown>) =>
    upload(
      '/v1/validate/batch',
      person.organizationId,
      { Authorization: `Bearer ${token}`, 'X-Organization-ID': String(person.organizationId) },
      meanwhile,
    );

  const bySession = (host: Person, person: Person, meanwhile: () => Promise<unknown>) =>
    upload(
      `/v1/organizations/${host.organizationId}/batches`,
      host.organizationId,
      { Cookie: person.cookie, 'X-CSRF': '1' },
      meanwhile,
    );

  /** Nothing of the upload is left after a sweep, nothing is held. */
  async function expectNothing(organizationId: number): Promise<void> {
    await service.app.get(MaintenanceService, { strict: false }).sweep();
    expect(await batches(organizationId)).toEqual([]);
    expect(await service.balance(organizationId)).toBe(50_000);
    const chunks = await service.database.query(
      'SELECT 1 FROM batch_chunks WHERE NOT EXISTS (SELECT 1 FROM batches WHERE batches.id = batch_id)',
    );
    expect(chunks).toEqual([]);
  }

  it('is no right any more when the token is revoked', async () => {
    const person = await signUp();
    const { id, token } = await bearer(person);
    const answer = await byToken(person, token, () => service.app.get(TokensService).revoke(id));
    expect(answer).toEqual({ status: 401, body: { message: 'Unauthenticated.' } });
    await expectNothing(person.organizationId);
  });

  it("is no right any more when the token's owner is removed from the organization", async () => {
    const host = await signUp();
    const guest = await (await signUp()).joins(host, 'member');
    const { token } = await bearer(guest);
    const members = `/v1/organizations/${host.organizationId}/members/${guest.id}`;
    const headers = { Authorization: `Bearer ${token}`, 'X-Organization-ID': String(host.organizationId) };
    const answer = await upload('/v1/validate/batch', host.organizationId, headers, () => host.delete(members));
    expect(answer).toMatchObject({ status: 403, body: { error: 'Forbidden' } });
    await expectNothing(host.organizationId);
  });

  it('is no right any more when the member is removed', async () => {
    const host = await signUp();
    const guest = await (await signUp()).joins(host, 'member');
    const members = `/v1/organizations/${host.organizationId}/members/${guest.id}`;
    const answer = await bySession(host, guest, () => host.delete(members));
    expect(answer.status).toBe(404);
    await expectNothing(host.organizationId);
  });

  it('is no right any more when the password is changed elsewhere', async () => {
    const person = await signUp();
    const elsewhere = new Person({ request });
    await elsewhere.post('/v1/session', { email: person.email, password: PASSWORD });
    const change = { current_password: PASSWORD, new_password: 'another kettle harbour' };
    const answer = await bySession(person, person, () => elsewhere.put('/v1/account/password', change));
    expect(answer).toEqual({ status: 401, body: { message: 'Unauthenticated.' } });
    await expectNothing(person.organizationId);
  });

  it.each(['session', 'token'] as const)(
    'is no right any more when the organization is deleted, by %s',
    async (way) => {
      const person = await signUp();
      const { body } = await person.get<{ name: string }>(`/v1/organizations/${person.organizationId}`);
      const remove = () => person.delete(`/v1/organizations/${person.organizationId}`, { name: body.name });
      const { token } = await bearer(person);
      const answer = way === 'token' ? await byToken(person, token, remove) : await bySession(person, person, remove);
      expect(answer.status).toBe(way === 'token' ? 403 : 404);
      expect(await batches(person.organizationId)).toEqual([]);
      const chunks = await service.database.query(
        'SELECT 1 FROM batch_chunks WHERE NOT EXISTS (SELECT 1 FROM batches WHERE batches.id = batch_id)',
      );
      expect(chunks).toEqual([]);
    },
  );

  it('is a right still for a limited token of the organization', async () => {
    const person = await signUp();
    const { token } = await bearer(person, [person.organizationId]);
    const answer = await byToken(person, token, () => Promise.resolve());
    expect(answer).toMatchObject({ status: 201, body: { total_count: 20_001, status: 'pending' } });
  });
});
