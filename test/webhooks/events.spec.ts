import type { OpenAPIObject } from '@nestjs/swagger';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { CreditAlarms } from '../../src/credits/credit-alarms';
import { MaintenanceService } from '../../src/maintenance/maintenance.service';
import type { AddressedFeedbackSourceResponse } from '../../src/management/feedback-source.responses';
import { BatchesService } from '../../src/batches/batches.service';
import { TokensService } from '../../src/auth/tokens.service';
import { WebhookDeliveries } from '../../src/webhooks/webhook-deliveries.service';
import { SENT_EVENT_TYPES } from '../../src/webhooks/webhook-event-types';
import type { BatchService, Customer } from '../batches/batch-service';
import { ResponseSchemas } from '../http/response-schemas';
import { Person } from '../management/person';
import { eventually } from '../support/eventually';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { Receiver, type ReceivedWebhook } from './receiver';
import { deliveriesOf, register, startWebhookService } from './webhook-service';

const ORIGIN = 'https://check.example.org';
const document = JSON.parse(readFileSync(join(__dirname, '../../openapi.json'), 'utf8')) as OpenAPIObject;

describe.each(setUps)('what happens is told, %s', (setUpName) => {
  let setUp: SetUp;
  let service: BatchService;
  let receiver: Receiver;
  const schemas = new ResponseSchemas(document);
  const faults: string[] = [];

  beforeAll(async () => {
    setUp = await makeSetUp(setUpName);
    service = await startWebhookService(setUp);
    receiver = await Receiver.start();
  });

  afterAll(async () => {
    await service.stop();
    await receiver.stop();
    await setUp.remove();
  });

  beforeEach(() => {
    receiver.received.length = 0;
  });

  afterEach(() => {
    faults.push(...receiver.received.flatMap(({ event }) => schemas.webhookFaults(event.type, event)));
  });

  const request = (to: string, init: RequestInit) => fetch(`http://127.0.0.1:${service.port}${to}`, init);

  async function arrived(type: string): Promise<ReceivedWebhook> {
    await eventually(`${type} arrives`, () => receiver.of(type).length > 0, 20_000);
    return receiver.of(type)[0]!;
  }

  /** All that was told of an organization is delivered; returns its types. */
  async function told(organizationId: number): Promise<string[]> {
    await eventually('all is delivered', async () => {
      const [row] = await service.database.query<{ count: number }>(
        "SELECT COUNT(*) AS count FROM webhook_deliveries WHERE organization_id = ? AND status <> 'delivered'",
        [organizationId],
      );
      return Number(row?.count) === 0;
    });
    const rows = await service.database.query<{ type: string }>(
      'SELECT type FROM webhook_events WHERE organization_id = ? ORDER BY occurred_at, type',
      [organizationId],
    );
    return rows.map(({ type }) => type);
  }

  async function single(customer: Customer, email: string): Promise<number> {
    const { status } = await request('/v1/validate/single', {
      method: 'POST',
      headers: { Authorization: `Bearer ${customer.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email }),
    });
    return status;
  }

  const warnBelow = (organizationId: number, credits: number) =>
    service.database.execute('UPDATE organizations SET warn_below = ? WHERE id = ?', [credits, organizationId]);

  it('a batch is completed: signed, with its counts', async () => {
    const customer = await service.customer();
    const { secret } = await register(service, customer.organizationId, `${receiver.origin}/hook`);
    const id = await service.create(customer, ['valid.1@a.test', 'invalid.1@a.test', 'full.1@b.test']);
    const webhook = await arrived('batch.completed');
    const checked = new Webhook(secret).verify(webhook.body, webhook.headers as Record<string, string>);
    expect(checked).toEqual({
      type: 'batch.completed',
      timestamp: expect.stringMatching(/^20.*Z$/) as string,
      data: {
        batch_id: id,
        name: 'A list',
        total_count: 3,
        processed_count: 3,
        valid_count: 1,
        invalid_count: 1,
        risky_count: 1,
        unknown_count: 0,
        credits_used: 3,
        links: { self: `${ORIGIN}/v1/validate/batch/${id}`, download: `${ORIGIN}/v1/validate/batch/${id}/download` },
      },
    });
    expect(webhook).toMatchObject({ path: '/hook', headers: { 'content-type': 'application/json' } });
    expect(webhook.headers['webhook-id']).toMatch(/^msg_[\w-]{24}$/);
    expect(await told(customer.organizationId)).toEqual(['batch.completed']);
    expect(receiver.received).toHaveLength(1);
    expect(() => new Webhook(secret).verify(`${webhook.body} `, webhook.headers as Record<string, string>)).toThrow();
  });

  it('a batch is cancelled, or can’t be worked on', async () => {
    const customer = await service.customer();
    await register(service, customer.organizationId, receiver.origin);
    const cancelled = await service.create(customer, ['grey.1@a.test', 'valid.1@a.test']);
    await service.processed(customer, cancelled, 1);
    await service.app.get(BatchesService).cancel(customer.organizationId, String(cancelled));
    await service.app.get(BatchesService).cancel(customer.organizationId, String(cancelled));
    expect((await arrived('batch.cancelled')).event.data).toMatchObject({ batch_id: cancelled, processed_count: 1 });

    const stranded = await service.create(customer, ['grey.2@a.test', 'valid.2@a.test']);
    await service.processed(customer, stranded, 1);
    await service.database.execute('DELETE FROM batch_chunks WHERE batch_id = ?', [stranded]);
    await service.app.get(MaintenanceService).sweep();
    expect((await arrived('batch.failed')).event.data).toMatchObject({ batch_id: stranded, processed_count: 1 });
    expect(await told(customer.organizationId)).toEqual(['batch.cancelled', 'batch.failed']);
  });

  it('credits are low, and gone: once a fall, by single checks', async () => {
    const customer = await service.customer(5, ['validate:single']);
    await warnBelow(customer.organizationId, 4);
    await register(service, customer.organizationId, receiver.origin);
    for (let check = 1; check <= 5; check += 1) expect(await single(customer, `valid.${check}@a.test`)).toBe(200);
    expect(await single(customer, 'valid.6@a.test')).toBe(402);
    expect((await arrived('credits.low')).event.data).toEqual({
      balance: 3,
      warn_below: 4,
      links: { balance: `${ORIGIN}/v1/credits/balance` },
    });
    expect((await arrived('credits.exhausted')).event.data).toMatchObject({ balance: 0, warn_below: 4 });
    expect(await told(customer.organizationId)).toEqual(['credits.low', 'credits.exhausted']);
    expect(await service.balance(customer.organizationId)).toBe(0);
  });

  it('credits are low: once a fall, by many checks at a time, and again after the next', async () => {
    const customer = await service.customer(60, ['validate:single']);
    await warnBelow(customer.organizationId, 40);
    await register(service, customer.organizationId, receiver.origin, ['credits.low']);
    const fall = (from: number) =>
      Promise.all(Array.from({ length: 30 }, (_, index) => single(customer, `valid.${from + index}@b.test`)));
    await fall(0);
    expect(await told(customer.organizationId)).toEqual(['credits.low']);
    await service.database.execute('UPDATE organizations SET balance = balance + 30 WHERE id = ?', [
      customer.organizationId,
    ]);
    await fall(100);
    expect(await told(customer.organizationId)).toEqual(['credits.low', 'credits.low']);
    expect(receiver.of('credits.low')).toHaveLength(2);
  });

  it('credits are low or gone: by what a batch holds', async () => {
    const customer = await service.customer(5);
    await warnBelow(customer.organizationId, 4);
    const { endpoint } = await register(service, customer.organizationId, receiver.origin, [
      'credits.low',
      'credits.exhausted',
    ]);
    const id = await service.create(customer, ['unknown.1@a.test', 'unknown.2@a.test']);
    await service.completed(customer, id);
    // They came back, since nothing was found out.
    expect(await service.balance(customer.organizationId)).toBe(5);
    await service.create(customer, [
      'valid.1@a.test',
      'valid.2@a.test',
      'valid.3@a.test',
      'valid.4@a.test',
      'valid.5@a.test',
    ]);
    await eventually('both are told', async () => (await deliveriesOf(service, endpoint)).length === 2);
    expect(
      (await deliveriesOf(service, endpoint)).map(({ event }) => [event.type, JSON.parse(event.data) as object]),
    ).toEqual([
      ['credits.exhausted', expect.objectContaining({ balance: 0 })],
      ['credits.low', expect.objectContaining({ balance: 3 })],
    ]);
  });

  it('a source of feedback fails, and mails are blocked: once a day', async () => {
    const owner = await Person.signUp({ request });
    await register(service, owner.organizationId, receiver.origin);
    const sources = `/v1/organizations/${owner.organizationId}/feedback/sources`;
    const made = await owner.post<AddressedFeedbackSourceResponse>(sources, {
      provider: 'generic',
      name: 'x',
      secret: null,
    });
    const send = async (body: string) => {
      const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
      return (await request(new URL(made.body.url).pathname, init)).status;
    };
    expect(await send('{"events": 7}')).toBe(400);
    expect(await send('{"events": 7}')).toBe(400);
    const failing = await arrived('feedback.source_failing');
    expect(failing.event.data).toEqual({ source_id: made.body.id, reason: expect.any(String) as string });

    const blocked = (id: number) => ({
      id: `block-${id}`,
      type: 'block',
      email: `a${id}@blocked.test`,
      occurred_at: new Date().toISOString(),
    });
    const numbers = Array.from({ length: 9 }, (_, index) => index);
    expect(await send(JSON.stringify({ events: numbers.map(blocked) }))).toBe(200);
    await eventually('they are recorded', async () => {
      const [row] = await service.database.query<{ count: number }>(
        'SELECT COUNT(*) AS count FROM feedback_events WHERE organization_id = ?',
        [owner.organizationId],
      );
      return Number(row?.count) === 9;
    });
    expect(await told(owner.organizationId)).toEqual(['feedback.source_failing']);
    expect(await send(JSON.stringify({ events: [blocked(9)] }))).toBe(200);
    expect((await arrived('feedback.block_alarm')).event.data).toEqual({
      blocks_at_least: 10,
      within_minutes: 60,
      links: { events: `${ORIGIN}/v1/feedback/events?type=block` },
    });
    expect(await send(JSON.stringify({ events: [10, 11, 12].map(blocked) }))).toBe(200);
    await eventually('they are recorded', async () => {
      const [row] = await service.database.query<{ count: number }>(
        'SELECT COUNT(*) AS count FROM feedback_events WHERE organization_id = ?',
        [owner.organizationId],
      );
      return Number(row?.count) === 13;
    });
    expect(await told(owner.organizationId)).toEqual(['feedback.source_failing', 'feedback.block_alarm']);
  });

  it('a token expires within a week: once, to the organizations that it works for', async () => {
    const [owner, other] = [await Person.signUp({ request }), await Person.signUp({ request })];
    await register(service, owner.organizationId, receiver.origin);
    await register(service, other.organizationId, receiver.origin);
    const days = (count: number) => count * 86_400_000;
    const make = (name: string, lifetimeMs: number | null) =>
      service.app.get(TokensService).create({ accountId: owner.id, name, permissions: ['credits:read'], lifetimeMs });
    const soon = await make('Shop', days(6));
    await make('Later', days(60));
    await make('Never', null);
    const gone = await make('Revoked', days(5));
    await service.app.get(TokensService).revoke(gone.id, owner.id);
    await service.app.get(MaintenanceService).sweep();
    service.clock.forward(2 * 3_600_000);
    await service.app.get(MaintenanceService).sweep();
    expect(await told(owner.organizationId)).toEqual(['token.expiring']);
    expect(await told(other.organizationId)).toEqual([]);
    expect((await arrived('token.expiring')).event.data).toEqual({
      token_id: soon.id,
      name: 'Shop',
      hint: soon.token.slice(-4),
      account_id: owner.id,
      expires_at: expect.stringMatching(/^20.*Z$/) as string,
      links: { tokens: `${ORIGIN}/dashboard/#/tokens` },
    });
    expect(receiver.received).toHaveLength(1);
  });

  it('nothing is written where nobody is to be told', async () => {
    const customer = await service.customer(3, ['validate:batch', 'validate:single']);
    const id = await service.create(customer, ['valid.1@a.test', 'valid.2@a.test']);
    await service.completed(customer, id);
    expect(await single(customer, 'valid.3@a.test')).toBe(200);
    expect(await told(customer.organizationId)).toEqual([]);
    // An endpoint that is made now hears of what comes, not of what was.
    const { endpoint } = await register(service, customer.organizationId, receiver.origin);
    expect(await deliveriesOf(service, endpoint)).toEqual([]);
  });

  it('a check costs no statement more without an endpoint, and one with', async () => {
    const [without, having] = [await service.customer(), await service.customer()];
    await register(service, having.organizationId, receiver.origin);
    const alarms = service.app.get(CreditAlarms);
    for (const { organizationId } of [without, having]) await alarms.steps(organizationId, 1);
    const asked = jest.spyOn(service.database, 'query');
    expect(await alarms.steps(without.organizationId, 1)).toEqual([]);
    const [event, ...others] = await alarms.steps(having.organizationId, 1);
    const questions = asked.mock.calls.filter(
      ([sql]) => sql.includes('webhook_endpoints') && !sql.includes('paused_until'),
    );
    asked.mockRestore();
    expect(questions).toEqual([]);
    // The deliveries are begun only where the event is one.
    expect([event, others.length]).toEqual([expect.objectContaining({ ifNone: 'stop' }), 1]);
  });

  it('each organization hears of its own, and each endpoint of what it is registered for', async () => {
    const [one, other] = [await service.customer(), await service.customer()];
    await register(service, one.organizationId, `${receiver.origin}/one`, ['batch.completed']);
    await register(service, one.organizationId, `${receiver.origin}/one/cancelled`, [
      'batch.cancelled',
      'batch.failed',
    ]);
    await register(service, one.organizationId, `${receiver.origin}/one/all`);
    await register(service, other.organizationId, `${receiver.origin}/other`);
    const id = await service.create(one, ['valid.1@a.test']);
    await service.completed(one, id);
    expect(await told(one.organizationId)).toEqual(['batch.completed']);
    expect(await told(other.organizationId)).toEqual([]);
    expect(receiver.received.map(({ path }) => path).sort()).toEqual(['/one', '/one/all']);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('somebody tries the webhook', async () => {
    const { organizationId } = await service.customer();
    const { endpoint } = await register(service, organizationId, receiver.origin, ['batch.completed']);
    await service.app.get(WebhookDeliveries).test(organizationId, endpoint.id);
    expect((await arrived('test')).event.data).toEqual({ webhook_id: endpoint.id });
  });

  it('and each event came as openapi.json says', () => {
    expect(faults).toEqual([]);
    expect([...schemas.seen].sort()).toEqual(SENT_EVENT_TYPES.map((type) => `webhook ${type}`).sort());
  });
});
