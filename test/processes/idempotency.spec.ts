import { PERMISSIONS } from '../../src/auth/permissions';
import { BatchService } from '../batches/batch-service';
import { ScriptedEngine } from '../batches/scripted-engine';
import type { Customer } from '../batches/batch-client';
import { HaltingProcess } from '../idempotency/halting-process';
import { KeyedClient, newKey, type Told } from '../idempotency/idempotency-service';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';

const CREDITS = 1000;
const CHARGED = { credits_used: 1, from_cache: false };
const TAKEN_IN = { status: 'pending', total_count: 40 };
/** What a request under a key writes, in this order. */
const WRITES = {
  'the key': /INSERT .*idempotency_keys/,
  'what is done': /credit_entries/,
  'the answer': /UPDATE .*idempotency_keys.* SET .*answer/,
};

describe.each(setUps)('a process that is killed while it works under a key, %s', (setUpName) => {
  let setUp: SetUp;
  let service: BatchService;
  let client: KeyedClient;
  let customer: Customer;
  let made = 0;

  beforeAll(async () => {
    setUp = await makeSetUp(setUpName);
    service = await BatchService.start(setUp.env, new ScriptedEngine());
    client = new KeyedClient(service.port);
  });

  beforeEach(async () => {
    customer = await service.customer(CREDITS, PERMISSIONS);
  });

  afterAll(async () => {
    await service.stop();
    await setUp.remove();
  });

  /** A call that can be sent again, what it costs, and what it leaves. */
  function single() {
    const [email, key] = [`valid.${(made += 1)}@killed.test`, newKey()];
    return {
      send: (to: KeyedClient) => to.single(customer, email, key),
      status: 200,
      cost: 1,
      lists: 0,
      answer: CHARGED,
    };
  }

  function list() {
    const [number, key] = [(made += 1), newKey()];
    const csv = `email\n${Array.from({ length: 40 }, (_, row) => `unknown.${row}@list-${number}.test\n`).join('')}`;
    return {
      send: (to: KeyedClient) => to.upload(customer, csv, key),
      status: 201,
      cost: 40,
      lists: 1,
      answer: TAKEN_IN,
    };
  }

  async function lists(): Promise<number> {
    const sql =
      "SELECT COUNT(*) AS count FROM batches WHERE organization_id = ? AND status NOT IN ('uploading', 'deleting')";
    const [row] = await service.database.query<{ count: number }>(sql, [customer.organizationId]);
    return Number(row?.count);
  }

  /** What was taken at first: a list gives back what it did not use. */
  async function spent(): Promise<number> {
    const sql = 'SELECT SUM(-amount) AS sum FROM credit_entries WHERE organization_id = ? AND amount < 0';
    const [row] = await service.database.query<{ sum: number | null }>(sql, [customer.organizationId]);
    // MySQL's sums are texts.
    return Number.parseInt(String(row?.sum ?? 0), 10);
  }

  const moments = Object.keys(WRITES).flatMap((write) =>
    (['before', 'after'] as const).map((place) => [place, write] as const),
  );

  describe.each([
    ['check', single],
    ['list', list],
  ] as const)('a %s', (_, make) => {
    it.each(moments)('is done once, and charged once: killed %s the write of %s', async (place, write) => {
      const { send, status, cost, lists: taken, answer } = make();
      const victim = await HaltingProcess.start(setUp.env, place, WRITES[write as keyof typeof WRITES]);
      const asked = send(new KeyedClient(victim.port)).then(
        () => 'answered',
        () => 'broken off',
      );
      await victim.halted();
      await victim.kill();
      expect(await asked).toBe('broken off');

      const isDone = write === 'the answer' || (write === 'what is done' && place === 'after');
      const isReserved = write !== 'the key' || place === 'after';
      expect([await spent(), await lists()]).toEqual(isDone ? [cost, taken] : [0, 0]);
      let told: Told = await send(client);
      const isHeld = isReserved && !isDone;
      expect([told.status, told.retryAfter]).toEqual(isHeld ? [409, '1'] : [status, null]);
      if (isHeld) {
        // Nobody renews it any more.
        await service.database.execute('UPDATE idempotency_keys SET lease_until = 0');
        told = await send(client);
      }
      expect(told).toMatchObject({ status, isReplay: isDone });
      expect(await send(client)).toEqual({ ...told, isReplay: true });
      expect([await spent(), await lists()]).toEqual([cost, taken]);
      expect(told.body).toMatchObject(answer);
    });
  });
});
