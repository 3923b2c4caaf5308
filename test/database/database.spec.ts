import { DataSource } from 'typeorm';
import { readConfig } from '../../src/config/env';
import { connect, sharedSql } from '../../src/database/database.module';
import type { Database } from '../../src/database/database';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';

describe.each(setUps)('the database, %s', (name) => {
  let setUp: SetUp;
  let source: DataSource;
  let database: Database;

  beforeAll(async () => {
    setUp = await makeSetUp(name);
    source = await connect(readConfig(setUp.env), []);
    database = sharedSql(source);
    await insert('seed', 3);
  });

  afterAll(async () => {
    await source.destroy();
    await setUp.remove();
  });

  function insert(organization: string, balance: number) {
    return database.execute('INSERT INTO organizations (name, balance, created_at) VALUES (?, ?, ?)', [
      organization,
      balance,
      Date.now(),
    ]);
  }

  async function names(): Promise<string[]> {
    const rows = await database.query<{ name: string }>('SELECT name FROM organizations ORDER BY id');
    return rows.map((row) => row.name);
  }

  it('lets several processes migrate at once', async () => {
    const fresh = await makeSetUp(name);
    const sources = await Promise.all([1, 2, 3].map(() => connect(readConfig(fresh.env), [])));
    const tables = await sharedSql(sources[0]!).query('SELECT * FROM accounts');
    await Promise.all(sources.map((one) => one.destroy()));
    await fresh.remove();
    expect(tables).toEqual([]);
  });

  it('has one winner a unit in a race for a conditional update', async () => {
    const sql = 'UPDATE organizations SET balance = balance - 1 WHERE name = ? AND balance >= 1';
    const results = await Promise.all(Array.from({ length: 50 }, () => database.execute(sql, ['seed'])));
    expect(results.filter((result) => result.affected === 1)).toHaveLength(3);
  });

  it('undoes all steps when a step that must change a row changes none', async () => {
    const outcome = await database.atomically([
      { sql: 'INSERT INTO organizations (name, created_at) VALUES (?, 0)', parameters: ['undone'] },
      { sql: 'UPDATE organizations SET balance = 1 WHERE name = ?', parameters: ['nobody'], ifNone: 'rollback' },
    ]);
    expect(outcome).toBe('rolled_back');
    expect(await names()).not.toContain('undone');
  });

  it('keeps what was done and leaves out the rest when a step says stop', async () => {
    const outcome = await database.atomically([
      { sql: 'INSERT INTO organizations (name, created_at) VALUES (?, 0)', parameters: ['kept'] },
      { sql: 'UPDATE organizations SET balance = 1 WHERE name = ?', parameters: ['nobody'], ifNone: 'stop' },
      { sql: 'INSERT INTO organizations (name, created_at) VALUES (?, 0)', parameters: ['left out'] },
    ]);
    expect(outcome).toBe('stopped');
    expect(await names()).toEqual(expect.arrayContaining(['kept']));
    expect(await names()).not.toContain('left out');
  });

  it('undoes all steps when one fails, and hands the ids of inserts on', async () => {
    const failing = database.atomically([
      { sql: 'INSERT INTO organizations (name, created_at) VALUES (?, 0)', parameters: ['failed'] },
      { sql: 'INSERT INTO no_such_table (id) VALUES (1)' },
    ]);
    await expect(failing).rejects.toThrow(/no_such_table/);
    await database.atomically([
      { sql: 'INSERT INTO organizations (name, created_at) VALUES (?, 0)', parameters: ['owner'] },
      { sql: 'UPDATE organizations SET name = ? WHERE id = ?', parameters: (ids) => ['renamed', ids[0]] },
    ]);
    expect(await names()).toContain('renamed');
    expect(await names()).not.toContain('failed');
  });

  it('keeps concurrent transactions and single statements apart', async () => {
    const work = Array.from({ length: 60 }, (_, index) =>
      index % 3 === 0
        ? database.atomically([
            { sql: 'INSERT INTO organizations (name, created_at) VALUES (?, 0)', parameters: [`gone ${index}`] },
            { sql: 'UPDATE organizations SET balance = 1 WHERE id = -1', ifNone: 'rollback' },
          ])
        : insert(`stays ${index}`, 0),
    );
    await Promise.all(work);
    const all = await names();
    expect(all.filter((one) => one.startsWith('stays'))).toHaveLength(40);
    expect(all.filter((one) => one.startsWith('gone'))).toHaveLength(0);
  });

  it('compares text byte by byte', async () => {
    await insert('Straße', 0);
    const rows = await database.query('SELECT id FROM organizations WHERE name IN (?, ?)', ['Strasse', 'STRAßE']);
    expect(rows).toEqual([]);
  });
});
