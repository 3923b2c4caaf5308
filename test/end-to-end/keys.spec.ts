import { TestService } from '../support/service';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { MailWorld } from '../world/mail-world';
import { atOneHost, knows, VALID, type Scenario } from '../world/scenario';
import { askAbout } from './asked-address';
import { workThroughBatch } from './batch-over-http';

const KELVIN = '\u212a';

/** One mailbox in ASCII at a host without SMTPUTF8, and one beyond ASCII at a host with it. */
const WORLD: readonly Scenario[] = [
  {
    name: 'plain',
    kind: 'ordinary',
    ...atOneHost('plain.test', knows('quack@plain.test', { smtputf8: false, thoughtMs: { rcpt: 100 } }), 'quack'),
    expected: VALID,
  },
  {
    name: 'accents',
    kind: 'ordinary',
    ...atOneHost('accents.test', knows('jos\u00e9@accents.test', {}), 'jos\u00e9'),
    expected: VALID,
  },
];

describe.each(setUps)("nobody's verdict reaches another address, %s", (setUpName) => {
  let setUp: SetUp;
  let world: MailWorld;
  let service: TestService;

  beforeAll(async () => {
    setUp = await makeSetUp(setUpName);
    world = await MailWorld.start(WORLD);
    service = await TestService.start(setUp, world.env());
  }, 120_000);

  afterAll(async () => {
    await service.stop();
    await world.stop();
    await setUp.remove();
  });

  it.each([
    [`quac${KELVIN}@plain.test`, 'quack@plain.test'],
    ['jose\u0301@accents.test', 'jos\u00e9@accents.test'],
  ])('not out of the cache: %j, then %j', async (other, existing) => {
    const account = await service.account();
    expect((await askAbout(service, account, other)).body.status).toBe('invalid');
    const { body } = await askAbout(service, account, existing);
    expect([body.status, body.from_cache, body.credits_used]).toEqual(['valid', false, 1]);
  });

  it('not by sharing a check in flight', async () => {
    const account = await service.account();
    const [first, second] = await Promise.all([
      askAbout(service, account, 'quack@plain.test'),
      askAbout(service, account, `quac${KELVIN}@plain.test`),
    ]);
    expect([first.body.status, second.body.status]).toEqual(['valid', 'invalid']);
    expect([first.body.credits_used, second.body.credits_used]).toEqual([1, 1]);
  });

  it('not as a repeat within a list; ASCII case alone is one', async () => {
    const account = await service.account();
    const rows = [`quac${KELVIN}@plain.test`, 'quack@plain.test', 'Quack@Plain.Test', 'jose\u0301@accents.test'];
    const { batch, csv } = await workThroughBatch(service, account, ['email', ...rows, ''].join('\n'), 30_000);
    const statuses = csv
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .map((line) => line.split(',')[1]);
    expect(statuses).toEqual(['invalid', 'valid', 'valid', 'invalid']);
    expect(batch.credits_used).toBe(3);
  }, 120_000);
});
