import type { DataSource, Repository } from 'typeorm';
import { readConfig } from '../../src/config/env';
import { UsageDay } from '../../src/credits/usage-day.entity';
import { limitRows } from '../../src/database/limit-rows';
import { columnOf } from '../../src/database/columns';
import type { Database } from '../../src/database/database';
import { connect, sharedSql } from '../../src/database/database.module';
import { addOnDuplicate } from '../../src/database/upsert';
import { insertIf } from '../../src/database/insert-if';
import { lockRow } from '../../src/database/lock-row';
import { Account } from '../../src/organizations/account.entity';
import { Membership } from '../../src/organizations/membership.entity';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';

/** More than 32 bits hold. */
const INSTANT = 1_764_291_600_123;

describe.each(setUps)("TypeORM's statements, %s", (name) => {
  let setUp: SetUp;
  let source: DataSource;
  let database: Database;
  let accounts: Repository<Account>;

  beforeAll(async () => {
    setUp = await makeSetUp(name);
    source = await connect(readConfig(setUp.env), [Account, Membership, UsageDay]);
    database = sharedSql(source);
    accounts = source.getRepository(Account);
  });

  beforeEach(() =>
    Promise.all([accounts.createQueryBuilder().delete().execute(), source.getRepository(UsageDay).clear()]),
  );

  afterAll(async () => {
    await source.destroy();
    await setUp.remove();
  });

  const row = (email: string, createdAt = INSTANT) => ({ email, createdAt });
  const insert = (...emails: string[]) => accounts.insert(emails.map((email, index) => row(email, INSTANT + index)));

  async function emails(): Promise<string[]> {
    return (await accounts.find({ order: { email: 'ASC' } })).map(({ email }) => email);
  }

  it('go through the database, with its names for faults', async () => {
    const seen: string[] = [];
    const { query, execute } = database;
    database.query = (sql, parameters) => (seen.push(sql), query.call(database, sql, parameters)) as never;
    database.execute = (sql, parameters) => (seen.push(sql), execute.call(database, sql, parameters));
    await insert('seen@a.test');
    await accounts.findOneBy({ email: 'seen@a.test' });
    await accounts.createQueryBuilder().delete().where('createdAt = 0').execute();
    Object.assign(database, { query, execute });
    // The first SELECT reads the columns that have a default back.
    expect(seen.map((sql) => sql.split(' ')[0])).toEqual(['INSERT', 'SELECT', 'SELECT', 'DELETE']);
    await expect(accounts.insert([row('twice@a.test'), row('twice@a.test')])).rejects.toThrow(/unique|duplicate/i);
  });

  it('open no transaction', async () => {
    await expect(accounts.save(row('saved@a.test'))).rejects.toThrow(/atomically/);
    await expect(source.transaction((manager) => manager.count(Account))).rejects.toThrow(/atomically/);
    expect(await emails()).toEqual([]);
  });

  it('give numbers where the columns hold numbers, and say the id of a new row', async () => {
    const { insertId } = await database.run(accounts.createQueryBuilder().insert().values(row('one@a.test')));
    const found = await accounts.findOneByOrFail({ email: 'one@a.test' });
    expect(found).toMatchObject({ id: insertId, createdAt: INSTANT, name: null, defaultOrganizationId: null });
    const raw = await accounts.createQueryBuilder('a').select('a.createdAt', 'at').getRawOne<{ at: number }>();
    expect(raw).toEqual({ at: INSTANT });
  });

  it('say how many rows a condition has met', async () => {
    await insert('a@a.test', 'b@a.test', 'c@a.test');
    const update = accounts.createQueryBuilder().update().set({ name: 'late' });
    const changed = await update.where('createdAt > :at AND name IS NULL', { at: INSTANT }).execute();
    expect(changed.affected).toBe(2);
    expect((await accounts.delete({ name: 'late' })).affected).toBe(2);
  });

  it('change at most as many rows as they are told, in order', async () => {
    await insert('a@a.test', 'b@a.test', 'c@a.test');
    const deletion = accounts
      .createQueryBuilder()
      .delete()
      .where('createdAt < :at', { at: INSTANT + 2 });
    expect((await database.run(limitRows(deletion, 1, 'createdAt'))).affected).toBe(1);
    expect(await emails()).toEqual(['b@a.test', 'c@a.test']);
    const update = accounts.createQueryBuilder().update().set({ name: 'first' }).where('name IS NULL');
    expect((await database.run(limitRows(update, 1, 'createdAt'))).affected).toBe(1);
    expect(await accounts.findBy({ name: 'first' })).toEqual([expect.objectContaining({ email: 'b@a.test' })]);
  });

  it('insert a row while a condition holds', async () => {
    await insert('a@a.test');
    const table = accounts.metadata.tableName;
    const fewerThan = (most: number) =>
      insertIf(accounts, { ...row('b@a.test'), name: null }, `(SELECT COUNT(*) FROM ${table}) < :most`, { most });
    expect((await database.run(fewerThan(1))).affected).toBe(0);
    expect(await database.run(fewerThan(2))).toMatchObject({ affected: 1 });
    expect(await accounts.findOneBy({ email: 'b@a.test' })).toMatchObject({ createdAt: INSTANT, name: null });
  });

  it('add to a row that is there', async () => {
    const usage = source.getRepository(UsageDay);
    const use = (credits: number) =>
      addOnDuplicate(
        usage.createQueryBuilder().insert().values({ organizationId: 7, day: 20_000, valid: 1, credits }),
        ['organizationId', 'day'],
        ['valid', 'credits'],
      );
    await database.run(use(2));
    await database.run(use(3));
    expect(await usage.find()).toEqual([expect.objectContaining({ valid: 2, credits: 5, risky: 0 })]);
  });

  it('become true together, hand ids on, and are undone together', async () => {
    const members = source.getRepository(Membership);
    await insert('owner@a.test');
    const { id } = await accounts.findOneByOrFail({ email: 'owner@a.test' });
    const steps = (condition: string) => [
      lockRow(accounts, id),
      accounts.createQueryBuilder().insert().values(row('new@a.test')),
      {
        statement: ([, made]: readonly number[]) =>
          insertIf(members, { accountId: made!, organizationId: 1, role: 'member', createdAt: INSTANT }, condition),
        ifNone: 'rollback' as const,
      },
    ];
    expect(await database.atomically(steps('1 = 0'))).toBe('rolled_back');
    expect(await emails()).toEqual(['owner@a.test']);
    expect(await database.atomically(steps('1 = 1'))).toBe('done');
    const { id: made } = await accounts.findOneByOrFail({ email: 'new@a.test' });
    expect(await members.find()).toMatchObject([{ accountId: made, role: 'member' }]);
  });

  it('speak of the row around a sub-query', async () => {
    await insert('a@a.test', 'b@a.test');
    const [{ id }] = (await accounts.find({ order: { id: 'ASC' }, take: 1 })) as [Account];
    const members = source.getRepository(Membership);
    await members.insert({ accountId: id, organizationId: 2, role: 'owner', createdAt: INSTANT });
    const membership = members
      .createQueryBuilder('m')
      .select('1')
      .where(`m.accountId = ${columnOf(accounts, 'id')}`)
      .andWhere('m.role = :role', { role: 'owner' });
    const deletion = accounts
      .createQueryBuilder()
      .delete()
      .where(`NOT EXISTS (${membership.getQuery()})`)
      .setParameters(membership.getParameters());
    expect((await deletion.execute()).affected).toBe(1);
    expect(await emails()).toEqual(['a@a.test']);
  });
});
