import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { PERMISSIONS } from '../../src/auth/permissions';
import { TokensService } from '../../src/auth/tokens.service';
import { MaintenanceService } from '../../src/maintenance/maintenance.service';
import { BatchesRepository } from '../../src/batches/batches.repository';
import { BatchesService } from '../../src/batches/batches.service';
import { ChunkProcessor } from '../../src/batches/work/chunk-processor';
import { Dispatcher } from '../../src/batches/work/dispatcher';
import { readConfig } from '../../src/config/env';
import { AccountOpening } from '../../src/credits/account-opening';
import { CreditsService } from '../../src/credits/credits.service';
import { Ledger } from '../../src/credits/ledger';
import type { Database } from '../../src/database/database';
import { connect, sharedSql } from '../../src/database/database.module';
import { DatabaseUnavailableError, OutcomeUnknownError } from '../../src/database/database.errors';
import { OrganizationRemoval } from '../../src/management/organization-removal';
import { InvitationLinksService } from '../../src/organizations/invitation-links.service';
import { InvitationsService } from '../../src/organizations/invitations.service';
import { MembershipChanges } from '../../src/organizations/membership-changes';
import { CheckHistory } from '../../src/validation/history/check-history';
import { BatchService } from '../batches/batch-service';
import { ScriptedEngine } from '../batches/scripted-engine';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import type { Faults } from './faults';
import { FaultySqlite } from './faulty-sqlite';
import { breaches } from './invariants';
import { MysqlProxy } from './mysql-proxy';

/** What somebody was told: an answer, or a fault. */
type Told<Value> = { ok: true; value: Value } | { ok: false; error: unknown };

interface Path<State, Value> {
  prepare(): Promise<State>;
  act(state: State): Promise<Value>;
  /** Throws where what was told is not what is true. */
  check(state: State, told: Told<Value>): Promise<void>;
}

interface Answer {
  status: number;
  body: { id?: number; credits_used?: number; message?: string };
}

/** A late statement has reached the server, and a lost connection is known there. */
const SETTLED_MS = 150;
const CREDITS = 1_000_000;
/** No path has fewer: begin, two changes, commit. */
const FEWEST_STATEMENTS = 4;

