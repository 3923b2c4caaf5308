import { BatchesService } from '../../src/batches/batches.service';
import { readConfig } from '../../src/config/env';
import { connect } from '../../src/database/database.module';
import { eventually } from '../support/eventually';
import { TestService, type TestAccount } from '../support/service';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { MailWorld } from '../world/mail-world';
import { atOneHost, unknown, VALID, type Scenario } from '../world/scenario';

const WORLD: readonly Scenario[] = [
  {
    name: 'silent',
    kind: 'hostile',
    ...atOneHost('silent.test', { faults: { rcpt: 'silence' } }),
    expected: unknown('mail_server_did_not_respond'),
  },
  {
    name: 'slow',
    kind: 'ordinary',
    ...atOneHost('slow.test', { catchAll: true, pipelining: false, thoughtMs: { rcpt: 300 } }),
    expected: VALID,
  },
];
/** Nothing else ends a question to a silent host so early. */
const PATIENCE = { SMTP_COMMAND_TIMEOUT_MS: '60000' };

describe.each(setUps)('a batch that nobody wants any more, %s', (name) => {
  let setUp: SetUp;
  let world: MailWorld;
  /** In a fleet the one who is told and the one who works are two. */
  let told: TestService;
  let services: TestService[];
  let account: TestAccount;

  beforeEach(async () => {
    setUp = await makeSetUp(name);
    world = await MailWorld.start(WORLD);
    const env = { ...world.env(), ...PATIENCE };
    if (name === 'embedded') services = [await TestService.start(setUp, env)];
    else {
      const source = await connect(readConfig({ ...setUp.env, ROLE: 'all' }), []);
      await source.destroy();
      services = [
        await TestService.start(setUp, { ...env, ROLE: 'api' }),
        await TestService.start(setUp, { ...env, ROLE: 'worker' }),
      ];
    }
    told = services[0]!;
    account = await told.account();
    await told.setBalance(account.organizationId, 1000);
  });

  afterEach(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await world.stop();
    await setUp.remove();
  });

  async function upload(domain: string): Promise<string> {
    const form = new FormData();
    const addresses = Array.from({ length: 200 }, (_, index) => `user${index}@${domain}`);
    form.set('name', 'A list');
    form.set('file', new Blob([`email\n${addresses.join('\n')}\n`]), 'list.csv');
    const response = await told.request('/v1/validate/batch', { method: 'POST', token: account.token, body: form });
    return String(((await response.json()) as { id: number }).id);
  }

  const cancel = (id: string) => told.app.get(BatchesService).cancel(account.organizationId, id);
  const deleteAll = () => told.app.get(BatchesService).deleteAll(account.organizationId);

  it.each([
    ['cancelled', cancel],
    ['of an organization that is deleted', deleteAll],
  ])('asks nothing more when it is %s, though no answer ever came', async (_, end) => {
    const id = await upload('silent.test');
    const host = world.server('mx.silent.test');
    await eventually('the mail host is asked', () => host.rcpts > 0);
    await end(id);
    const asked = host.rcpts;
    await eventually('all sessions are over', () => world.openSessions === 0, 20_000);
    // Sessions that were being opened at that moment may have asked once.
    expect(host.rcpts - asked).toBeLessThanOrEqual(host.knocks);
    const { rcpts, knocks } = host;
    // Longer than a chunk is left alone after its work failed (2 s), and until the next look for what is due.
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect([host.rcpts, host.knocks]).toEqual([rcpts, knocks]);
  });

  it('takes its leave of hosts that answer', async () => {
    const id = await upload('slow.test');
    const host = world.server('mx.slow.test');
    await eventually('some are asked', () => host.rcpts > 5);
    await cancel(id);
    await eventually('all sessions are over', () => world.openSessions === 0, 20_000);
    expect(host.rcpts).toBeLessThan(200);
    const last = Array.from({ length: host.knocks }, (_, index) => host.verbs(index + 1).at(-1));
    expect(new Set(last)).toEqual(new Set(['QUIT']));
  });
});
