import { readConfig } from '../../src/config/env';
import { connect, sharedSql } from '../../src/database/database.module';
import { migratedSchema } from '../support/schema';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';

describe.each(setUps)('the migrations, %s', (name) => {
  let setUp: SetUp;

  beforeEach(async () => {
    setUp = await makeSetUp(name);
  });

  afterEach(() => setUp.remove());

  it('refuse a database of before 1.0.0, in every role, and change nothing in it', async () => {
    const source = await connect(readConfig(setUp.env));
    const database = sharedSql(source);
    await database.execute("UPDATE migrations SET timestamp = 1764288000000, name = 'Initial1764288000000'");
    const roles = name === 'embedded' ? ['all'] : ['all', 'api', 'worker'];
    for (const ROLE of roles) {
      await expect(connect(readConfig({ ...setUp.env, ROLE }))).rejects.toThrow(
        /^The database was made by a version before 1\.0\.0 \(migration Initial1764288000000\), .*export.*start this version with an empty database: a new DATA_DIR or DATABASE_URL\.$/,
      );
    }
    expect(await database.query('SELECT name FROM migrations')).toEqual([{ name: 'Initial1764288000000' }]);
    await source.destroy();
  });

  it('resume where a run was interrupted', async () => {
    const first = await connect(readConfig(setUp.env));
    const before = await migratedSchema(sharedSql(first));
    for (const statement of [
      'DELETE FROM migrations',
      'DROP TABLE webhook_deliveries',
      'DROP TABLE feedback_events',
      "DELETE FROM service_instants WHERE name = 'swept'",
    ]) {
      await sharedSql(first).execute(statement);
    }
    await first.destroy();
    const second = await connect(readConfig(setUp.env));
    const database = sharedSql(second);
    expect(await migratedSchema(database)).toEqual(before);
    expect(await database.query('SELECT name, at FROM service_instants ORDER BY name')).toEqual([
      { name: 'ready', at: 0 },
      { name: 'sweep', at: 0 },
      { name: 'swept', at: 0 },
    ]);
    await second.destroy();
  });
});
