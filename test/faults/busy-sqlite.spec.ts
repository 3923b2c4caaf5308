import SqliteConnection from 'better-sqlite3';
import { join } from 'node:path';
import { makeSetUp, type SetUp } from '../support/set-ups';
import { TestService, type TestAccount } from '../support/service';

describe('an embedded set-up whose file another process holds', () => {
  let setUp: SetUp;
  let service: TestService;
  let account: TestAccount;
  let other: SqliteConnection.Database;

  beforeAll(async () => {
    setUp = await makeSetUp('embedded');
    service = await TestService.start(setUp, { SMTP_PROBE: 'off', DNS_SERVERS: '127.0.0.1:9' });
    account = await service.account();
    other = new SqliteConnection(join(setUp.env['DATA_DIR'] ?? '', 'service.sqlite'));
  });

  afterAll(async () => {
    other.close();
    await service.stop();
    await setUp.remove();
  });

  it('answers what needs no write, is not ready, and does what was asked of it when the file is free', async () => {
    other.exec('BEGIN IMMEDIATE');
    const single = service.single(account, 'joe@missing.invalid');
    const atOnce = service.database.atomically([
      { sql: 'UPDATE organizations SET name = ? WHERE id = ?', parameters: ['Renamed', account.organizationId] },
    ]);
    expect((await service.request('/health/live')).status).toBe(200);
    const ready = await service.request('/health/ready');
    expect(ready.status).toBe(503);
    // None of them has waited so long that it was given up: the process was free to do all this.
    other.exec('ROLLBACK');
    expect((await single).status).toBe(200);
    expect(await atOnce).toBe('done');
    expect((await service.request('/health/ready')).status).toBe(200);
  });
});
