import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../src/config/env';
import type { Database } from '../../src/database/database';
import { connect, sharedSql } from '../../src/database/database.module';
import { eventually } from '../support/eventually';
import { MariadbServer } from '../support/mariadb-server';
import { TestService } from '../support/service';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { selfSignedCertificate } from '../world/smtp/self-signed-certificate';

const describeDistributed = setUps.includes('distributed') ? describe : describe.skip;

/** `\\` is a letter there, and `\\'` the end of a text. */
const ODD_MODE = '--sql-mode=NO_BACKSLASH_ESCAPES,ANSI_QUOTES';

describeDistributed('connections to a MariaDB that is set up in odd ways', () => {
  let server: MariadbServer;
  let setUp: SetUp;
  let url: string;

  beforeAll(async () => {
    server = await MariadbServer.prepare();
    setUp = await makeSetUp('embedded');
    const { key, cert } = selfSignedCertificate('db.evs.test', 'rsa');
    for (const [name, text] of Object.entries({ key, cert })) writeFileSync(file(`${name}.pem`), text);
    await server.start(ODD_MODE, `--ssl-cert=${file('cert.pem')}`, `--ssl-key=${file('key.pem')}`);
    url = await server.database();
  });

  afterAll(async () => {
    await server.remove();
    await setUp.remove();
  });

  function file(name: string): string {
    return join(setUp.env['DATA_DIR']!, name);
  }

  async function withDatabase<Result>(
    env: Record<string, string>,
    work: (database: Database) => Promise<Result>,
  ): Promise<Result> {
    const source = await connect(readConfig({ ...setUp.env, DATABASE_URL: url, ...env }), []);
    try {
      return await work(sharedSql(source));
    } finally {
      await source.destroy();
    }
  }

  const cipher = async (database: Database): Promise<string> => {
    const [row] = await database.query<{ Value: string }>("SHOW SESSION STATUS LIKE 'Ssl_cipher'");
    return row?.Value ?? '';
  };

  it("takes names with quotes and backslashes as text under the server's NO_BACKSLASH_ESCAPES", async () => {
    const service = await TestService.start(setUp, { DATABASE_URL: url });
    try {
      const account = await service.account();
      const name = `\\', status = 'cancelled', processed_count = 77, valid_count = 77 -- "\\\\`;
      const form = new FormData();
      form.set('name', name);
      form.set('file', new Blob(['email\nnobody\n']), 'list.csv');
      const created = await service.request('/v1/validate/batch', { method: 'POST', token: account.token, body: form });
      const { id } = (await created.json()) as { id: number };
      expect(created.status).toBe(201);
      const status = async (): Promise<Record<string, unknown>> => {
        const response = await service.request(`/v1/validate/batch/${id}`, { token: account.token });
        return (await response.json()) as Record<string, unknown>;
      };
      await eventually('the batch ends', async () => (await status())['status'] === 'completed');
      expect(await status()).toMatchObject({ name, total_count: 1, processed_count: 1, valid_count: 0 });
    } finally {
      await service.stop();
    }
  });

  it('works under its own mode on every connection of the pool, and is strict', async () => {
    await withDatabase({ DATABASE_POOL_SIZE: '4' }, async (database) => {
      const modes = await Promise.all(
        Array.from({ length: 8 }, () => database.query<{ mode: string }>('SELECT @@sql_mode AS mode, SLEEP(0.1)')),
      );
      expect(new Set(modes.flat().map(({ mode }) => mode))).toEqual(
        new Set(['STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION']),
      );
      const tooLong = database.execute('INSERT INTO organizations (name, created_at) VALUES (?, 0)', ['x'.repeat(300)]);
      await expect(tooLong).rejects.toThrow(/too long/);
    });
  });

  it('takes a password with any sign, as it is, encoded or apart', async () => {
    const password = `p@s's/w#r?d:%\\"`;
    await server.admin(`CREATE USER odd@'127.0.0.1' IDENTIFIED BY '${password.replace("'", "''")}'`);
    await server.admin("GRANT ALL ON *.* TO odd@'127.0.0.1'");
    const [, rest = ''] = url.split('root@');
    for (const env of [
      { DATABASE_URL: `mysql://odd:${password}@${rest}` },
      { DATABASE_URL: `mysql://odd:${encodeURIComponent(password)}@${rest}` },
      { DATABASE_URL: `mysql://odd@${rest}`, DATABASE_PASSWORD: password },
    ]) {
      const rows = await withDatabase(env, (database) => database.query('SELECT CURRENT_USER() AS user'));
      expect(rows).toEqual([{ user: 'odd@127.0.0.1' }]);
    }
  });

  it('encrypts where DATABASE_TLS says so, also where the server demands it, and checks whom it speaks to', async () => {
    expect(await withDatabase({}, cipher)).toBe('');
    const ours = { DATABASE_TLS: 'verify-ca', DATABASE_CA_FILE: file('cert.pem') };
    await server.admin('SET GLOBAL require_secure_transport = ON');
    expect(await withDatabase(ours, cipher)).not.toBe('');
    await expect(withDatabase({}, cipher)).rejects.toThrow(/insecure transport|Access denied/);
    await expect(withDatabase({ DATABASE_TLS: 'on' }, cipher)).rejects.toThrow(/self-signed/);
    await expect(withDatabase({ ...ours, DATABASE_TLS: 'on' }, cipher)).rejects.toThrow(/not in the cert|altnames/);
    writeFileSync(file('other.pem'), selfSignedCertificate('db.evs.test', 'rsa').cert);
    await expect(withDatabase({ ...ours, DATABASE_CA_FILE: file('other.pem') }, cipher)).rejects.toThrow(
      /certificate|self-signed/,
    );
  });
});
