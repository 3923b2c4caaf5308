import type { LimitsResponse } from '../../src/management/limits.responses';
import type { NewTokenResponse } from '../../src/management/token.responses';
import { TestService } from '../support/service';
import { setUps } from '../support/set-ups';
import { eventually } from '../support/eventually';
import { Person } from './person';

describe.each(setUps)('what an organization may use, and has used, %s', (setUpName) => {
  let service: TestService;
  let owner: Person;
  let path: string;

  beforeAll(async () => {
    service = await TestService.shared(setUpName, {
      RATE_LIMIT_PER_MINUTE: '50',
      ORGANIZATION_RATE_LIMIT_PER_MINUTE: '70',
      BATCH_MAX_FILE_KB: '2048',
      BATCHES_PER_ORGANIZATION: '9',
      STORAGE_MAX_MB_PER_ORGANIZATION: '3',
      SMTP_PROBE: 'off',
      DNS_SERVERS: '127.0.0.1:1',
    });
    owner = await Person.signUp(service, 'Lou Limits');
    path = `/v1/organizations/${owner.organizationId}/limits`;
  });

  async function limits(person = owner, of = path): Promise<LimitsResponse> {
    const { status, body } = await person.get<LimitsResponse>(of);
    expect(status).toBe(200);
    return body;
  }

  async function token(person: Person, rest: object = {}): Promise<NewTokenResponse> {
    const wish = { name: 'Shop', permissions: ['credits:read', 'validate:batch'], ...rest };
    const { status, body } = await person.post<NewTokenResponse>('/v1/tokens', wish);
    expect(status).toBe(201);
    return body;
  }

  it('is told by the settings, while nothing is used', async () => {
    expect(await limits()).toEqual({
      organization_rate: { limit: 70, remaining: 70, reset_seconds: 60 },
      token_rates: [],
      uploads: { max_file_bytes: 2_097_152, max_columns: 1000, at_a_time: 2, at_a_time_of_account: 4 },
      storage: { lists: 0, max_lists: 9, lists_at_work: 0, bytes: 0, max_bytes: 3_145_728, kept_days: 30 },
    });
  });

  it('is what the headers of the answers say, and reading uses none of it', async () => {
    const { id, token: secret } = await token(owner);
    const unused = await token(owner, { name: 'Unused' });
    for (let use = 0; use < 3; use += 1) await service.request('/v1/credits/balance', { token: secret });
    const last = await service.request('/v1/credits/balance', { token: secret });
    expect(last.headers.get('RateLimit-Remaining')).toBe('46');
    const { token_rates: rates, organization_rate: organization } = await limits();
    expect(rates.map(({ token_id, limit, remaining }) => [token_id, limit, remaining])).toEqual([
      [id, 50, 46],
      [unused.id, 50, 50],
    ]);
    expect(organization).toMatchObject({ limit: 70, remaining: 66 });
    for (const { reset_seconds: seconds } of [rates[0]!, organization]) {
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(Number(last.headers.get('RateLimit-Reset')));
    }
    expect((await limits()).token_rates[0]).toMatchObject({ remaining: 46 });
  });

  it('counts the lists that are kept', async () => {
    const { token: secret } = await token(owner);
    const form = new FormData();
    form.set('name', 'Two');
    form.set('file', new Blob(['email\nno address\nnone\n']), 'two.csv');
    const sent = await service.request('/v1/validate/batch', { method: 'POST', token: secret, body: form });
    expect(sent.status).toBeLessThan(300);
    await eventually('it is checked', async () => (await limits()).storage.lists_at_work === 0);
    const { lists, bytes } = (await limits()).storage;
    expect(lists).toBe(1);
    expect(bytes).toBeGreaterThan(0);
  });

  it('is of one’s own tokens, and of those that work here', async () => {
    const guest = await (await Person.signUp(service)).joins(owner, 'viewer');
    await token(guest, { name: 'Elsewhere', organization_ids: [guest.organizationId] });
    const here = await token(guest, { name: 'Here' });
    const revoked = await token(guest, { name: 'Revoked' });
    expect((await guest.delete(`/v1/tokens/${revoked.id}`)).status).toBe(204);
    expect((await limits(guest)).token_rates.map(({ name, hint }) => [name, hint])).toEqual([
      ['Here', here.token.slice(-4)],
    ]);
  });

  it('is nobody’s business who is not a member', async () => {
    const stranger = await Person.signUp(service);
    expect((await stranger.get(path)).status).toBe(404);
  });
});
