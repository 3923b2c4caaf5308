import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSetUp, type SetUp } from '../support/set-ups';
import { freePort } from '../support/free-port';
import { selfSignedCertificate } from '../world/smtp/self-signed-certificate';
import { build, ServiceProcess } from './service-process';

describe('the health check of the image', () => {
  let setUp: SetUp;
  let folder: string;

  beforeAll(build, 120_000);

  beforeEach(async () => {
    setUp = await makeSetUp('embedded');
    folder = mkdtempSync(join(tmpdir(), 'evs-healthcheck-'));
  });

  afterEach(async () => {
    rmSync(folder, { recursive: true });
    await setUp.remove();
  });

  const exitCode = (env: Record<string, string>): Promise<number | string> =>
    ServiceProcess.spawn('healthcheck.js', env).exit();

  it.each(['HTTP', 'HTTPS'])('finds a service that speaks %s well, and its absence ill', async (protocol) => {
    const env = { ...setUp.env, PORT: String(await freePort()), ...(protocol === 'HTTPS' ? certificate() : {}) };
    const service = await ServiceProcess.start(env);
    expect(await exitCode(env)).toBe(0);
    await service.stop();
    expect(await exitCode(env)).toBe(1);
  });

  function certificate(): Record<string, string> {
    const { key, cert } = selfSignedCertificate();
    writeFileSync(join(folder, 'key.pem'), key);
    writeFileSync(join(folder, 'cert.pem'), cert);
    return { TLS_CERT_FILE: join(folder, 'cert.pem'), TLS_KEY_FILE: join(folder, 'key.pem') };
  }
});
