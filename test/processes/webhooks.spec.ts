import { runCli, build, ServiceProcess } from './service-process';
import { eventually } from '../support/eventually';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { Receiver } from '../webhooks/receiver';
import { ALLOWED } from '../webhooks/webhook-service';

const settings = { WEBHOOK_ALLOW_HTTP: ALLOWED.WEBHOOK_ALLOW_HTTP, WEBHOOK_ALLOW_CIDRS: ALLOWED.WEBHOOK_ALLOW_CIDRS };

describe.each(setUps)('webhooks of processes that are killed, %s', (setUpName) => {
  let setUp: SetUp;
  let env: Record<string, string>;
  let receiver: Receiver;

  beforeAll(async () => {
    await build();
    setUp = await makeSetUp(setUpName);
    env = { ...setUp.env, ...settings };
    receiver = await Receiver.start();
    if (setUpName === 'distributed') await ServiceProcess.spawn('migrate.js', env).exit();
  }, 120_000);

  afterAll(async () => {
    await receiver.stop();
    await setUp.remove();
  });

  async function cli(...args: string[]): Promise<Record<string, unknown>> {
    const { stdout, stderr } = await runCli(env, ...args, '--json');
    if (stdout === '') throw new Error(stderr);
    return JSON.parse(stdout) as Record<string, unknown>;
  }

  it('are delivered, once or more: killed after the write, and while a receiver thinks', async () => {
    const account = await cli('account', 'create', '--email', 'owner@hooks.test');
    const organization = ['--organization', String(account['organization_id'])];
    const { webhook_id: id } = await cli('webhook', 'create', ...organization, '--url', receiver.origin);

    // Written by a process that is gone before any is there to deliver it: what a kill right after the write leaves.
    const { event_id: first } = await cli('webhook', 'test', '--id', String(id));
    receiver.answer = () => undefined;
    const killed = await ServiceProcess.start(env);
    await eventually('the receiver has it, and thinks', () => receiver.received.length === 1);
    killed.kill('SIGKILL');
    await killed.exit();
    const { event_id: second } = await cli('webhook', 'test', '--id', String(id));

    receiver.answer = (response) => response.writeHead(204).end();
    const next = await ServiceProcess.start(env);
    try {
      await eventually('both are there', () => receiver.received.length >= 3, 90_000);
      const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
      expect(ids[0]).toBe(first);
      expect(new Set(ids)).toEqual(new Set([first, second]));
      expect(ids.filter((one) => one === first).length).toBeGreaterThanOrEqual(2);
      // A process that is stopped puts down what it has in hand, and the next goes on at once.
      receiver.answer = () => undefined;
      const { event_id: third } = await cli('webhook', 'test', '--id', String(id));
      await eventually('the third is there', () =>
        receiver.received.some(({ headers }) => headers['webhook-id'] === third),
      );
      expect(await next.stop()).toBe(0);
      receiver.answer = (response) => response.writeHead(204).end();
      const last = await ServiceProcess.start(env);
      await eventually(
        'it is there again',
        () => receiver.received.filter(({ headers }) => headers['webhook-id'] === third).length === 2,
        20_000,
      );
      await last.stop();
    } finally {
      next.kill('SIGKILL');
    }
  });
});
