import { TokenUses } from '../../src/auth/token-uses';
import { TestService } from '../support/service';
import { setUps } from '../support/set-ups';
import { Person } from './person';

interface Token {
  id: string;
  name: string;
  test: boolean;
  token: string;
  organization_ids: number[] | null;
  last_used_at: string | null;
  revoked_at: string | null;
  expires_at: string | null;
}

describe.each(setUps)('tokens made by people, %s', (setUpName) => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.shared(setUpName);
  });

  const balance = (token: string, organization?: number) =>
    service.request('/v1/credits/balance', { token, ...(organization === undefined ? {} : { organization }) });

  it('are shown once, work at once, and are refused at once when revoked', async () => {
    const person = await Person.signUp(service);
    const { status, body } = await person.post<Token>('/v1/tokens', {
      name: 'Newsletter',
      permissions: ['credits:read'],
      expires_in_days: 90,
    });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { name: 'Newsletter', permissions: ['credits:read'], organization_ids: null, last_used_at: null },
    });
    expect(Date.parse(body.expires_at ?? '') - Date.now()).toBeGreaterThan(89 * 86_400_000);
    expect((await balance(body.token)).status).toBe(200);
    const listed = await person.get<Token[]>('/v1/tokens');
    expect(listed.body).toMatchObject([{ id: body.id, revoked_at: null }]);
    expect(JSON.stringify(listed.body)).not.toContain(body.token);
    expect((await person.delete(`/v1/tokens/${body.id}`)).status).toBe(204);
    expect((await balance(body.token)).status).toBe(401);
    const [revoked] = (await person.get<Token[]>('/v1/tokens')).body;
    expect(Date.parse(revoked?.revoked_at ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  it('say whether they are test tokens, and bear that in their names', async () => {
    const person = await Person.signUp(service);
    const permissions = ['credits:read'];
    const make = (body: object) => person.post<Token & { errors?: object }>('/v1/tokens', { permissions, ...body });
    expect((await make({ name: 'Shop' })).body).toMatchObject({ name: 'Shop', test: false });
    expect((await make({ name: 'Shop', test: true })).body).toMatchObject({ name: 'TEST · Shop', test: true });
    expect((await make({ name: 'TEST · Shop', test: true })).body.name).toBe('TEST · Shop');
    expect(await make({ name: 'TEST · Shop' })).toMatchObject({
      status: 422,
      body: { errors: { name: [expect.stringContaining('must not begin with')] } },
    });
    const listed = (await person.get<Token[]>('/v1/tokens')).body;
    expect(listed.map(({ name, test }) => [name, test])).toEqual([
      ['Shop', false],
      ['TEST · Shop', true],
      ['TEST · Shop', true],
    ]);
    expect(await make({ name: 'x'.repeat(249), test: true })).toMatchObject({
      status: 422,
      body: { errors: { name: ['The name of a test token must not be greater than 248 characters.'] } },
    });
    expect((await make({ name: 'x'.repeat(248), test: true })).status).toBe(201);
    expect(await make({ name: 'Kiosk', test: null })).toMatchObject({ status: 201, body: { test: false } });
    expect(await make({ name: 'Shop', test: 'yes' })).toMatchObject({
      status: 422,
      body: { errors: { test: ['The test field must be true or false.'] } },
    });
  });

  it('tell when they were last used: at once in this process, in the table now and then', async () => {
    const person = await Person.signUp(service);
    const { body } = await person.post<Token>('/v1/tokens', { name: 'used', permissions: ['credits:read'] });
    const before = Date.now();
    await balance(body.token);
    const [listed] = (await person.get<Token[]>('/v1/tokens')).body;
    expect(Date.parse(listed?.last_used_at ?? '')).toBeGreaterThanOrEqual(before);
    const stored = async () =>
      (
        await service.database.query<{ at: number | null }>('SELECT last_used_at AS at FROM tokens WHERE id = ?', [
          body.id,
        ])
      )[0]?.at;
    expect(await stored()).toBeNull();
    await service.app.get(TokenUses).write();
    expect(await stored()).toBeGreaterThanOrEqual(before);
    const [again] = (await person.get<Token[]>('/v1/tokens')).body;
    expect(again?.last_used_at).toBe(listed?.last_used_at);
  });

  it('work for the organizations that they are limited to, and for no other', async () => {
    const person = await Person.signUp(service);
    const second = (await person.post<{ id: number }>('/v1/organizations', { name: 'Second' })).body.id;
    const { body } = await person.post<Token>('/v1/tokens', {
      name: 'limited',
      permissions: ['credits:read'],
      organization_ids: [second],
    });
    expect(body.organization_ids).toEqual([second]);
    expect((await balance(body.token, second)).status).toBe(200);
    const foreign = await balance(body.token, person.organizationId);
    expect({ status: foreign.status, body: await foreign.json() }).toMatchObject({
      status: 403,
      body: { error: 'Forbidden' },
    });
    // The default organization is not one of its own.
    expect((await balance(body.token)).status).toBe(400);
    await person.delete(`/v1/organizations/${second}`, { name: 'Second' });
    expect((await balance(body.token, second)).status).toBe(403);
    expect((await balance(body.token, person.organizationId)).status).toBe(403);
    expect((await person.get<Token[]>('/v1/tokens')).body).toMatchObject([{ organization_ids: [] }]);
  });

  it.each([
    ['name', { permissions: ['credits:read'] }],
    ['permissions', { name: 'x', permissions: [] }],
    ['permissions', { name: 'x', permissions: ['everything'] }],
    ['permissions', { name: 'x', permissions: 'credits:read' }],
    ['expires_in_days', { name: 'x', permissions: ['credits:read'], expires_in_days: 0 }],
    ['expires_in_days', { name: 'x', permissions: ['credits:read'], expires_in_days: 1.5 }],
    ['organization_ids', { name: 'x', permissions: ['credits:read'], organization_ids: [] }],
    ['organization_ids', { name: 'x', permissions: ['credits:read'], organization_ids: [999_999] }],
    ['organization_ids', { name: 'x', permissions: ['credits:read'], organization_ids: ['1'] }],
  ])('422 on %s: %j', async (field, request) => {
    const person = await Person.signUp(service);
    const { status, body } = await person.post<{ errors: object }>('/v1/tokens', request);
    expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: [field] });
  });
});