describe.each(setUps)('the database lost at every statement, %s', (name) => {
  let setUp: SetUp;
  let service: BatchService;
  let faults: Faults;
  /** Not by way of the faults. */
  let clean: Database;
  let organizationId: number;
  let accountId: number;
  let token: string;
  let close: () => Promise<void>;
  let made = 0;

  beforeAll(async () => {
    setUp = await makeSetUp(name);
    const engine = new ScriptedEngine();
    if (name === 'embedded') {
      const sqlite = new FaultySqlite();
      faults = sqlite;
      service = await BatchService.start(setUp.env, engine, (source) => sqlite.database(source));
      clean = sharedSql(service.app.get(DataSource));
      close = () => Promise.resolve();
    } else {
      const proxy = await MysqlProxy.start(setUp.env['DATABASE_URL'] ?? '');
      faults = proxy;
      service = await BatchService.start({ ...setUp.env, DATABASE_URL: proxy.url }, engine);
      const source = await connect(readConfig(setUp.env), []);
      clean = sharedSql(source);
      close = async () => {
        await source.destroy();
        await proxy.stop();
      };
    }
    // Nothing else may talk to the database while statements are counted.
    await get(Dispatcher).stop();
    await get(MaintenanceService).stop();
    ({ accountId, organizationId } = await get(AccountOpening).openAccount('first@accounts.test', null));
    await clean.atomically(get(Ledger).grant(organizationId, CREDITS, 'test', 'grant'));
    const wish = { accountId, name: 'test', permissions: [...PERMISSIONS], lifetimeMs: null };
    ({ token } = await get(TokensService).create(wish));
  });

  afterAll(async () => {
    await service.stop();
    await close();
    await setUp.remove();
  });

  function get<Part>(part: abstract new (...parts: never[]) => Part): Part {
    return service.app.get<Part>(part, { strict: false });
  }

  const next = (): number => (made += 1);

  async function balance(): Promise<number> {
    const sql = 'SELECT balance FROM organizations WHERE id = ?';
    const [row] = await clean.query<{ balance: number }>(sql, [organizationId]);
    return row?.balance ?? 0;
  }

  async function statusOf(batchId: number): Promise<string | undefined> {
    const sql = 'SELECT status FROM batches WHERE id = ?';
    return (await clean.query<{ status: string }>(sql, [batchId]))[0]?.status;
  }

  const shown = async (): Promise<number> => {
    const sql = "SELECT COUNT(*) AS count FROM batches WHERE status NOT IN ('uploading', 'deleting')";
    return Number((await clean.query<{ count: number }>(sql))[0]?.count);
  };

  async function ask(path: string, body: string | FormData, key: string | null = null): Promise<Answer> {
    const response = await fetch(`http://127.0.0.1:${service.port}${path}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        ...(typeof body === 'string' ? { 'Content-Type': 'application/json' } : {}),
        ...(key === null ? {} : { 'Idempotency-Key': key }),
      },
      body,
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  }

  function upload(rows: number): Promise<Answer> {
    const form = new FormData();
    const list = next();
    form.set('name', `List ${list}`);
    const lines = Array.from({ length: rows }, (_, row) => `valid.${row}@list-${list}.test\n`);
    form.set('file', new Blob([`email\n${lines.join('')}`]), 'list.csv');
    return ask('/v1/validate/batch', form);
  }

  async function published(rows = 3): Promise<number> {
    const { status, body } = await upload(rows);
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body.id ?? 0;
  }

  const single = (email: string): Promise<Answer> => ask('/v1/validate/single', JSON.stringify({ email }));

  function expect200or503({ status, body }: Answer, good: number): void {
    if (status !== good && status !== 503) throw new Error(`answered with ${status} ${JSON.stringify(body)}`);
    if (/not known/.test(body.message ?? '')) throw new Error('it said that it does not know, and could have looked');
  }

  async function same<Value>(what: string, actual: Value | Promise<Value>, expected: Value): Promise<void> {
    const [left, right] = [JSON.stringify(await actual), JSON.stringify(expected)];
    if (left !== right) throw new Error(`${what} is ${left}, not ${right}`);
  }

  async function tell<Value>(work: () => Promise<Value>): Promise<Told<Value>> {
    try {
      return { ok: true, value: await work() };
    } catch (error) {
      return { ok: false, error };
    }
  }

  /** The history of checks is written half a second later: that write must not be the one that is lost. */
  async function arm(...plan: Parameters<Faults['arm']>): Promise<void> {
    await get(CheckHistory).flush();
    faults.arm(...plan);
  }

  /** Loses the database at each statement of the path, in each way; returns what went wrong. */
  async function everywhere<State, Value>(path: Path<State, Value>): Promise<string[]> {
    const wrong: string[] = [];
    for (const cut of faults.cuts) {
      for (let statement = 1; ; statement += 1) {
        const state = await path.prepare();
        await arm(statement, cut);
        const told = await tell(() => path.act(state));
        const isCut = faults.disarm();
        if (cut === 'late' || cut === 'unended' || cut === 'unheard') await sleep(SETTLED_MS);
        const found = await tell(async () => {
          if (!isCut && !told.ok) throw told.error;
          await path.check(state, told);
          await same('what must always be true', breaches(clean), []);
        });
        if (!found.ok) wrong.push(`${cut}, statement ${statement}: ${String(found.error)}`);
        if (!isCut && statement <= FEWEST_STATEMENTS) wrong.push(`${cut}: cut only ${statement - 1} times`);
        if (!isCut) break;
      }
    }
    return wrong;
  }

  it('takes a list in as a whole and says so, or leaves nothing', async () => {
    const result = await everywhere({
      prepare: async () => ({ before: await balance(), lists: await shown() }),
      act: () => upload(4),
      check: async ({ before, lists }, told) => {
        if (!told.ok) throw told.error;
        expect200or503(told.value, 201);
        const isIn = told.value.status === 201;
        await same('the balance', balance(), before - (isIn ? 4 : 0));
        await same('the number of lists', shown(), lists + (isIn ? 1 : 0));
        if (isIn) await same('its status', statusOf(told.value.body.id ?? 0), 'pending');
      },
    });
    expect(result).toEqual([]);
  });

  it('charges a check once and says so', async () => {
    const result = await everywhere({
      prepare: async () => ({ before: await balance(), email: `valid.${next()}@single.test` }),
      act: ({ email }) => single(email),
      check: async ({ before, email }, told) => {
        if (!told.ok) throw told.error;
        expect200or503(told.value, 200);
        const charged = told.value.status === 200 ? (told.value.body.credits_used ?? 0) : 0;
        await same('the balance', balance(), before - charged);
        await same('the second answer', (await single(email)).status, 200);
        await same('the balance after it', balance(), before - 1);
      },
    });
    expect(result).toEqual([]);
  });

  describe('under an Idempotency-Key', () => {
    /** Sent again, as after a lease whose end could not be told: a database that is lost can't be told that either. */
    async function again(send: () => Promise<Answer>): Promise<Answer> {
      await clean.execute('UPDATE idempotency_keys SET lease_until = 0');
      return send();
    }

    it('charges a check once, and says the same to who asks again', async () => {
      const result = await everywhere({
        prepare: async () => {
          const number = next();
          const body = JSON.stringify({ email: `valid.${number}@keyed.test` });
          return { before: await balance(), send: () => ask('/v1/validate/single', body, `single-${number}`) };
        },
        act: ({ send }) => send(),
        check: async ({ before, send }, told) => {
          if (!told.ok) throw told.error;
          expect200or503(told.value, 200);
          const second = await again(send);
          await same('the second answer', second.status, 200);
          await same('what it says of the cost', second.body.credits_used, 1);
          if (told.value.status === 200) await same('the second answer', second.body, told.value.body);
          await same('the third answer', (await send()).body, second.body);
          await same('the balance', balance(), before - 1);
        },
      });
      expect(result).toEqual([]);
    });

    it('takes a list in once, and says the same to who sends it again', async () => {
      const result = await everywhere({
        prepare: async () => {
          const number = next();
          const send = (): Promise<Answer> => {
            const form = new FormData();
            form.set('name', `List ${number}`);
            form.set(
              'file',
              new Blob([`email\nvalid.1@list-${number}.test\nvalid.2@list-${number}.test\n`]),
              'list.csv',
            );
            return ask('/v1/validate/batch', form, `list-${number}`);
          };
          return { before: await balance(), lists: await shown(), send };
        },
        act: ({ send }) => send(),
        check: async ({ before, lists, send }, told) => {
          if (!told.ok) throw told.error;
          expect200or503(told.value, 201);
          const second = await again(send);
          await same('the second answer', second.status, 201);
          if (told.value.status === 201) await same('the second answer', second.body, told.value.body);
          await same('the third answer', (await send()).body, second.body);
          await same('the balance', balance(), before - 2);
          await same('the number of lists', shown(), lists + 1);
        },
      });
      expect(result).toEqual([]);
    });

    it.each(['before', 'unanswered'] as const)(
      'is done once though nobody knew what it came to: COMMIT lost, %s',
      async (cut) => {
        const [before, number] = [await balance(), next()];
        const send = () =>
          ask('/v1/validate/single', JSON.stringify({ email: `valid.${number}@keyed.test` }), `lost-${number}`);
        // The first COMMIT is that of the key itself.
        await arm(2, cut, /^COMMIT/i, true);
        const first = await send();
        expect(faults.disarm()).toBe(true);
        expect(first.status).toBe(503);
        await sleep(SETTLED_MS);
        const second = await again(send);
        expect(second).toMatchObject({ status: 200, body: { credits_used: 1 } });
        expect(await send()).toEqual(second);
        expect(await balance()).toBe(before - 1);
      },
    );
  });

  it('saves a chunk once, whoever works on it after', async () => {
    const work = async (batchId: number): Promise<void> => {
      const chunks = await clean.query<{ chunkId: number; version: number }>(
        "SELECT id AS chunkId, version FROM batch_chunks WHERE batch_id = ? AND state = 'pending' ORDER BY position",
        [batchId],
      );
      for (const chunk of chunks) {
        await get(ChunkProcessor).process({ ...chunk, batchId, organizationId }, new AbortController().signal);
      }
    };
    const result = await everywhere({
      prepare: async () => ({ before: await balance(), id: await published(27) }),
      act: ({ id }) => work(id),
      check: async ({ before, id }, told) => {
        if (!told.ok) throw told.error;
        await work(id);
        await same('its status', statusOf(id), 'completed');
        const counts = 'processed_count + valid_count + credits_used';
        await same('its counts', clean.query(`SELECT ${counts} AS sum FROM batches WHERE id = ?`, [id]), [{ sum: 81 }]);
        await same('the balance', balance(), before - 27);
      },
    });
    expect(result).toEqual([]);
  });

  it('cancels a list, and gives back what it held once', async () => {
    const result = await everywhere({
      prepare: async () => ({ before: await balance(), id: await published() }),
      act: ({ id }) => get(BatchesService).cancel(organizationId, String(id)),
      check: async ({ before, id }, told) => {
        if (told.ok) await same('its status', statusOf(id), 'cancelled');
        await same(
          'the second answer',
          (await get(BatchesService).cancel(organizationId, String(id))).status,
          'cancelled',
        );
        await same('the balance', balance(), before);
      },
    });
    expect(result).toEqual([]);
  });

  it('deletes a list, or leaves it as it was', async () => {
    const result = await everywhere({
      prepare: async () => {
        const id = await published();
        await get(BatchesService).cancel(organizationId, String(id));
        return id;
      },
      act: (id) => get(BatchesService).delete(organizationId, String(id)),
      check: async (id, told) => {
        const status = await statusOf(id);
        if (told.ok && status === 'cancelled') throw new Error('it is still there');
        if (!told.ok && status !== 'cancelled') throw new Error('it is gone, though its owner was told that it is not');
      },
    });
    expect(result).toEqual([]);
  });

  it('grants credits once, and says whether it did', async () => {
    const result = await everywhere({
      prepare: balance,
      act: () => get(CreditsService).grant(organizationId, 7, null),
      check: async (before, told) => {
        const isGranted = told.ok || /^The credits are granted/.test((told.error as Error).message);
        if (!told.ok && !(told.error instanceof DatabaseUnavailableError) && name === 'distributed') throw told.error;
        await same('the balance', balance(), before + (isGranted ? 7 : 0));
        if (told.ok) await same('the balance told', told.value, before + 7);
      },
    });
    expect(result).toEqual([]);
  });

  it('sets an allowance, and fills it when its month is over, once', async () => {
    const setting = await everywhere({
      prepare: () => get(CreditsService).setAllowance(organizationId, 0),
      act: () => get(CreditsService).setAllowance(organizationId, 50),
      check: async (before, told) => {
        const isSet = told.ok || /^The allowance is set/.test((told.error as Error).message);
        await same('the balance', balance(), before + (isSet ? 50 : 0));
      },
    });
    expect(setting).toEqual([]);
    const filling = await everywhere({
      prepare: async () => {
        const full = await get(CreditsService).setAllowance(organizationId, 50);
        await single(`valid.${next()}@allowance.test`);
        // An instant of its own: each is filled for once.
        const due = 'UPDATE organizations SET allowance_reset_at = ? WHERE id = ?';
        await clean.execute(due, [next(), organizationId]);
        return full;
      },
      act: () => get(CreditsService).balance(organizationId),
      check: async (full, told) => {
        if (told.ok) await same('the balance told', told.value.balance, full);
        await same('the balance', (await get(CreditsService).balance(organizationId)).balance, full);
        await same('the balance of the table', balance(), full);
      },
    });
    expect(filling).toEqual([]);
  });

  it('opens an account or an organization as a whole and says so, or leaves nothing', async () => {
    const accounts = await everywhere({
      prepare: () => Promise.resolve(`user-${next()}@accounts.test`),
      act: (email) => get(AccountOpening).openAccount(email, null),
      check: async (email, told) => {
        const rows = await clean.query<{ id: number; organization: number }>(
          'SELECT a.id, m.organization_id AS organization FROM accounts a JOIN memberships m ON m.account_id = a.id WHERE email = ?',
          [email],
        );
        const expected = told.ok ? [{ id: told.value.accountId, organization: told.value.organizationId }] : [];
        await same('what there is', rows, expected);
      },
    });
    expect(accounts).toEqual([]);
    const organizations = await everywhere({
      prepare: () => Promise.resolve(`Organization ${next()}`),
      act: (title) => get(AccountOpening).openOrganization(accountId, title),
      check: async (title, told) => {
        const rows = await clean.query<{ id: number }>('SELECT id FROM organizations WHERE name = ?', [title]);
        await same('what there is', rows, told.ok ? [{ id: told.value }] : []);
      },
    });
    expect(organizations).toEqual([]);
  });

  it('lets members in and out as a whole and says so, or changes nothing', async () => {
    const role = async (member: number): Promise<string | undefined> => {
      const sql = 'SELECT role FROM memberships WHERE organization_id = ? AND account_id = ?';
      return (await clean.query<{ role: string }>(sql, [organizationId, member]))[0]?.role;
    };
    const owner = { organizationId, accountId };
    const invited = async (): Promise<{ id: number; email: string; secret: string }> => {
      const email = `user-${next()}@accounts.test`;
      const { accountId: id } = await get(AccountOpening).openAccount(email, null);
      return { id, email, secret: (await get(InvitationsService).invite(owner, email, 'member')).secret };
    };
    const member = async (): Promise<number> => {
      const { id, email, secret } = await invited();
      await get(InvitationLinksService).accept(secret, { id, email });
      return id;
    };
    const joining = await everywhere({
      prepare: invited,
      act: ({ id, email, secret }) => get(InvitationLinksService).accept(secret, { id, email }),
      check: ({ id }, told) => same('the role', role(id), told.ok ? 'member' : undefined),
    });
    const changing = await everywhere({
      prepare: member,
      act: (id) => get(MembershipChanges).setRole({ organizationId, accountId: id, actorId: accountId }, 'admin'),
      check: (id, told) => same('the role', role(id), told.ok ? 'admin' : 'member'),
    });
    const leaving = await everywhere({
      prepare: member,
      act: (id) => get(MembershipChanges).remove({ organizationId, accountId: id, actorId: accountId }),
      check: (id, told) => same('the role', role(id), told.ok ? undefined : 'member'),
    });
    expect([...joining, ...changing, ...leaving]).toEqual([]);
  });

  it('deletes an organization, or leaves it as it was', async () => {
    const result = await everywhere({
      prepare: () => get(AccountOpening).openOrganization(accountId, `Organization ${next()}`),
      act: (id) => get(OrganizationRemoval).remove(id),
      check: async (id, told) => {
        const sql = 'SELECT 1 FROM memberships WHERE organization_id = ?';
        await same('the number of members', (await clean.query(sql, [id])).length, told.ok ? 0 : 1);
      },
    });
    expect(result).toEqual([]);
  });

  describe('and away for long', () => {
    it.each(['before', 'unanswered'] as const)('tells no untruth about a charge: COMMIT lost, %s', async (cut) => {
      const before = await balance();
      const email = `valid.${next()}@away.test`;
      await arm(1, cut, /^COMMIT/i, true);
      const { status, body } = await single(email);
      expect(faults.disarm()).toBe(true);
      expect([status, body.message]).toEqual([503, expect.stringMatching(/asking again is free|was not charged/)]);
      await sleep(SETTLED_MS);
      const told = /was not charged/.test(body.message ?? '') ? before : await balance();
      expect(await balance()).toBe(told);
      expect((await single(email)).status).toBe(200);
      expect(await balance()).toBe(before - 1);
    });

    it.each(['before', 'unanswered'] as const)('leaves a list whole or not at all: COMMIT lost, %s', async (cut) => {
      const [before, lists] = [await balance(), await shown()];
      await arm(1, cut, /^COMMIT/i, true);
      const { status, body } = await upload(5);
      expect(faults.disarm()).toBe(true);
      expect([status, body.message]).toEqual([
        503,
        expect.stringMatching(/Look for it among your batches|not taken in/),
      ]);
      await sleep(SETTLED_MS);
      const isIn = (await shown()) - lists;
      expect(await balance()).toBe(before - 5 * isIn);
      expect(isIn === 1 && /not taken in/.test(body.message ?? '')).toBe(false);
      expect(await breaches(clean)).toEqual([]);
    });

    it('says of a grant that it is not known', async () => {
      await arm(1, 'unanswered', /^COMMIT/i, true);
      const told = await tell(() => get(CreditsService).grant(organizationId, 7, null));
      faults.disarm();
      expect(told).toEqual({ ok: false, error: expect.any(OutcomeUnknownError) as unknown });
    });
  });

  it('removes nothing of a list that was published, whoever gives its upload up', async () => {
    const id = await published(6);
    await get(BatchesRepository).discard(id);
    expect([await statusOf(id), await breaches(clean)]).toEqual(['pending', []]);
  });

  it('ends a list that holds credits and has nothing to work on', async () => {
    const before = await balance();
    const id = await published(6);
    await clean.execute('DELETE FROM batch_chunks WHERE batch_id = ?', [id]);
    const other = await published(2);
    await get(MaintenanceService).sweep();
    expect([await statusOf(id), await statusOf(other), await balance()]).toEqual(['cancelled', 'pending', before - 2]);
  });
});
