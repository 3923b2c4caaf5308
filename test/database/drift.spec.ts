import { Column, DataSource, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { readConfig } from '../../src/config/env';
import type { Database } from '../../src/database/database';
import { connect, sharedSql } from '../../src/database/database.module';
import { describedSchema, migratedSchema } from '../support/schema';
import { TestService } from '../support/service';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';

/** `accounts` as somebody describes it who has forgotten the migration. */
@Entity('accounts')
@Unique('accounts_email', ['email', 'name'])
@Index('accounts_name', ['name'])
class Doctored {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 254 })
  email!: string;

  @Column({ type: 'varchar', length: 255 })
  name!: string;

  @Column({ type: 'bigint', name: 'default_organization_id', nullable: true })
  defaultOrganizationId!: number | null;

  @Column({ type: 'bigint', name: 'made_at' })
  createdAt!: number;

  @Column({ type: 'varchar', length: 255, name: 'password_hash', nullable: true, default: 'none' })
  passwordHash!: string | null;
}

describe.each(setUps)('entities and the migrated schema, %s', (name) => {
  let setUp: SetUp;
  let service: TestService;
  let database: Database;

  beforeAll(async () => {
    setUp = await makeSetUp(name);
    service = await TestService.start(setUp);
    database = service.database;
  });

  afterAll(async () => {
    await service.stop();
    await setUp.remove();
  });

  it('say the same of every table, column, key and index', async () => {
    const migrated = await migratedSchema(database);
    expect(Object.keys(migrated)).toContain('batch_chunks');
    expect(describedSchema(service.app.get(DataSource), database.dialect)).toEqual(migrated);
  });

  it('are told apart when an entity is changed alone', async () => {
    const source = await connect(readConfig(setUp.env), [Doctored]);
    const described = describedSchema(source, database.dialect)['accounts'] ?? [];
    await source.destroy();
    const migrated = (await migratedSchema(database))['accounts'] ?? [];
    const integer = database.dialect === 'sqlite' ? 'integer' : 'int';
    expect(described.filter((line) => !migrated.includes(line))).toEqual([
      'column default_organization_id bigint',
      'column email varchar(254) not null',
      'column made_at bigint not null',
      'column name varchar(255) not null',
      'column password_hash varchar(255) default none',
      'index accounts_name(name)',
      'unique accounts_email(email, name)',
    ]);
    expect(migrated.filter((line) => !described.includes(line))).toEqual([
      'column created_at bigint not null',
      `column default_organization_id ${integer}`,
      'column disabled_at bigint',
      'column email varchar(255) not null',
      `column is_operator ${integer} not null default 0`,
      'column name varchar(255)',
      'column password_hash varchar(255)',
      'index accounts_default(default_organization_id)',
      'unique accounts_email(email)',
    ]);
  });

  it('are told apart when the schema is changed alone', async () => {
    const fresh = await makeSetUp(name);
    const source = await connect(readConfig(fresh.env));
    const changed = sharedSql(source);
    await changed.execute('CREATE TABLE forgotten (id integer)');
    await changed.execute('CREATE INDEX tokens_name ON tokens (name)');
    await changed.execute('ALTER TABLE sessions ADD COLUMN place varchar(20)');
    const [before, after] = [await migratedSchema(database), await migratedSchema(changed)];
    await source.destroy();
    await fresh.remove();
    const added = Object.entries(after).flatMap(([table, lines]) =>
      lines.filter((line) => before[table]?.includes(line) !== true).map((line) => `${table}: ${line}`),
    );
    expect(added).toEqual(
      expect.arrayContaining(['tokens: index tokens_name(name)', 'sessions: column place varchar(20)']),
    );
    expect(Object.keys(after)).toContain('forgotten');
  });
});
