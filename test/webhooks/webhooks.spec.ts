import type {
  KeyedWebhookResponse,
  RecoveredWebhookResponse,
  TestedWebhookResponse,
  WebhookDeliveryPageResponse,
  WebhookResponse,
} from '../../src/management/webhook.responses';
import { Webhook } from 'standardwebhooks';
import type { BatchService } from '../batches/batch-service';
import { Person } from '../management/person';
import { build, runCli } from '../processes/service-process';
import { eventually } from '../support/eventually';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { Receiver } from './receiver';
import { ALLOWED, startWebhookService } from './webhook-service';

describe.each(setUps)('webhooks as people manage them, %s', (setUpName) => {
  let setUp: SetUp;
  let service: BatchService;
  let receiver: Receiver;
  let owner: Person;
  let path: string;

  const request = (to: string, init: RequestInit) => fetch(`http://127.0.0.1:${service.port}${to}`, init);

  beforeAll(async () => {
    setUp = await makeSetUp(setUpName);
    service = await startWebhookService(setUp);
    receiver = await Receiver.start();
    owner = await Person.signUp({ request });
    path = `/v1/organizations/${owner.organizationId}/webhooks`;
  });

  afterAll(async () => {
    await service.stop();
    await receiver.stop();
    await setUp.remove();
  });

  async function make(body: object = {}): Promise<KeyedWebhookResponse> {
    const made = await owner.post<KeyedWebhookResponse>(path, { url: `${receiver.origin}/hook`, ...body });
    expect(made.status).toBe(201);
    return made.body;
  }

  async function page(id: number, query = ''): Promise<WebhookDeliveryPageResponse> {
    const { status, body } = await owner.get<WebhookDeliveryPageResponse>(`${path}/${id}/deliveries${query}`);
    expect(status).toBe(200);
    return body;
  }

  async function delivered(id: number, count: number): Promise<void> {
    await eventually('all are delivered', async () => {
      return (await page(id, '?status=delivered&limit=100')).deliveries.length === count;
    });
  }

  it('are made, shown without their secret, tried, changed, switched and removed', async () => {
    receiver.received.length = 0;
    const { secret, ...webhook } = await make({ event_types: ['batch.completed', 'credits.low'] });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toMatchObject({ state: 'on', event_types: ['batch.completed', 'credits.low'], disabled_at: null });
    const listed = await owner.get<WebhookResponse[]>(path);
    expect(listed.body).toEqual([webhook]);
    expect(JSON.stringify(listed.body)).not.toContain(secret.slice('whsec_'.length));

    const tested = await owner.post<TestedWebhookResponse>(`${path}/${webhook.id}/test`);
    expect(tested.status).toBe(200);
    await delivered(webhook.id, 1);
    const { headers, body } = receiver.received[0]!;
    expect(headers['webhook-id']).toBe(tested.body.event_id);
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
      type: 'test',
      data: { webhook_id: webhook.id },
    });
    const [delivery] = (await page(webhook.id)).deliveries;
    expect(delivery).toMatchObject({ type: 'test', status: 'delivered', attempts: 1, http_status: 204, error: null });
    expect(delivery).toMatchObject({ body, earlier_attempts: [] });

    expect((await owner.post(`${path}/${webhook.id}/deliveries/${delivery!.id}/resend`)).status).toBe(204);
    await eventually('it arrives again', () => receiver.received.length === 2);
    expect(receiver.received[1]!.headers['webhook-id']).toBe(tested.body.event_id);
    expect(receiver.received[1]!.body).toBe(body);
    await eventually('both attempts are known', async () => {
      const [again] = (await page(webhook.id)).deliveries;
      return again?.earlier_attempts.map(({ http_status: status }) => status).join() === '204' && again.attempts === 1;
    });

    const rotated = await owner.post<KeyedWebhookResponse>(`${path}/${webhook.id}/rotate`);
    expect([rotated.status, rotated.body.old_secret_until]).toEqual([200, expect.stringMatching(/^20/)]);
    expect(rotated.body.secret).not.toBe(secret);
    const again = await owner.post(`${path}/${webhook.id}/rotate`);
    expect([again.status, again.body]).toEqual([
      409,
      { message: expect.stringContaining(`holds until ${rotated.body.old_secret_until}.`) as string },
    ]);
    const ended = await owner.post<KeyedWebhookResponse>(`${path}/${webhook.id}/rotate?end_previous=true`);
    expect(ended.status).toBe(200);

    const changes = { url: `${receiver.origin}/other`, event_types: null };
    const changed = await owner.patch<WebhookResponse>(`${path}/${webhook.id}`, changes);
    expect([changed.status, changed.body]).toMatchObject([200, changes]);
    const same = await owner.patch<WebhookResponse>(`${path}/${webhook.id}`, { url: null, is_enabled: null });
    expect([same.status, same.body]).toMatchObject([200, { ...changes, state: 'on' }]);
    const off = await owner.patch<WebhookResponse>(`${path}/${webhook.id}`, { is_enabled: false });
    expect(off.body).toMatchObject({ ...changes, state: 'off', disabled_reason: 'switched_off' });
    const refused = await owner.post(`${path}/${webhook.id}/test`);
    expect([refused.status, refused.body]).toEqual([
      422,
      { error: 'Invalid request', message: 'This webhook is off. Switch it on first.' },
    ]);
    const on = await owner.patch<WebhookResponse>(`${path}/${webhook.id}`, { is_enabled: true });
    expect(on.body).toMatchObject({ state: 'on', disabled_at: null, disabled_reason: null });
    const recovered = await owner.post<RecoveredWebhookResponse>(`${path}/${webhook.id}/recover`, {
      since: '2026-01-01T00:00:00Z',
    });
    expect([recovered.status, recovered.body]).toEqual([200, { count: 0 }]);

    expect((await owner.delete(`${path}/${webhook.id}`)).status).toBe(204);
    expect((await owner.get<unknown[]>(path)).body).toEqual([]);
    const entries = await service.database.query<{ action: string; account_id: number }>(
      "SELECT action, account_id FROM audit_entries WHERE organization_id = ? AND action LIKE 'webhook%' ORDER BY id",
      [owner.organizationId],
    );
    expect(entries).toEqual(
      ['creation', 'rotation', 'rotation', 'change', 'disabling', 'enabling', 'removal'].map((what) => ({
        action: `webhook_${what}`,
        account_id: owner.id,
      })),
    );
  });

  it('show their deliveries by pages, and by what became of them', async () => {
    const { id } = await make();
    for (let number = 0; number < 5; number += 1) await owner.post(`${path}/${id}/test`);
    await delivered(id, 5);
    const first = await page(id, '?limit=3');
    const second = await page(id, `?limit=3&before=${first.next_before}`);
    expect([first.deliveries.length, second.deliveries.length, second.next_before]).toEqual([3, 2, null]);
    const ids = [...first.deliveries, ...second.deliveries].map((delivery) => delivery.id);
    expect(ids).toEqual([...ids].sort((one, other) => other - one));
    expect((await page(id, '?status=failed,stopped')).deliveries).toEqual([]);
    expect((await owner.get(`${path}/${id}/deliveries?status=lost`)).status).toBe(400);
    await owner.delete(`${path}/${id}`);
  });

  it.each([
    ['url', { url: 7 }],
    ['url', { url: 'ftp://example.org' }],
    ['url', { url: 'https://user@example.org' }],
    ['url', { url: 'http://127.0.0.2:1/' }],
    ['event_types', { event_types: [] }],
    ['event_types', { event_types: ['everything'] }],
    ['event_types', { event_types: 'batch.completed' }],
    ['secret', { secret: 'whsec_mine' }],
  ])('are not made with a wrong %s: %j', async (field, wrong) => {
    const { status, body } = await owner.post(path, { url: 'https://example.org', ...wrong });
    expect([status, body]).toMatchObject([422, { errors: { [field]: [expect.any(String)] } }]);
  });

  it('are not changed to what they could not be made with', async () => {
    const { id, url } = await make();
    const { status, body } = await owner.patch(`${path}/${id}`, { url: 'http://10.0.0.1/' });
    expect([status, body]).toMatchObject([422, { errors: { url: [expect.any(String)] } }]);
    for (const since of ['yesterday', '2026-11-31T00:00:00Z', '2026-11-28', 7]) {
      const answer = await owner.post(`${path}/${id}/recover`, { since });
      expect([since, answer.status]).toEqual([since, 422]);
    }
    expect((await owner.get<WebhookResponse[]>(path)).body).toMatchObject([{ id, url }]);
    await owner.delete(`${path}/${id}`);
  });

  it('are the business of owners and admins, and of nobody else’s organization', async () => {
    const admin = await (await Person.signUp({ request })).joins(owner, 'admin');
    const member = await (await Person.signUp({ request })).joins(owner, 'member');
    const stranger = await Person.signUp({ request });
    const theirs = `/v1/organizations/${stranger.organizationId}/webhooks`;
    const { id } = await make();
    await owner.post(`${path}/${id}/test`);
    await delivered(id, 1);
    const [delivery] = (await page(id)).deliveries;
    const all = async (person: Person, base: string): Promise<number[]> => {
      const answers = [
        await person.patch(`${base}/${id}`, { is_enabled: false }),
        await person.post(`${base}/${id}/rotate`),
        await person.post(`${base}/${id}/test`),
        await person.post(`${base}/${id}/recover`, { since: '2026-01-01T00:00:00Z' }),
        await person.get(`${base}/${id}/deliveries`),
        await person.post(`${base}/${id}/deliveries/${delivery!.id}/resend`),
        await person.delete(`${base}/${id}`),
      ];
      return answers.map(({ status }) => status);
    };
    expect((await admin.get(path)).status).toBe(200);
    expect([(await member.get(path)).status, (await stranger.get(path)).status]).toEqual([403, 404]);
    expect(await all(member, path)).toEqual(Array<number>(7).fill(403));
    expect(await all(stranger, path)).toEqual(Array<number>(7).fill(404));
    // By the id of another organization's webhook in one's own.
    expect(await all(stranger, theirs)).toEqual(Array<number>(7).fill(404));
    // And by another's delivery below one's own webhook.
    const own = await stranger.post<KeyedWebhookResponse>(theirs, { url: receiver.origin });
    expect((await stranger.post(`${theirs}/${own.body.id}/deliveries/${delivery!.id}/resend`)).status).toBe(404);
    expect((await owner.get<WebhookResponse[]>(path)).body).toMatchObject([{ id, state: 'on' }]);
    await owner.delete(`${path}/${id}`);
  });

  it('are no more than anybody can look after', async () => {
    const busy = await Person.signUp({ request });
    const own = `/v1/organizations/${busy.organizationId}/webhooks`;
    const made = await Promise.all(Array.from({ length: 55 }, () => busy.post(own, { url: receiver.origin })));
    const statuses = made.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(50).fill(201), ...Array<number>(5).fill(422)]);
  });

  it('go with their organization', async () => {
    const leaving = await Person.signUp({ request });
    const made = await leaving.post<{ id: number }>('/v1/organizations', { name: 'For a while' });
    const own = `/v1/organizations/${made.body.id}`;
    const { body } = await leaving.post<KeyedWebhookResponse>(`${own}/webhooks`, { url: receiver.origin });
    await leaving.post(`${own}/webhooks/${body.id}/test`);
    expect((await leaving.delete(own, { name: 'For a while' })).status).toBeLessThan(300);
    for (const table of ['webhook_endpoints', 'webhook_events', 'webhook_deliveries']) {
      const rows = await service.database.query(`SELECT 1 FROM ${table} WHERE organization_id = ?`, [made.body.id]);
      expect([table, rows]).toEqual([table, []]);
    }
  });

  describe('by the command line', () => {
    beforeAll(() => build(), 120_000);

    async function cli(
      ...args: string[]
    ): Promise<{ code: number | string; out: Record<string, unknown>; err: string }> {
      const { code, stdout, stderr } = await runCli({ ...setUp.env, ...ALLOWED }, ...args, '--json');
      return { code, out: JSON.parse(code === 0 ? stdout : '{}') as Record<string, unknown>, err: stderr };
    }

    it('are made, listed, tried, rotated, switched off and on, and removed', async () => {
      receiver.received.length = 0;
      const organization = ['--organization', String(owner.organizationId)];
      const wish = [...organization, '--url', `${receiver.origin}/cli`];
      const events = ['--event', 'batch.completed', '--event', 'batch.failed'];
      const { out: made } = await cli('webhook', 'create', ...wish, ...events);
      const id = String(made['webhook_id']);
      expect(made).toEqual({
        webhook_id: expect.any(Number) as number,
        secret: expect.stringMatching(/^whsec_/) as string,
      });
      const { out: listed } = await cli('webhook', 'list', ...organization);
      expect(listed['webhooks']).toMatchObject([
        { webhook_id: Number(id), url: `${receiver.origin}/cli`, events: 'batch.completed batch.failed', state: 'on' },
      ]);
      const { out: tested } = await cli('webhook', 'test', '--id', id);
      await eventually('it arrives', () => receiver.received.length === 1);
      const { headers, body } = receiver.received[0]!;
      expect(headers['webhook-id']).toBe(tested['event_id']);
      new Webhook(String(made['secret'])).verify(body, headers as Record<string, string>);
      const { out: rotated } = await cli('webhook', 'rotate', '--id', id);
      expect(rotated['secret']).toMatch(/^whsec_/);
      expect((await cli('webhook', 'disable', '--id', id)).out).toMatchObject({ disabled: true });
      expect((await cli('webhook', 'test', '--id', id)).err).toMatch(/is off/);
      expect((await cli('webhook', 'enable', '--id', id)).out).toMatchObject({ enabled: true });
      expect((await cli('webhook', 'remove', '--id', id)).out).toMatchObject({ removed: true });
      expect((await cli('webhook', 'remove', '--id', id)).err).toMatch(/no such webhook/);
      expect((await cli('webhook', 'create', '--organization', '999999', ...wish.slice(2))).err).toMatch(
        /no organization 999999/,
      );
      expect((await cli('webhook', 'create', ...organization, '--url', 'http://10.0.0.1/')).err).toMatch(
        /inside of a network/,
      );
      expect((await cli('webhook', 'create', ...wish, '--event', 'x')).code).toBe(1);
    });
  });
});
