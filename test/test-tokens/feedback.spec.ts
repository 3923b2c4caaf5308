import type { FeedbackEventsResponse } from '../../src/feedback/api/feedback.responses';
import { FeedbackRetention } from '../../src/feedback/feedback-retention';
import { told } from '../feedback/feedback-service';
import { complaint } from '../feedback/fixtures/reports';
import { oneSetUp } from '../support/set-ups';
import { SandboxWorld, type Tenant } from './sandbox-world';

type Token = Tenant['live'];

describe.each([oneSetUp])('feedback of test tokens, %s', (setUpName) => {
  let world: SandboxWorld;
  let tenant: Tenant;

  beforeAll(async () => {
    world = await SandboxWorld.start(setUpName);
  });

  afterAll(() => world.stop());

  beforeEach(async () => {
    tenant = await world.tenant();
  });

  const ask = async ({ token }: Token, path: string, init: RequestInit = {}) => {
    const response = await world.service.request(`/v1/feedback/${path}`, { token, ...init });
    const text = await response.text();
    const isJson = response.headers.get('Content-Type')?.includes('json') === true;
    const mode = response.headers.get('X-Test-Mode');
    return { status: response.status, mode, body: (isJson ? JSON.parse(text) : { text }) as Record<string, unknown> };
  };
  const tell = (token: Token, events: readonly object[]) =>
    ask(token, 'events', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ events }),
    });
  const types = async (token: Token) =>
    ((await ask(token, 'events')).body as unknown as FeedbackEventsResponse).events.map(({ type, email }) => [
      type,
      email,
    ]);
  const single = async (token: Token, email: string) =>
    (await (await world.service.single(token, email)).json()) as { status: string; result: { sub_status?: string } };

  it('is taken, judged and read as any other, and changes the verdicts of test tokens', async () => {
    const event = told('hard_bounce', 'valid+1@sandbox.test', { smtp_code: 550, enhanced_code: '5.1.1' });
    const first = await tell(tenant.test, [event, event, told('opened', 'valid+2@sandbox.test')]);
    expect(first).toMatchObject({
      status: 200,
      mode: 'true',
      body: { accepted: 1, duplicates: 1, rejected: [{ index: 2 }] },
    });
    expect((await tell(tenant.test, [event])).body).toMatchObject({ accepted: 0, duplicates: 1 });
    expect(await types(tenant.test)).toEqual([['hard_bounce', 'valid+1@sandbox.test']]);
    expect(await single(tenant.test, 'valid+1@sandbox.test')).toMatchObject({
      status: 'invalid',
      from_cache: true,
      result: { sub_status: 'known_hard_bounce' },
    });
    expect((await single(tenant.test, 'valid+2@sandbox.test')).status).toBe('valid');
    const id = await world.batches.create(tenant.test, ['valid+1@sandbox.test', 'valid+2@sandbox.test']);
    expect(await world.batches.completed(tenant.test, id)).toMatchObject({ invalid_count: 1, valid_count: 1 });
    expect(await ask(tenant.test, 'addresses/valid%2B1@sandbox.test')).toMatchObject({
      status: 200,
      body: { known: 'hard_bounce' },
    });
  });

  it('is no news for live tokens, nor theirs for it', async () => {
    const { organizationId, live, test } = tenant;
    const before = await world.liveRows(organizationId);
    await tell(test, [told('complaint', 'jane@sandbox.test'), told('delivered', 'joe@sandbox.test')]);
    expect(await world.liveRows(organizationId)).toEqual(before);
    expect((await ask(live, 'addresses/jane@sandbox.test')).status).toBe(404);
    expect((await single(live, 'jane@sandbox.test')).result.sub_status).toBe('domain_not_found');
    await tell(live, [told('hard_bounce', 'valid@sandbox.test')]);
    expect((await ask(test, 'addresses/valid@sandbox.test')).status).toBe(404);
    expect((await single(test, 'valid@sandbox.test')).status).toBe('valid');
    // What a test token deletes is its own.
    const path = 'addresses/valid@sandbox.test';
    expect((await ask(test, path, { method: 'DELETE' })).status).toBe(204);
    expect((await ask(live, path)).status).toBe(200);
    expect(await types(live)).toEqual([['hard_bounce', 'valid@sandbox.test']]);
    expect((await ask(test, 'addresses/jane@sandbox.test', { method: 'DELETE' })).status).toBe(204);
    expect((await ask(test, 'addresses/jane@sandbox.test')).status).toBe(404);
    const stranger = await world.tenant();
    expect(await types(stranger.test)).toEqual([]);
  });

  it('comes by messages and exports, too, and is measured nowhere', async () => {
    const { organizationId, test } = tenant;
    const before = await world.liveRows(organizationId);
    const form = new FormData();
    const at = new Date(Date.now() - 3_600_000).toISOString();
    form.set('file', new Blob([`email,type,occurred_at\nvalid+3@sandbox.test,hard_bounce,${at}\n`]), 'export.csv');
    expect(await ask(test, 'imports', { method: 'POST', body: form })).toMatchObject({
      status: 200,
      mode: 'true',
      body: { rows: 1, accepted: 1 },
    });
    const message = complaint([], {
      header: ['Message-ID: <r@mx.example.net>', `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`],
    });
    const init = { method: 'POST', body: message, headers: { 'Content-Type': 'message/rfc822' } };
    expect((await ask(test, 'messages', init)).status).toBe(200);
    expect((await ask(test, 'accuracy')).body).toMatchObject({ answered: 0 });
    expect((await ask(test, 'accuracy/pairs')).body).toEqual({
      text: 'status,sub_status,confidence,outcome,given_at\r\n',
    });
    expect(await world.liveRows(organizationId)).toEqual(before);
    const entries = await world.service.database.query(
      "SELECT action FROM audit_entries WHERE organization_id = ? AND action LIKE 'feedback%'",
      [organizationId],
    );
    expect(entries).toEqual([]);
  });

  it('goes with its organization', async () => {
    const { organizationId, live, test } = tenant;
    await tell(test, [told('complaint', 'jane@sandbox.test')]);
    await tell(live, [told('complaint', 'jane@sandbox.test')]);
    await world.service.app.get(FeedbackRetention).forget(organizationId);
    expect(await types(test)).toEqual([]);
    expect((await ask(test, 'addresses/jane@sandbox.test')).status).toBe(404);
    expect(await types(live)).toEqual([]);
  });
});
