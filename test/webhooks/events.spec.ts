import { Webhook } from 'standardwebhooks';
import { OPERATOR } from '../../src/audit/actor';
import { WebhookEndpoints } from '../../src/webhooks/webhook-endpoints.service';
import { BatchService } from '../batches/batch-service';
import { ScriptedEngine } from '../batches/scripted-engine';
import { eventually } from '../support/eventually';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { Receiver } from './receiver';

jest.setTimeout(120_000);

describe.each(setUps)('what happens is told, %s', (setUpName) => {
  let setUp: SetUp;
  let service: BatchService;
  let receiver: Receiver;

  beforeAll(async () => {
    setUp = await makeSetUp(setUpName);
    const env = {
      WEBHOOK_ALLOW_HTTP: 'on',
      WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32',
      PUBLIC_URL: 'https://check.example.org',
    };
    service = await BatchService.start({ ...setUp.env, ...env }, new ScriptedEngine());
    receiver = await Receiver.start();
  });

  afterAll(async () => {
    await service.stop();
    await receiver.stop();
    await setUp.remove();
  });

  it('a batch is completed: signed, with its counts', async () => {
    const customer = await service.customer();
    const { endpoint, secret } = await service.app
      .get(WebhookEndpoints)
      .create({ organizationId: customer.organizationId, url: `${receiver.origin}/hook`, eventTypes: null }, OPERATOR);
    expect(endpoint.organizationId).toBe(customer.organizationId);
    const id = await service.create(customer, ['valid.1@a.test', 'invalid.1@a.test', 'full.1@b.test']);
    await eventually('it arrives', () => receiver.of('batch.completed').length > 0, 20_000);
    const [webhook] = receiver.of('batch.completed');
    const checked = new Webhook(secret).verify(webhook!.body, webhook!.headers as Record<string, string>);
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
        links: {
          self: `https://check.example.org/v1/validate/batch/${id}`,
          download: `https://check.example.org/v1/validate/batch/${id}/download`,
        },
      },
    });
    expect(webhook).toMatchObject({ path: '/hook', headers: { 'content-type': 'application/json' } });
    expect(receiver.received).toHaveLength(1);
  });
});
