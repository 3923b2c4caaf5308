import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { OPERATOR } from '../../src/audit/actor';
import { MaintenanceService } from '../../src/maintenance/maintenance.service';
import { WebhookDeliveries, type ListedDelivery } from '../../src/webhooks/webhook-deliveries.service';
import type { WebhookEndpoint } from '../../src/webhooks/webhook-endpoint.entity';
import { WebhookEndpoints } from '../../src/webhooks/webhook-endpoints.service';
import { WebhookOutbox } from '../../src/webhooks/webhook-outbox';
import type { BatchService } from '../batches/batch-service';
import { eventually } from '../support/eventually';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { ScriptedDnsServer } from '../world/dns/scripted-dns-server';
import { FORBIDDEN_ADDRESS, ForbiddenListener } from '../world/forbidden-listener';
import { selfSignedCertificate } from '../world/smtp/self-signed-certificate';
import { Receiver } from './receiver';
import { deliveriesOf, register, startWebhookService } from './webhook-service';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SECURE = 'secure.test';
const certificate = selfSignedCertificate(SECURE);

describe.each(setUps)('webhooks and what receivers make of them, %s', (setUpName) => {
  let setUp: SetUp;
  let service: BatchService;
  let dns: ScriptedDnsServer;
  let receivers: Receiver[];

  beforeAll(async () => {
    setUp = await makeSetUp(setUpName);
    dns = new ScriptedDnsServer({ zones: { [SECURE]: { a: ['127.0.0.1'] } } });
    const { address, port } = await dns.start();
    // What SMTP may dial says nothing of webhooks.
    const env = { DNS_SERVERS: `${address}:${port}`, SMTP_ALLOW_CIDRS: '127.0.0.0/8', LOG_LEVEL: 'error' };
    // Long enough for a receiver that is well on a machine that stalls. One test sits it out.
    service = await startWebhookService(setUp, { env, withinMs: 2000, ca: certificate.cert });
  });

  afterAll(async () => {
    await service.stop();
    await dns.stop();
    await setUp.remove();
  });

  beforeEach(() => {
    receivers = [];
  });

  afterEach(async () => {
    for (const receiver of receivers) await receiver.stop();
  });

  async function listen(...options: Parameters<typeof Receiver.start>): Promise<Receiver> {
    const receiver = await Receiver.start(...options);
    receivers.push(receiver);
    return receiver;
  }

  /** An organization with an endpoint. */
  async function endpointAt(url: string): Promise<WebhookEndpoint & { key: string }> {
    const { organizationId } = await service.customer();
    const { endpoint, secret } = await register(service, organizationId, url);
    return Object.assign(endpoint, { key: secret });
  }

  /** Something happens. */
  const tell = ({ organizationId }: Pick<WebhookEndpoint, 'organizationId'>, number = 1) =>
    service.database.atomically(
      service.app.get(WebhookOutbox).steps({ organizationId, type: 'batch.completed', data: { batch_id: number } }),
    );

  const state = ({ organizationId, id }: WebhookEndpoint) => service.app.get(WebhookEndpoints).find(organizationId, id);

  /** The newest delivery, once it has so many attempts. */
  async function attempted(endpoint: WebhookEndpoint, attempts = 1): Promise<ListedDelivery['delivery']> {
    let newest: ListedDelivery['delivery'] | undefined;
    await eventually(`attempt ${attempts} is made`, async () => {
      newest = (await deliveriesOf(service, endpoint))[0]?.delivery;
      return newest !== undefined && newest.attempts >= attempts && newest.claim === null;
    });
    return newest!;
  }

  it('are delivered by a 2xx, of which the beginning of the body is kept', async () => {
    const receiver = await listen();
    receiver.answer = (response) => response.writeHead(202).end(`thanks${'!'.repeat(5000)}`);
    const endpoint = await endpointAt(receiver.origin);
    await tell(endpoint);
    const delivery = await attempted(endpoint);
    expect(delivery).toMatchObject({ status: 'delivered', httpStatus: 202, error: null, nextAttemptAt: null });
    expect(delivery.response).toBe(`thanks${'!'.repeat(1018)}`);
    expect(delivery.latencyMs).toBeGreaterThanOrEqual(0);
    expect((await state(endpoint)).lastSuccessAt).toEqual(expect.any(Number));
  });

  it('that are noted together keep what each met', async () => {
    const receiver = await listen();
    receiver.answer = (response, { event }) => {
      const number = Number(event.data['batch_id']);
      response.writeHead(200 + number).end(number === 4 ? '' : `thanks for ${number}`);
    };
    const endpoint = await endpointAt(receiver.origin);
    await tell(endpoint, 0);
    await attempted(endpoint);
    for (const number of [1, 2, 3, 4, 5]) await tell(endpoint, number);
    await eventually('all arrived', async () =>
      (await deliveriesOf(service, endpoint)).every(({ delivery }) => delivery.status === 'delivered'),
    );
    for (const { delivery, event } of await deliveriesOf(service, endpoint)) {
      const { batch_id: number } = JSON.parse(event.data) as { batch_id: number };
      expect(delivery).toMatchObject({
        ...{ httpStatus: 200 + number, response: number === 4 ? null : `thanks for ${number}` },
        ...{ attempts: 1, error: null, claim: null, nextAttemptAt: null, attemptedAt: expect.any(Number) as number },
      });
    }
    // One that was tried in vain before keeps that, beside others that were not.
    receiver.answer = (response) => response.writeHead(500).end();
    await tell(endpoint, 6);
    await attempted(endpoint);
    receiver.answer = (response) => response.writeHead(204).end();
    for (const { delivery } of (await deliveriesOf(service, endpoint)).slice(0, 2))
      await service.app.get(WebhookDeliveries).resend(endpoint.organizationId, endpoint.id, delivery.id);
    await eventually('both arrived', async () =>
      (await deliveriesOf(service, endpoint)).slice(0, 2).every(({ delivery }) => delivery.httpStatus === 204),
    );
    const [again, other] = await deliveriesOf(service, endpoint);
    expect(again?.delivery.earlierAttempts?.map(({ httpStatus }) => httpStatus)).toEqual([500]);
    expect(other?.delivery.earlierAttempts?.map(({ httpStatus }) => httpStatus)).toEqual([205]);
  });

  it('take no longer than they may: a receiver that never answers', async () => {
    const receiver = await listen();
    receiver.answer = () => undefined;
    const endpoint = await endpointAt(receiver.origin);
    await tell(endpoint);
    expect(await attempted(endpoint)).toMatchObject({ status: 'pending', httpStatus: null, error: 'timeout' });
    expect((await state(endpoint)).failingSince).toEqual(expect.any(Number));
  });

  it('read no more than they may: a body without end', async () => {
    const receiver = await listen();
    receiver.answer = (response) => {
      response.writeHead(200);
      const pour = (): void => {
        while (response.write('x'.repeat(65_536)));
        response.once('drain', pour);
      };
      pour();
    };
    const endpoint = await endpointAt(receiver.origin);
    await tell(endpoint);
    const delivery = await attempted(endpoint);
    expect([delivery.status, delivery.response]).toEqual(['delivered', 'x'.repeat(1024)]);
  });

  it('follow no redirect', async () => {
    const receiver = await listen();
    const elsewhere = await listen();
    receiver.answer = (response) => response.writeHead(307, { location: elsewhere.origin }).end();
    const endpoint = await endpointAt(receiver.origin);
    await tell(endpoint);
    expect(await attempted(endpoint)).toMatchObject({ status: 'pending', httpStatus: 307, error: 'redirect' });
    expect(elsewhere.knocks).toBe(0);
  });

  it('reach nobody inside of a network, whatever DNS says by then', async () => {
    const receiver = await listen();
    const forbidden = await ForbiddenListener.start(receiver.port);
    try {
      dns.set('rebinding.test', { a: ['127.0.0.1'] });
      const first = await endpointAt(`http://rebinding.test:${receiver.port}/`);
      await tell(first);
      expect(await attempted(first)).toMatchObject({ status: 'delivered' });
      for (const zone of [
        { a: [FORBIDDEN_ADDRESS] },
        { a: ['127.0.0.1', FORBIDDEN_ADDRESS] },
        { a: ['127.0.0.1'], aaaa: ['::1'] },
        { a: ['127.0.0.1'], aaaa: [`::ffff:${FORBIDDEN_ADDRESS}`] },
      ]) {
        const endpoint = await endpointAt(`http://rebinding.test:${receiver.port}/`);
        dns.set('rebinding.test', zone);
        await tell(endpoint);
        const delivery = await attempted(endpoint);
        expect([zone, delivery.error, delivery.status]).toEqual([zone, 'forbidden_address', 'pending']);
      }
      expect([forbidden.knocks, receiver.received.length]).toEqual([0, 1]);
      // By its number, however it is written, it is not even taken.
      for (const host of [FORBIDDEN_ADDRESS, '127.9.1', '0x7f090001', '[::1]', '[::ffff:127.9.0.1]'])
        await expect(endpointAt(`http://${host}:${receiver.port}/`)).rejects.toThrow('inside of a network');
    } finally {
      await forbidden.stop();
    }
  });

  it('fail where there is no such host', async () => {
    const endpoint = await endpointAt('https://nowhere.test/');
    await tell(endpoint);
    expect(await attempted(endpoint)).toMatchObject({ status: 'pending', error: 'dns' });
  });

  it('go by TLS to whom the certificate names, and to nobody else', async () => {
    const receiver = await listen({ tls: certificate });
    const impostor = await listen({ tls: selfSignedCertificate(SECURE) });
    const endpoint = await endpointAt(`https://${SECURE}:${receiver.port}/`);
    const other = await endpointAt(`https://${SECURE}:${impostor.port}/`);
    await tell(endpoint);
    await tell(other);
    expect(await attempted(endpoint)).toMatchObject({ status: 'delivered' });
    expect(await attempted(other)).toMatchObject({ status: 'pending', error: 'tls' });
    expect([receiver.received.length, impostor.received.length]).toEqual([1, 0]);
  });

  it('end with 410, which switches the endpoint off', async () => {
    const receiver = await listen();
    receiver.answer = (response) => response.writeHead(410).end('not here any more');
    const endpoint = await endpointAt(receiver.origin);
    await tell(endpoint);
    expect(await attempted(endpoint)).toMatchObject({ status: 'failed', httpStatus: 410, nextAttemptAt: null });
    expect(await state(endpoint)).toMatchObject({ disabledReason: 'gone', disabledAt: expect.any(Number) as number });
    // What happens now is kept, and sent when somebody asks for it.
    await tell(endpoint, 2);
    expect(await deliveriesOf(service, endpoint)).toHaveLength(1);
    await expect(service.app.get(WebhookDeliveries).recover(endpoint.organizationId, endpoint.id, 0)).rejects.toThrow(
      'off',
    );
    receiver.answer = (response) => response.writeHead(200).end();
    await service.app.get(WebhookEndpoints).setDisabled(endpoint.organizationId, endpoint.id, false, OPERATOR);
    expect(await service.app.get(WebhookDeliveries).recover(endpoint.organizationId, endpoint.id, 0)).toBe(2);
    await eventually('both arrive', async () =>
      (await deliveriesOf(service, endpoint)).every(({ delivery }) => delivery.status === 'delivered'),
    );
    expect(receiver.received.map(({ event }) => event.data['batch_id']).sort()).toEqual([1, 1, 2]);
    const ids = receiver.received.filter(({ event }) => event.data['batch_id'] === 1);
    expect(new Set(ids.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await service.app.get(WebhookDeliveries).recover(endpoint.organizationId, endpoint.id, 0)).toBe(0);
  });

  it('wait for as long as a busy receiver asks, with all that is for it', async () => {
    const receiver = await listen();
    receiver.answer = (response) => response.writeHead(429, { 'retry-after': '120' }).end();
    const endpoint = await endpointAt(receiver.origin);
    await tell(endpoint, 1);
    const { nextAttemptAt } = await attempted(endpoint);
    const { pausedUntil } = await state(endpoint);
    for (const at of [nextAttemptAt ?? 0, pausedUntil]) {
      expect(at - service.clock.now()).toBeGreaterThan(100_000);
      expect(at - service.clock.now()).toBeLessThanOrEqual(120_000);
    }
    receiver.answer = (response) => response.writeHead(200).end();
    await tell(endpoint, 2);
    const other = await endpointAt(receiver.origin);
    await tell(other, 3);
    await attempted(other);
    expect(receiver.received.map(({ event }) => event.data['batch_id'])).toEqual([1, 3]);
    service.clock.forward(121_000);
    await eventually('the others follow', () => receiver.received.length === 4);
    expect((await state(endpoint)).failingSince).toBeNull();
  });

  it('are tried ten times in three days, under one id, and then given up; the endpoint stays on', async () => {
    const receiver = await listen();
    receiver.answer = (response) => response.writeHead(500).end('no');
    const endpoint = await endpointAt(receiver.origin);
    await tell(endpoint);
    const hours: number[] = [];
    for (let attempt = 1; attempt < 10; attempt += 1) {
      const { nextAttemptAt, attemptedAt, status, error } = await attempted(endpoint, attempt);
      expect([status, error]).toEqual(['pending', 'status']);
      hours.push(((nextAttemptAt ?? 0) - (attemptedAt ?? 0)) / HOUR);
      service.clock.forward((nextAttemptAt ?? 0) - service.clock.now() + 1);
    }
    for (const [index, wanted] of [5 / 3600, 5 / 60, 0.5, 2, 5, 10, 14, 20, 24].entries()) {
      // A moment passes between an attempt and its end.
      expect(hours[index]).toBeGreaterThanOrEqual(wanted * 0.8);
      expect(hours[index]).toBeLessThanOrEqual(wanted * 1.2 + 10 / 3600);
    }
    expect(await attempted(endpoint, 10)).toMatchObject({ status: 'failed', nextAttemptAt: null, httpStatus: 500 });
    expect(receiver.received).toHaveLength(10);
    for (const name of ['webhook-id', 'webhook-timestamp'] as const) {
      const values = new Set(receiver.received.map(({ headers }) => headers[name]));
      expect([name, values.size]).toEqual([name, name === 'webhook-id' ? 1 : 10]);
    }
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    const found = await state(endpoint);
    expect([found.disabledAt, service.app.get(WebhookEndpoints).stateOf(found)]).toEqual([null, 'warning']);

    // By hand, it begins anew.
    receiver.answer = (response) => response.writeHead(200).end();
    const [newest] = await deliveriesOf(service, endpoint);
    await service.app.get(WebhookDeliveries).resend(endpoint.organizationId, endpoint.id, newest!.delivery.id);
    await eventually('it arrives', () => receiver.received.length === 11);
    const again = await attempted(endpoint, 1);
    expect(again).toMatchObject({ status: 'delivered', attempts: 1 });
    // All are known, with their times.
    expect(again.earlierAttempts?.map(({ error, httpStatus }) => [error, httpStatus])).toEqual(
      Array<unknown>(10).fill(['status', 500]),
    );
    const times = [...(again.earlierAttempts ?? []), again].map(({ attemptedAt }) => attemptedAt ?? 0);
    expect([...times].sort((one, other) => one - other)).toEqual(times);
    expect(receiver.received[10]?.headers['webhook-id']).toBe(newest!.event.id);
    const well = await state(endpoint);
    expect([well.failingSince, service.app.get(WebhookEndpoints).stateOf(well)]).toEqual([null, 'on']);
  });

  it('switch an endpoint off after five days of nothing but failures, however few or many', async () => {
    const receiver = await listen();
    receiver.answer = (response) => response.writeHead(500).end();
    const [failing, moody, quiet] = [
      await endpointAt(receiver.origin),
      await endpointAt(`${receiver.origin}/moody`),
      await endpointAt(`${receiver.origin}/quiet`),
    ];
    // Many at once are no reason.
    for (let number = 0; number < 30; number += 1) await tell(failing, number);
    await tell(quiet);
    await eventually('all have failed', async () =>
      (await deliveriesOf(service, failing)).every(({ delivery }) => delivery.attempts > 0),
    );
    expect((await state(failing)).disabledAt).toBeNull();
    await attempted(quiet);
    await service.database.execute('DELETE FROM webhook_deliveries WHERE endpoint_id IN (?, ?)', [
      quiet.id,
      failing.id,
    ]);
    for (let day = 0; day < 5; day += 1) {
      expect((await state(failing)).disabledAt).toBeNull();
      await tell(failing, 100 + day);
      await attempted(failing);
      receiver.answer = (response, { path }) => response.writeHead(day === 3 && path === '/moody' ? 200 : 500).end();
      await tell(moody, 100 + day);
      await attempted(moody);
      service.clock.forward(day === 4 ? DAY + 1000 : DAY);
    }
    await tell(failing, 200);
    await eventually('it is off', async () => (await state(failing)).disabledAt !== null);
    expect(await state(failing)).toMatchObject({ disabledReason: 'failing' });
    expect((await state(moody)).disabledAt).toBeNull();
    // Two failures with days of silence between them are not days of failures.
    await tell(quiet, 2);
    await attempted(quiet);
    expect((await state(quiet)).disabledAt).toBeNull();
    // What waits for the one that is off is stopped when its turn comes.
    service.clock.forward(2 * DAY);
    await eventually('what waited is stopped', async () =>
      (await deliveriesOf(service, failing)).every(({ delivery }) => delivery.status === 'stopped'),
    );
  });

  it('are signed with both secrets for a day after a rotation', async () => {
    const receiver = await listen();
    const endpoint = await endpointAt(receiver.origin);
    const rotated = await service.app.get(WebhookEndpoints).rotate(endpoint.organizationId, endpoint.id, OPERATOR);
    expect(rotated.secret).not.toBe(endpoint.key);
    const verifies = (secret: string, index: number): boolean => {
      const { headers, body } = receiver.received[index]!;
      const [id, seconds] = [String(headers['webhook-id']), String(headers['webhook-timestamp'])];
      const mac = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'));
      const wanted = `v1,${mac.update(`${id}.${seconds}.${body}`).digest('base64')}`;
      return String(headers['webhook-signature']).split(' ').includes(wanted);
    };
    await tell(endpoint);
    await attempted(endpoint);
    expect([verifies(endpoint.key, 0), verifies(rotated.secret, 0)]).toEqual([true, true]);
    service.clock.forward(DAY + 1000);
    await tell(endpoint, 2);
    await eventually('the second arrives', () => receiver.received.length === 2);
    expect([verifies(endpoint.key, 1), verifies(rotated.secret, 1)]).toEqual([false, true]);
  });

  it('are verified by the library that receivers use, with either secret', async () => {
    const [early, late] = [await listen(), await listen()];
    const endpoint = await endpointAt(early.origin);
    const { secret } = await service.app.get(WebhookEndpoints).rotate(endpoint.organizationId, endpoint.id, OPERATOR);
    await service.app
      .get(WebhookEndpoints)
      .change(endpoint.organizationId, endpoint.id, { url: late.origin }, OPERATOR);
    await tell(endpoint);
    await attempted(endpoint);
    const [webhook] = late.received;
    // The library looks at the clock of the machine, ours is ahead by now.
    const now = jest.spyOn(Date, 'now').mockReturnValue(Number(webhook!.headers['webhook-timestamp']) * 1000);
    try {
      for (const key of [secret, endpoint.key])
        expect(new Webhook(key).verify(webhook!.body, webhook!.headers as Record<string, string>)).toMatchObject({
          type: 'batch.completed',
        });
    } finally {
      now.mockRestore();
    }
    expect(early.received).toHaveLength(0);
  });

  it('are not sent unsigned: with a secret that can not be read any more', async () => {
    const receiver = await listen();
    const endpoint = await endpointAt(receiver.origin);
    await service.database.execute("UPDATE webhook_endpoints SET secret = 'x' WHERE id = ?", [endpoint.id]);
    await tell(endpoint);
    expect(await attempted(endpoint)).toMatchObject({ status: 'pending', error: 'secret', httpStatus: null });
    const { secret } = await service.app.get(WebhookEndpoints).rotate(endpoint.organizationId, endpoint.id, OPERATOR);
    expect(secret).toMatch(/^whsec_/);
    service.clock.forward(10_000);
    expect(await attempted(endpoint, 2)).toMatchObject({ status: 'delivered' });
    // The key before can't be read: it signs nothing.
    expect(String(receiver.received[0]?.headers['webhook-signature']).split(' ')).toHaveLength(1);
  });

  it('that a process had in hand when it died are sent again once its lease is over', async () => {
    const receiver = await listen();
    const endpoint = await endpointAt(receiver.origin);
    await service.database.execute('UPDATE webhook_endpoints SET paused_until = ? WHERE id = ?', [
      service.clock.now() + DAY,
      endpoint.id,
    ]);
    await tell(endpoint);
    await service.database.execute(
      'UPDATE webhook_deliveries SET claim = ?, next_attempt_at = ? WHERE endpoint_id = ?',
      ['dead', service.clock.now() + 30_000, endpoint.id],
    );
    await service.database.execute('UPDATE webhook_endpoints SET paused_until = 0 WHERE id = ?', [endpoint.id]);
    const other = await endpointAt(receiver.origin);
    await tell(other, 2);
    await attempted(other);
    expect(receiver.received).toHaveLength(1);
    service.clock.forward(30_000);
    expect(await attempted(endpoint)).toMatchObject({ status: 'delivered' });
    expect(receiver.received).toHaveLength(2);
  });

  it('go with their endpoint', async () => {
    const receiver = await listen();
    receiver.answer = (response) => response.writeHead(503).end();
    const endpoint = await endpointAt(receiver.origin);
    await tell(endpoint);
    await attempted(endpoint);
    await service.app.get(WebhookEndpoints).remove(endpoint.organizationId, endpoint.id, OPERATOR);
    service.clock.forward(60_000);
    await eventually('what waits for it is gone', async () => {
      const [row] = await service.database.query<{ count: number }>(
        'SELECT COUNT(*) AS count FROM webhook_deliveries WHERE endpoint_id = ?',
        [endpoint.id],
      );
      return Number(row?.count) === 0;
    });
    expect(receiver.received).toHaveLength(1);
  });

  it('to silent receivers hold nobody up, however many fail', async () => {
    const [silent, live] = [await listen(), await listen()];
    silent.answer = () => undefined;
    const own = await makeSetUp(setUpName);
    // Whoever waited for a silent one would wait for ever.
    const patient = await startWebhookService(own, { withinMs: 600_000 });
    try {
      const [{ organizationId }, { organizationId: other }] = [await patient.customer(), await patient.customer()];
      for (let number = 0; number < 40; number += 1) await register(patient, organizationId, silent.origin);
      await patient.database.execute('UPDATE webhook_endpoints SET failing_since = 1, last_failure_at = ?', [
        patient.clock.now(),
      ]);
      await register(patient, other, live.origin);
      const told = (whose: number) =>
        patient.app.get(WebhookOutbox).steps({ organizationId: whose, type: 'batch.completed', data: {} });
      await patient.database.atomically(told(organizationId));
      // Those that fail have half of the places at most.
      await eventually('the silent ones are asked', () => silent.received.length === 16);
      await patient.database.atomically(told(other));
      await eventually('it arrives', () => live.received.length === 1);
      expect(silent.received).toHaveLength(16);
    } finally {
      await patient.stop();
      await own.remove();
    }
  });

  it('reach the others when many receivers fall silent at once, of which nobody knows yet', async () => {
    const [silent, live] = [await listen(), await listen()];
    silent.answer = () => undefined;
    const own = await makeSetUp(setUpName);
    const patient = await startWebhookService(own, { withinMs: 600_000 });
    try {
      const { organizationId } = await patient.customer();
      for (let number = 0; number < 40; number += 1) await register(patient, organizationId, silent.origin);
      const tellAll = () =>
        patient.database.atomically(
          patient.app.get(WebhookOutbox).steps({ organizationId, type: 'batch.completed', data: {} }),
        );
      await tellAll();
      await eventually('the silent ones are asked', () => silent.received.length === 40);
      await register(patient, organizationId, live.origin);
      await tellAll();
      await eventually('it arrives', () => live.received.length === 1);
      expect(silent.received.length).toBeGreaterThanOrEqual(40);
    } finally {
      await patient.stop();
      await own.remove();
    }
  });

  it('say so where an address is from a time when http was allowed', async () => {
    const receiver = await listen();
    const own = await makeSetUp(setUpName);
    const strict = await startWebhookService(own, { env: { WEBHOOK_ALLOW_HTTP: 'off' } });
    try {
      const { organizationId } = await strict.customer();
      const { endpoint } = await register(strict, organizationId, `https://127.0.0.1:${receiver.port}/`);
      await strict.database.execute('UPDATE webhook_endpoints SET url = ?', [receiver.origin]);
      await strict.app.get(WebhookDeliveries).test(organizationId, endpoint.id);
      let found: ListedDelivery[] = [];
      await eventually('it is tried', async () => {
        found = await deliveriesOf(strict, endpoint);
        return found.every(({ delivery }) => delivery.attempts === 1);
      });
      expect(found.map(({ delivery }) => [delivery.error, delivery.status])).toEqual([['http_not_allowed', 'pending']]);
      expect(receiver.knocks).toBe(0);
    } finally {
      await strict.stop();
      await own.remove();
    }
  });

  it('are kept for 30 days', async () => {
    const receiver = await listen();
    const endpoint = await endpointAt(receiver.origin);
    await tell(endpoint);
    await attempted(endpoint);
    service.clock.forward(29 * DAY);
    await service.app.get(MaintenanceService).sweep();
    expect(await deliveriesOf(service, endpoint)).toHaveLength(1);
    await tell(endpoint, 2);
    await eventually('it arrives', () => receiver.received.length === 2);
    service.clock.forward(DAY + 1000);
    await service.app.get(MaintenanceService).sweep();
    expect((await deliveriesOf(service, endpoint)).map(({ event }) => JSON.parse(event.data) as object)).toEqual([
      { batch_id: 2 },
    ]);
    const [row] = await service.database.query<{ count: number }>(
      'SELECT COUNT(*) AS count FROM webhook_events WHERE organization_id = ?',
      [endpoint.organizationId],
    );
    expect(Number(row?.count)).toBe(1);
  });
});
