import { randomBytes } from 'node:crypto';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../support/eventually';
import { makeSetUp, type SetUp } from '../support/set-ups';
import { TestService, type TestAccount } from '../support/service';
import { SmallDisk } from '../support/small-disk';
import { ScriptedDnsServer } from '../world/dns/scripted-dns-server';

const MEBIBYTES = 64;

const first = SmallDisk.make(MEBIBYTES);
const describeOnDisk = first === null ? describe.skip : describe;

describeOnDisk(`a disk of ${MEBIBYTES} MiB under the embedded set-up`, () => {
  let disk: SmallDisk | null = first;
  let folder: string;
  let setUp: SetUp;
  let dns: ScriptedDnsServer;
  let service: TestService;
  let account: TestAccount;

  // Each has a disk of its own: a database that has grown does not shrink, and leaves little of it.
  beforeEach(async () => {
    disk ??= SmallDisk.make(MEBIBYTES);
    folder = disk?.folder ?? '';
    setUp = await makeSetUp('embedded');
    // Knows no domain, and says so: a check whose DNS is away is free, and writes nothing.
    dns = new ScriptedDnsServer();
    const server = await dns.start();
    service = await TestService.start(setUp, {
      DATA_DIR: folder,
      SMTP_PROBE: 'off',
      DNS_SERVERS: `${server.address}:${server.port}`,
      FREE_CREDITS: '1000000',
    });
    account = await service.account();
  });

  afterEach(async () => {
    await service.stop();
    await dns.stop();
    disk?.remove();
    disk = null;
    await setUp.remove();
  });

  const freeBytes = (): number => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  };

  const upload = (rows: string): Promise<Response> => {
    const form = new FormData();
    form.set('name', 'list');
    form.set('file', new Blob([`email,note\n${rows}`]), 'list.csv');
    return service.request('/v1/validate/batch', { method: 'POST', token: account.token, body: form });
  };

  async function expectAllWell(): Promise<void> {
    expect((await service.request('/health/ready')).status).toBe(200);
    const single = await service.single(account, `joe${Math.random()}@missing.invalid`);
    expect(single.status).toBe(200);
    const created = await upload('nobody,x\n');
    expect(created.status).toBe(201);
    const { id } = (await created.json()) as { id: number };
    await eventually('the batch ends', async () => {
      const response = await service.request(`/v1/validate/batch/${id}`, { token: account.token });
      return ((await response.json()) as { status: string }).status === 'completed';
    });
  }

  it('refuses a list that it has no room for, leaves nothing of it, and goes on at once', async () => {
    await expectAllWell();
    // Noise, which does not get smaller by packing.
    const rows = Array.from(
      { length: 150_000 },
      (_, i) => `joe${i}@noise.test,${randomBytes(375).toString('base64')}\n`,
    );
    for (let time = 0; time < 2; time += 1) {
      const refused = await upload(rows.join(''));
      expect({ status: refused.status, body: await refused.json() }).toEqual({
        status: 507,
        body: { message: expect.stringMatching(/too little room.*Nothing was stored or charged/) as string },
      });
      const [left] = await service.database.query<{ count: number }>(
        `SELECT (SELECT COUNT(*) FROM batch_chunks WHERE state = 'pending')
          + (SELECT COUNT(*) FROM batches WHERE status IN ('uploading', 'deleting')) AS count`,
      );
      expect(left?.count).toBe(0);
      expect(freeBytes()).toBeGreaterThan(2_000_000);
      await expectAllWell();
    }
  });

  it('says what it is when others have filled the disk, is not ready, and goes on when there is room again', async () => {
    const file = join(folder, 'filler');
    const { database } = service;
    await database.execute('CREATE TABLE filler (bytes BLOB)');
    writeFileSync(file, Buffer.alloc(freeBytes()));
    const fill = async (bytes: number): Promise<never> => {
      for (;;) await database.execute('INSERT INTO filler (bytes) VALUES (?)', [randomBytes(bytes)]);
    };
    let ready = new Response();
    // Again when a checkpoint came between: it makes room in the log.
    await eventually('it is not ready', async () => {
      // To the last page.
      for (const bytes of [20_000, 500, 1])
        await expect(fill(bytes)).rejects.toMatchObject({ kind: 'database_unavailable' });
      ready = await service.request('/health/ready');
      return ready.status === 503;
    });
    expect(await ready.json()).toMatchObject({ parts: { database: expect.stringMatching(/full/) as string } });
    expect((await upload('nobody,x\n')).status).toBe(507);
    const answers: Response[] = [];
    // The log has room for some writes.
    await eventually('a write finds no room', async () => {
      const answer = await service.single(account, `joe${Math.random()}@missing.invalid`);
      answers.push(answer);
      return answer.status !== 200;
    });
    const last = answers.at(-1);
    expect({ status: last?.status, retryAfter: last?.headers.get('Retry-After') }).toEqual({
      status: 503,
      retryAfter: '5',
    });
    rmSync(file);
    await database.execute('DROP TABLE filler');
    await expectAllWell();
  });
});
