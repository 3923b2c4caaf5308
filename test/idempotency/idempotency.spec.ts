import { gzipSync } from 'node:zlib';
import { MaintenanceService } from '../../src/maintenance/maintenance.service';
import { OrganizationRemoval } from '../../src/management/organization-removal';
import { textOf } from '../../src/database/statement';
import { TokensService } from '../../src/auth/tokens.service';
import type { Customer } from '../batches/batch-client';
import { ScriptedEngine } from '../batches/scripted-engine';
import { eventually } from '../support/eventually';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { IdempotencyService, newKey, type Told } from './idempotency-service';

const DAY_MS = 24 * 3_600_000;
const AT_A_TIME = 50;
/** The addresses of this domain are answered when a test opens the gate. */
const GATED = /@gated/;
/** What jest can make stand still. */
const FAKEABLE = [
  'Date',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

describe.each(setUps)('requests that are sent again under their Idempotency-Key, %s', (setUpName) => {
  let setUp: SetUp;
  let keyed: IdempotencyService;
  let engine: ScriptedEngine;
  let customer: Customer;
  let open: () => void;
  let gate: Promise<void>;
  let made = 0;

  const close = (): void => {
    gate = new Promise((resolve) => {
      open = resolve;
    });
  };
  const address = (): string => `valid.${(made += 1)}@once.test`;
  const list = (rows = 3): string => `email\n${Array.from({ length: rows }, () => `${address()}\n`).join('')}`;
  const statuses = (told: readonly Told[]): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const { status, isReplay } of told) {
      const name = isReplay ? `${status} again` : String(status);
      counts[name] = (counts[name] ?? 0) + 1;
    }
    return counts;
  };

  beforeAll(async () => {
    setUp = await makeSetUp(setUpName);
    engine = new ScriptedEngine((email) => (GATED.test(email) ? gate : Promise.resolve()));
    keyed = await IdempotencyService.start(setUp.env, engine);
  });

  beforeEach(async () => {
    close();
    customer = await keyed.customer();
  });

  afterEach(() => {
    open();
  });

  afterAll(async () => {
    await keyed.stop();
    await setUp.remove();
  });

  describe('a single check', () => {
    it('is done and charged once, and answered again in the same words', async () => {
      const [email, key] = [address(), newKey()];
      const first = await keyed.client.single(customer, email, key);
      expect(first).toMatchObject({ status: 200, isReplay: false, body: { credits_used: 1, from_cache: false } });
      const second = await keyed.client.single(customer, email, `"${key}"`);
      expect(second).toEqual({ ...first, isReplay: true });
      expect(await keyed.balance(customer)).toBe(999);
      expect(engine.asked.get(email)).toBe(1);
    });

    it('of fifty at once is done once: the others are told to wait, or what was answered', async () => {
      const [email, key] = [`valid.${(made += 1)}@gated.test`, newKey()];
      const asked = Array.from({ length: AT_A_TIME }, () => keyed.client.single(customer, email, key));
      const first = await Promise.race(asked);
      expect(first).toMatchObject({ status: 409, retryAfter: '1' });
      expect(first.body).toEqual({ message: expect.stringMatching(/is being worked on/) as string });
      await eventually('the check waits for its answer', () => engine.asked.get(email) === 1);
      open();
      const told = await Promise.all(asked);
      const { '200': fresh, '409': busy = 0, '200 again': replayed = 0 } = statuses(told);
      expect([fresh, busy + replayed]).toEqual([1, AT_A_TIME - 1]);
      expect(await keyed.client.single(customer, email, key)).toMatchObject({ status: 200, isReplay: true });
      expect([await keyed.balance(customer), engine.asked.get(email)]).toEqual([999, 1]);
    });

    it('is another request with another address, or another option', async () => {
      const [email, key] = [address(), newKey()];
      await keyed.client.single(customer, email, key);
      const told = [
        await keyed.client.single(customer, address(), key),
        await keyed.client.single(customer, email, key, { query: '?evidence=true' }),
      ];
      for (const one of told) {
        expect(one).toMatchObject({ status: 422, isReplay: false });
        const { message, errors } = one.body as { message: string; errors: object };
        expect(message).toMatch(/^This Idempotency-Key was used for another request/);
        expect(errors).toEqual({ idempotency_key: [message] });
      }
      expect(await keyed.balance(customer)).toBe(999);
    });

    it('is another request while the first is worked on, too', async () => {
      const [email, key] = [`valid.${(made += 1)}@gated.test`, newKey()];
      const first = keyed.client.single(customer, email, key);
      await eventually('the check waits for its answer', () => engine.asked.get(email) === 1);
      expect((await keyed.client.single(customer, address(), key)).status).toBe(422);
      open();
      expect((await first).status).toBe(200);
    });

    it('is answered again after the credits are gone, and after the check is remembered no more', async () => {
      const poor = await keyed.customer(1);
      const [email, key] = [address(), newKey()];
      const first = await keyed.client.single(poor, email, key);
      expect(await keyed.balance(poor)).toBe(0);
      await keyed.service.database.execute('DELETE FROM cached_verdicts');
      expect(await keyed.client.single(poor, email, key)).toEqual({ ...first, isReplay: true });
      expect((await keyed.client.single(poor, email, newKey())).status).toBe(402);
    });

    it('that was refused for want of credits is done with the same key once there are some', async () => {
      const poor = await keyed.customer(0);
      const [email, key] = [address(), newKey()];
      const first = await keyed.client.single(poor, email, key);
      expect(first).toMatchObject({ status: 402, isReplay: false, body: { error: 'Insufficient credits' } });
      await keyed.service.database.execute('UPDATE organizations SET balance = 5 WHERE id = ?', [poor.organizationId]);
      expect(await keyed.client.single(poor, email, key)).toMatchObject({ status: 200, isReplay: false });
      expect(await keyed.client.single(poor, email, key)).toMatchObject({ status: 200, isReplay: true });
      const balance = 'SELECT balance FROM organizations WHERE id = ?';
      expect(await keyed.service.database.query(balance, [poor.organizationId])).toEqual([{ balance: 4 }]);
    });

    it('is answered from what the charge noted, where the answer was not stored', async () => {
      const [email, key] = [address(), newKey()];
      const first = await keyed.client.single(customer, email, key);
      await keyed.loseAnswers();
      await keyed.endLeases();
      await keyed.service.database.execute('DELETE FROM cached_verdicts');
      for (let times = 0; times < 2; times += 1)
        expect(await keyed.client.single(customer, email, key)).toEqual({ ...first, isReplay: true });
      expect([await keyed.balance(customer), engine.asked.get(email)]).toEqual([999, 1]);
    });

    it('goes on for a caller who hangs up, and is answered when he comes back', async () => {
      const [email, key] = [`valid.${(made += 1)}@gated.test`, newKey()];
      const leaving = new AbortController();
      const left = keyed.client.single(customer, email, key, { signal: leaving.signal });
      await eventually('the check waits for its answer', () => engine.asked.get(email) === 1);
      leaving.abort();
      await expect(left).rejects.toThrow(/abort/i);
      expect((await keyed.client.single(customer, email, key)).status).toBe(409);
      open();
      await eventually('it is charged', async () => (await keyed.balance(customer)) === 999);
      let told = await keyed.client.single(customer, email, key);
      await eventually('it is answered', async () => {
        told = await keyed.client.single(customer, email, key);
        return told.status !== 409;
      });
      expect(told).toMatchObject({ status: 200, isReplay: true, body: { credits_used: 1, from_cache: false } });
      expect(engine.asked.get(email)).toBe(1);
    });

    it('is done by the one who takes over when the lease of the first has ended, and charged to him alone', async () => {
      const [email, key] = [`valid.${(made += 1)}@gated.test`, newKey()];
      const first = keyed.client.single(customer, email, key);
      await eventually('the check waits for its answer', () => engine.asked.get(email) === 1);
      await keyed.endLeases();
      const second = keyed.client.single(customer, email, key);
      await eventually('the key has another holder', async () => {
        return (await keyed.count('idempotency_keys', 'lease_until > 0 AND answer IS NULL')) === 1;
      });
      open();
      const told = await Promise.all([first, second]);
      // The first finds that it counts no more; the second had shared its check, and does it anew.
      expect(told.map(({ status }) => status)).toEqual([503, 200]);
      expect(told[0]).toMatchObject({
        retryAfter: '1',
        body: { message: expect.stringMatching(/^Another request/) as string },
      });
      const last = await keyed.client.single(customer, email, key);
      expect(last).toEqual({ ...told[1], isReplay: true });
      expect(await keyed.balance(customer)).toBe(999);
    });

    it('is not taken over from a holder who takes long', async () => {
      const only = ['setInterval', 'clearInterval'] as const;
      jest.useFakeTimers({ doNotFake: FAKEABLE.filter((one) => !only.some((faked) => faked === one)) });
      try {
        const [email, key] = [`valid.${(made += 1)}@gated.test`, newKey()];
        const first = keyed.client.single(customer, email, key);
        await eventually('the check waits for its answer', () => engine.asked.get(email) === 1);
        const { clock } = keyed.service;
        clock.forward(50_000);
        jest.advanceTimersByTime(20_000);
        const mine = `organization_id = ${customer.organizationId}`;
        await eventually('the lease is renewed', async () => {
          return (await keyed.count('idempotency_keys', `${mine} AND lease_until > ${clock.now() + 30_000}`)) === 1;
        });
        clock.forward(30_000);
        expect(await keyed.client.single(customer, email, key)).toMatchObject({ status: 409, retryAfter: '1' });
        open();
        expect((await first).status).toBe(200);
      } finally {
        jest.useRealTimers();
      }
    });

    it('says to ask soon while its holder may live, and at the end of the lease once he has not renewed it twice', async () => {
      const [email, key] = [address(), newKey()];
      await keyed.client.single(customer, email, key);
      const { clock, database } = keyed.service;
      const now = clock.now();
      const stopped = jest.spyOn(clock, 'now').mockReturnValue(now);
      /** As whoever died at work leaves it. */
      const told = async (leftMs: number): Promise<unknown[]> => {
        await database.execute(
          'UPDATE idempotency_keys SET made = NULL, answer = NULL, lease_until = ? WHERE organization_id = ?',
          [now + leftMs, customer.organizationId],
        );
        const { status, retryAfter } = await keyed.client.single(customer, email, key);
        return [status, retryAfter];
      };
      try {
        expect(await told(60_000)).toEqual([409, '1']);
        expect(await told(20_001)).toEqual([409, '1']);
        expect(await told(20_000)).toEqual([409, '20']);
        expect(await told(12_001)).toEqual([409, '13']);
        expect(await told(1)).toEqual([409, '1']);
        expect(await told(0)).toEqual([200, null]);
      } finally {
        stopped.mockRestore();
      }
    });

    it('counts as a request when it is answered again', async () => {
      const [email, key] = [address(), newKey()];
      const left: number[] = [];
      for (let times = 0; times < 3; times += 1) {
        const response = await fetch(`http://127.0.0.1:${keyed.service.port}/v1/validate/single`, {
          method: 'POST',
          headers: {
            Authorization: `Bearer ${customer.token}`,
            'Content-Type': 'application/json',
            'Idempotency-Key': key,
          },
          body: JSON.stringify({ email }),
        });
        expect(response.headers.get('idempotency-replayed')).toBe(times === 0 ? null : 'true');
        left.push(Number(response.headers.get('ratelimit-remaining')));
      }
      expect(left).toEqual([left[0], left[0]! - 1, left[0]! - 2]);
    });

    it('is new again after a day', async () => {
      const [email, key] = [address(), newKey()];
      await keyed.client.single(customer, email, key);
      await keyed.service.database.execute('UPDATE idempotency_keys SET expires_at = expires_at - ?', [DAY_MS]);
      const other = await keyed.client.single(customer, address(), key);
      expect(other).toMatchObject({ status: 200, isReplay: false });
    });

    it('is kept apart from those of others: the same key of another organization, and another route', async () => {
      const [email, key] = [address(), newKey()];
      const stranger = await keyed.customer();
      await keyed.client.single(customer, email, key);
      expect(await keyed.client.single(stranger, email, key)).toMatchObject({ status: 200, isReplay: false });
      expect(await keyed.balance(stranger)).toBe(999);
      expect(await keyed.client.upload(customer, list(), key)).toMatchObject({ status: 201, isReplay: false });
    });

    it('is the same for all tokens of the organization that may ask', async () => {
      const [email, key] = [address(), newKey()];
      const [owner] = await keyed.service.database.query<{ id: number }>(
        'SELECT account_id AS id FROM memberships WHERE organization_id = ?',
        [customer.organizationId],
      );
      const tokens = keyed.service.app.get(TokensService);
      const wish = { accountId: owner!.id, name: 'other', lifetimeMs: null };
      const other = await tokens.create({ ...wish, permissions: ['validate:single'] });
      const mayNot = await tokens.create({ ...wish, permissions: ['credits:read'] });
      await keyed.client.single(customer, email, key);
      expect(await keyed.client.single(other, email, key)).toMatchObject({ status: 200, isReplay: true });
      expect(await keyed.client.single(mayNot, email, key)).toMatchObject({ status: 403, isReplay: false });
      expect((await keyed.client.single({ token: 'none' }, email, key)).status).toBe(401);
    });

    it('takes names in another order for the same, and blanks around the address', async () => {
      const [email, key] = [address(), newKey()];
      await keyed.client.single(customer, email, key);
      const told = await keyed.client.single(customer, email, key, { body: `{ "email" :  " ${email} " }` });
      expect(told).toMatchObject({ status: 200, isReplay: true });
    });

    it.each(['', '""', 'two words', 'x'.repeat(256), '"open'])('is refused with the key %p', async (key) => {
      const told = await keyed.client.single(customer, address(), key);
      expect(told).toMatchObject({ status: 400, isReplay: false });
      expect(told.body).toEqual({ message: expect.stringMatching(/^The Idempotency-Key must be 1 to 255/) as string });
    });

    it('keeps no key whose request was not understood', async () => {
      const key = newKey();
      expect((await keyed.client.single(customer, '', key, { body: '{' })).status).toBe(400);
      expect((await keyed.client.single(customer, '', key, { body: '{"email": 1}' })).status).toBe(422);
      expect(await keyed.client.single(customer, address(), key)).toMatchObject({ status: 200, isReplay: false });
    });

    it('keeps what is wrong with an address', async () => {
      const key = newKey();
      const first = await keyed.client.single(customer, 'no.address', key);
      expect(first.status).toBe(422);
      expect(await keyed.client.single(customer, 'no.address', key)).toEqual({ ...first, isReplay: true });
    });

    it('costs the database nothing more without a key', async () => {
      const { database } = keyed.service;
      const said: string[] = [];
      const { query, execute, atomically } = database;
      database.query = (sql, parameters) => (said.push(sql), query.call(database, sql, parameters)) as never;
      database.execute = (sql, parameters) => (said.push(sql), execute.call(database, sql, parameters));
      database.atomically = (steps, proof) => {
        said.push(...steps.map((step) => textOf(step, []).sql));
        return atomically.call(database, steps, proof);
      };
      try {
        expect((await single(address())).status).toBe(200);
      } finally {
        Object.assign(database, { query, execute, atomically });
      }
      expect(said.length).toBeGreaterThan(3);
      expect(said.filter((sql) => sql.includes('idempotency_keys'))).toEqual([]);
    });

    function single(email: string): Promise<Response> {
      return fetch(`http://127.0.0.1:${keyed.service.port}/v1/validate/single`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${customer.token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ email }),
      });
    }
  });

  describe('a list', () => {
    it('is taken in once, and answered again in the same words', async () => {
      const [csv, key] = [list(4), newKey()];
      const first = await keyed.client.upload(customer, csv, key);
      expect(first).toMatchObject({ status: 201, isReplay: false, body: { total_count: 4 } });
      // A form has a boundary of its own each time.
      expect(await keyed.client.upload(customer, csv, key)).toEqual({ ...first, isReplay: true });
      expect(await keyed.client.upload(customer, csv, key, { file: 'other name.txt' })).toEqual({
        ...first,
        isReplay: true,
      });
      expect(await lists()).toBe(1);
    });

    it('is another request with another file, name or field', async () => {
      const [csv, key] = [list(), newKey()];
      await keyed.client.upload(customer, csv, key);
      const told = [
        await keyed.client.upload(customer, `${csv}${address()}\n`, key),
        await keyed.client.upload(customer, csv, key, { name: 'Another' }),
        await keyed.client.upload(customer, csv, key, { fields: { encoding: 'utf-8' } }),
      ];
      expect(statuses(told)).toEqual({ 422: 3 });
      expect(await lists()).toBe(1);
    });

    it('of fifty at once is taken in once', async () => {
      const [csv, key] = [list(20), newKey()];
      const asked = Array.from({ length: AT_A_TIME }, () => keyed.client.upload(customer, csv, key));
      const {
        '201': fresh,
        '409': busy = 0,
        '201 again': replayed = 0,
        ...others
      } = statuses(await Promise.all(asked));
      // Few uploads of one organization are read at a time.
      expect(fresh).toBe(1);
      expect(busy + replayed + (others['429'] ?? 0)).toBe(AT_A_TIME - 1);
      expect(await keyed.client.upload(customer, csv, key)).toMatchObject({ status: 201, isReplay: true });
      expect(await lists()).toBe(1);
      expect(await held()).toBeLessThanOrEqual(20);
    });

    it('is answered from what its publication noted, where the answer was not stored', async () => {
      const [csv, key] = [list(), newKey()];
      const first = await keyed.client.upload(customer, csv, key);
      await keyed.loseAnswers();
      await keyed.endLeases();
      expect(await keyed.client.upload(customer, csv, key)).toEqual({ ...first, isReplay: true });
      expect((await keyed.client.upload(customer, list(), key)).status).toBe(422);
      expect(await lists()).toBe(1);
    });

    it('that is no list keeps no key, nor does one that costs too much', async () => {
      const [key, poor] = [newKey(), await keyed.customer(2)];
      expect((await keyed.client.upload(poor, 'phone\n1\n', key)).status).toBe(422);
      const csv = list(3);
      const refused = await keyed.client.upload(poor, csv, key);
      expect(refused).toMatchObject({ status: 402, isReplay: false });
      await keyed.service.database.execute('UPDATE organizations SET balance = 5 WHERE id = ?', [poor.organizationId]);
      expect(await keyed.client.upload(poor, csv, key)).toMatchObject({ status: 201, isReplay: false });
    });

    it('that broke off is sent again whole', async () => {
      const [csv, key] = [list(), newKey()];
      const leaving = new AbortController();
      async function* half(): AsyncGenerator<Uint8Array> {
        yield Buffer.from('--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nA list\r\n');
        yield Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="list.csv"\r\n\r\nemail\r\n');
        await eventually(
          'the key is taken',
          async () => (await keyed.count('idempotency_keys', 'fingerprint IS NULL')) > 0,
        );
        leaving.abort();
        await new Promise(() => undefined);
      }
      const left = fetch(`http://127.0.0.1:${keyed.service.port}/v1/validate/batch`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${customer.token}`,
          'Content-Type': 'multipart/form-data; boundary=b',
          'Idempotency-Key': key,
        },
        body: half(),
        duplex: 'half',
        signal: leaving.signal,
      } as unknown as RequestInit);
      await expect(left).rejects.toThrow();
      await eventually(
        'the key is free',
        async () => (await keyed.count('idempotency_keys', 'fingerprint IS NULL')) === 0,
      );
      expect(await keyed.client.upload(customer, csv, key)).toMatchObject({ status: 201, isReplay: false });
      expect(await lists()).toBe(1);
    });

    describe.each([
      ['application/json', (addresses: string[]) => JSON.stringify({ name: 'A list', emails: addresses })],
      ['application/json; charset=utf-8', (addresses: string[]) => JSON.stringify({ emails: addresses })],
      ['text/csv', (addresses: string[]) => `email\n${addresses.join('\n')}\n`],
      ['text/plain', (addresses: string[]) => addresses.join('\n')],
    ])('that is the body itself, as %s', (type, bodyOf) => {
      it('is taken in once, packed or not, whenever it comes', async () => {
        const [addresses, key] = [[address(), address()], newKey()];
        const path = '/v1/validate/batch';
        const send = (given: string[], coding: string | null = null): Promise<Told> => {
          const body = coding === null ? bodyOf(given) : gzipSync(bodyOf(given));
          const headers = { 'Content-Type': type, ...(coding === null ? {} : { 'Content-Encoding': coding }) };
          return keyed.client.ask(path, { body, headers }, customer.token, key);
        };
        const first = await send(addresses);
        expect(first).toMatchObject({ status: 201, isReplay: false, body: { total_count: 2 } });
        // A list without a name is named after the time.
        keyed.service.clock.forward(3_600_000);
        expect(await send(addresses)).toEqual({ ...first, isReplay: true });
        expect(await send(addresses, 'gzip')).toEqual({ ...first, isReplay: true });
        await keyed.loseAnswers();
        expect(await send(addresses)).toEqual({ ...first, isReplay: true });
        expect((await send([...addresses, address()])).status).toBe(422);
        expect(await lists()).toBe(1);
      });
    });

    it('is continued once', async () => {
      const created = await keyed.client.upload(customer, `email\nunknown.${(made += 1)}@once.test\n`, newKey());
      const id = Number(created.body['id']);
      await keyed.service.completed(customer, id);
      const [path, key] = [`/v1/validate/batch/${id}/continue`, newKey()];
      const body = JSON.stringify({ rows: 'unknown' });
      const first = await keyed.client.ask(path, { body }, customer.token, key, 'application/json');
      expect(first).toMatchObject({ status: 201, isReplay: false, body: { continues_id: id } });
      const again = await keyed.client.ask(path, { body }, customer.token, key, 'application/json');
      expect(again).toEqual({ ...first, isReplay: true });
      await keyed.loseAnswers();
      expect(await keyed.client.ask(path, { body }, customer.token, key, 'application/json')).toEqual(again);
      expect(await lists()).toBe(2);
    });

    it('that is at work yet is continued under the same key once it has ended', async () => {
      const created = await keyed.client.upload(customer, `email\nunknown.${(made += 1)}@gated.test\n`, newKey());
      const [path, key] = [`/v1/validate/batch/${String(created.body['id'])}/continue`, newKey()];
      const goOn = (): Promise<Told> =>
        keyed.client.ask(path, { body: JSON.stringify({ rows: 'unknown' }) }, customer.token, key, 'application/json');
      expect((await goOn()).status).toBe(422);
      expect(await goOn()).toMatchObject({ status: 422, isReplay: false });
      open();
      await keyed.service.completed(customer, Number(created.body['id']));
      expect(await goOn()).toMatchObject({ status: 201, isReplay: false });
      expect(await goOn()).toMatchObject({ status: 201, isReplay: true });
    });

    const lists = (): Promise<number> => keyed.count('batches', `organization_id = ${customer.organizationId}`);

    async function held(): Promise<number> {
      return 1000 - (await keyed.balance(customer));
    }
  });

  it('events that are told again are answered with the counts of the first time', async () => {
    const key = newKey();
    const event = (id: string) => ({
      id,
      type: 'hard_bounce',
      email: address(),
      occurred_at: new Date().toISOString(),
    });
    const events = [event('one'), event('two'), { id: 'three' }];
    const tell = (given: object) =>
      keyed.client.ask('/v1/feedback/events', { body: JSON.stringify(given) }, customer.token, key, 'application/json');
    const first = await tell({ events });
    expect(first).toMatchObject({ status: 200, isReplay: false, body: { accepted: 2, duplicates: 0 } });
    const turned = events.map((one) => Object.fromEntries(Object.entries(one).reverse()));
    expect(await tell({ events: turned })).toEqual({ ...first, isReplay: true });
    expect((await tell({ events: events.slice(1) })).status).toBe(422);
  });

  describe('what is kept of answers', () => {
    async function kept(): Promise<string> {
      const rows = await keyed.service.database.query<Record<string, unknown>>('SELECT * FROM idempotency_keys');
      return rows
        .map((row) =>
          Object.values(row)
            .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)))
            .join(' '),
        )
        .join('\n');
    }

    it('names no address, and no key', async () => {
      const [email, key] = [address(), `key-of-${address()}`];
      await keyed.client.single(customer, email, key);
      expect(await keyed.count('idempotency_keys', 'answer IS NOT NULL AND made IS NOT NULL')).toBeGreaterThan(0);
      expect(await kept()).not.toMatch(/once\.test/);
    });

    it('goes with the address that it is about', async () => {
      const [email, other, key] = [address(), address(), newKey()];
      await keyed.client.single(customer, email, key);
      await keyed.client.single(customer, other, newKey());
      const mine = `organization_id = ${customer.organizationId}`;
      expect(await keyed.count('idempotency_keys', mine)).toBe(2);
      const { port } = keyed.service;
      const deleted = await fetch(`http://127.0.0.1:${port}/v1/feedback/addresses/${encodeURIComponent(email)}`, {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${customer.token}` },
      });
      expect(deleted.status).toBe(204);
      expect(await keyed.count('idempotency_keys', mine)).toBe(1);
    });

    it('goes with the organization', async () => {
      await keyed.client.single(customer, address(), newKey());
      await keyed.service.app.get(OrganizationRemoval, { strict: false }).remove(customer.organizationId);
      expect(await keyed.count('idempotency_keys', `organization_id = ${customer.organizationId}`)).toBe(0);
    });

    it('is gone after a day', async () => {
      await keyed.client.single(customer, address(), newKey());
      await keyed.service.database.execute(
        'UPDATE idempotency_keys SET expires_at = expires_at - ? WHERE organization_id = ?',
        [DAY_MS, customer.organizationId],
      );
      await keyed.service.app.get(MaintenanceService, { strict: false }).sweep();
      expect(await keyed.count('idempotency_keys', `organization_id = ${customer.organizationId}`)).toBe(0);
    });

    it('is not told where it can be read no more', async () => {
      const [email, key] = [address(), newKey()];
      await keyed.client.single(customer, email, key);
      const [row] = await keyed.service.database.query<{ made: Buffer }>(
        'SELECT made FROM idempotency_keys WHERE organization_id = ?',
        [customer.organizationId],
      );
      const changed = Buffer.from(row!.made);
      changed[0] = (changed[0] ?? 0) ^ 1;
      await keyed.service.database.execute('UPDATE idempotency_keys SET answer = ? WHERE organization_id = ?', [
        changed,
        customer.organizationId,
      ]);
      const told = await keyed.client.single(customer, email, key);
      expect(told).toMatchObject({ status: 409, isReplay: false, retryAfter: null });
      expect(told.body).toEqual({ message: expect.stringMatching(/can no longer be read/) as string });
      expect(await keyed.balance(customer)).toBe(999);
    });
  });
});
