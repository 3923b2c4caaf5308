import { PERMISSIONS } from '../../src/auth/permissions';
import { ServiceProcess } from '../batches/service-process';
import { BatchService } from '../batches/batch-service';
import { ScriptedEngine } from '../batches/scripted-engine';
import type { Customer } from '../batches/batch-client';
import { KeyedClient, newKey, type Told } from '../idempotency/idempotency-service';
import { eventually } from '../support/eventually';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';

jest.setTimeout(240_000);

/** So long that a test's process dies first. */
const FOR_EVER_MS = 600_000;

/**
 * Holds writes of a process from outside: triggers that wait are not to be had on both engines, so processes are killed at
 * moments that are seen in the database, or what the kill would have left is made there.
 */
describe.each(setUps)('a process that is killed while it works under a key, %s', (setUpName) => {
  let setUp: SetUp;
  /** Looks at the database, and makes customers. */
  let looker: BatchService;
  let customer: Customer;

  beforeEach(async () => {
    setUp = await makeSetUp(setUpName);
    looker = await BatchService.start({ ...setUp.env, ...(setUpName === 'embedded' ? {} : { ROLE: 'all' }) }, new ScriptedEngine());
    customer = await looker.customer(100, PERMISSIONS);
  });

  afterEach(async () => {
    await looker.stop();
    await setUp.remove();
  });

  async function count(table: string, where = '1 = 1'): Promise<number> {
    const sql = `SELECT COUNT(*) AS count FROM ${table} WHERE ${where}`;
    return Number((await looker.database.query<{ count: number }>(sql))[0]?.count);
  }

  const endLeases = () => looker.database.execute('UPDATE idempotency_keys SET lease_until = 0');

  /** Another process of the service, for one question that a kill ends. */
  async function killed(
    delayMs: number,
    ask: (client: KeyedClient) => Promise<Told>,
    at: () => Promise<boolean>,
  ): Promise<void> {
    const victim = await ServiceProcess.start(setUp.env, delayMs);
    const asked = ask(new KeyedClient(victim.port)).then(
      () => 'answered',
      () => 'broken off',
    );
    await eventually('it is at the place where it dies', at);
    await victim.kill();
    expect(await asked).toBe('broken off');
  }

  const describeFleet = setUpName === 'distributed' ? describe : describe.skip;

  describeFleet('beside others', () => {
    it('leaves a check to whoever asks again once its lease has ended', async () => {
      const [email, key] = ['valid.1@killed.test', newKey()];
      const isReserved = async () => (await count('idempotency_keys', 'made IS NULL')) === 1;
      await killed(FOR_EVER_MS, (client) => client.single(customer, email, key), isReserved);
      const client = new KeyedClient(looker.port);
      expect(await client.single(customer, email, key)).toMatchObject({ status: 409, retryAfter: '1' });
      expect(await looker.balance(customer.organizationId)).toBe(100);
      await endLeases();
      const told = await client.single(customer, email, key);
      expect(told).toMatchObject({ status: 200, isReplay: false, body: { credits_used: 1 } });
      expect(await client.single(customer, email, key)).toEqual({ ...told, isReplay: true });
      expect(await looker.balance(customer.organizationId)).toBe(99);
    });
  });

  /** Each at another moment of its work; what has become true by then is found by the next. */
  it.each(['single', 'list'] as const)('has done a %s once, at whatever moment it is killed', async (what) => {
    // On SQLite two processes take turns at one file only while one of them is gone.
    if (setUpName === 'embedded') await looker.stop();
    const rows = 500;
    const cost = what === 'single' ? 1 : rows;
    const customers: { customer: Customer; key: string; payload: string }[] = [];
    let spent = 0;
    for (let round = 0; round < 6; round += 1) {
      const key = newKey();
      const payload =
        what === 'single'
          ? `valid.${round}@killed.test`
          : `email\n${Array.from({ length: rows }, (_, row) => `valid.${row}@round-${round}.test\n`).join('')}`;
      customers.push({ customer, key, payload });
      const victim = await ServiceProcess.start(setUp.env, 0);
      const client = new KeyedClient(victim.port);
      const ask = () =>
        what === 'single' ? client.single(customer, payload, key) : client.upload(customer, payload, key);
      const asked = ask().then(
        ({ status }) => status,
        () => 0,
      );
      // No clock says when: so many turns of our own loop, more with each round, until it is answered.
      for (let turn = 0; turn < round * round * 40; turn += 1) await new Promise(setImmediate);
      await victim.kill();
      expect([0, 200, 201]).toContain(await asked);
    }
    const next = setUpName === 'embedded' ? await ServiceProcess.start(setUp.env, 0) : looker;
    if (setUpName === 'embedded') looker = await BatchService.start({ ...setUp.env, ...{} }, new ScriptedEngine()).catch(() => looker);
    try {
      const client = new KeyedClient(next.port);
      await endLeases();
      for (const { key, payload } of customers) {
        const ask = () =>
          what === 'single' ? client.single(customer, payload, key) : client.upload(customer, payload, key);
        const first = await ask();
        expect([200, 201]).toContain(first.status);
        expect(await ask()).toEqual({ ...first, isReplay: true });
        spent += cost;
      }
      expect(await looker.balance(customer.organizationId)).toBe(100 - spent);
    } finally {
      if (next !== looker) await (next as ServiceProcess).kill();
    }
  });
});
