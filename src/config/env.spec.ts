import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, readConfig } from './env';

const secret = 'x'.repeat(32);

function faults(env: NodeJS.ProcessEnv): string {
  try {
    readConfig({ JWT_SECRET: secret, ...env });
    return '';
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message;
  }
}

describe('readConfig', () => {
  it('needs nothing, and has the documented defaults', () => {
    const config = readConfig({ JWT_SECRET: secret, DATABASE_URL: '', REDIS_URL: ' ' });
    expect(config).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 3000,
      ROLE: 'all',
      database: 'sqlite',
      queue: 'embedded',
      RATE_LIMIT_PER_MINUTE: 60,
      CACHE_TTL_HOURS: 24,
      FREE_CREDITS: 100,
      BATCH_MAX_FILE_KB: 102_400,
      BATCH_RETENTION_DAYS: 30,
      SMTP_RETRY_DELAYS: [320, 900, 1800],
      SMTP_ALLOW_CIDRS: [],
      CORS_ORIGINS: [],
      SMTP_SESSIONS_PER_NETWORK: 10,
      SMTP_SESSION_PAUSE_MS: 10,
    });
  });

  it('lists all faults at once, each with the name of its setting', () => {
    const text = faults({
      PORT: 'eighty',
      ROLE: 'api',
      SMTP_PROBE: 'maybe',
      DNS_SERVERS: '127.0.0.1:53,nonsense',
      SMTP_ALLOW_CIDRS: '10.0.0.0/99',
      SMTP_NEVER_ASK: 'example.org,not a name',
      SMTP_RETRY_DELAYS: '1,x',
      JWT_SECRET: 'short',
    });
    for (const name of [
      'PORT',
      'ROLE=api',
      'SMTP_PROBE',
      'DNS_SERVERS',
      'SMTP_ALLOW_CIDRS',
      'SMTP_NEVER_ASK',
      'SMTP_RETRY_DELAYS',
      'JWT_SECRET',
    ]) {
      expect(text).toContain(name);
    }
  });

  it.each([
    [{ ROLE: 'worker' }, /ROLE=worker needs REDIS_URL/],
    [{ ROLE: 'api' }, /ROLE=api needs REDIS_URL/],
    [{ REDIS_URL: 'redis://127.0.0.1' }, /REDIS_URL needs DATABASE_URL/],
    [{ DATABASE_URL: 'postgres://127.0.0.1/x' }, /DATABASE_URL must be a URL of the form mysql:/],
    [{ DATABASE_URL: 'mysql://127.0.0.1/x?ssl-mode=REQUIRED' }, /DATABASE_URL must have no parameters/],
    [{ DATABASE_URL: 'mysql://u:p@127.0.0.1/x', DATABASE_PASSWORD: 'p' }, /leave one out/],
    [{ DATABASE_PASSWORD: 'p' }, /DATABASE_PASSWORD needs DATABASE_URL/],
    [{ DATABASE_TLS: 'on' }, /DATABASE_TLS needs DATABASE_URL/],
    [{ DATABASE_URL: 'mysql://127.0.0.1/x', DATABASE_TLS: 'maybe' }, /DATABASE_TLS must be off, on or verify-ca/],
    [{ DATABASE_URL: 'mysql://127.0.0.1/x', DATABASE_TLS: 'verify-ca' }, /needs DATABASE_CA_FILE/],
    [{ DATABASE_URL: 'mysql://127.0.0.1/x', DATABASE_CA_FILE: __filename }, /needs DATABASE_TLS=on/],
    [{ DATABASE_URL: 'mysql://127.0.0.1/x', DATABASE_TLS: 'on', DATABASE_CA_FILE: '/nowhere.pem' }, /does not exist/],
    [{ DATABASE_POOL_SIZE: '1' }, /DATABASE_POOL_SIZE must be at least 2/],
    [{ DATABASE_URL: 'mysql://127.0.0.1/x', JWT_SECRET: '' }, /JWT_SECRET must be set/],
    [{ JWT_SECRET: 'short' }, /JWT_SECRET must have at least 32/],
    [{ REDIS_URL: 'http://127.0.0.1', DATABASE_URL: 'mysql://127.0.0.1/x' }, /REDIS_URL must be a URL/],
    [{ TLS_CERT_FILE: '/nowhere.pem' }, /go together/],
    [{ PORT: '70000' }, /PORT must be at most 65535/],
    [{ CORS_ORIGINS: 'shop.example' }, /CORS_ORIGINS must be a list of origins such as https:/],
    [{ CORS_ORIGINS: 'https://shop.example/sign-up' }, /CORS_ORIGINS must be/],
    [{ CORS_ORIGINS: 'https://*.shop.example/' }, /CORS_ORIGINS must be/],
    [{ CORS_ORIGINS: 'https://user@shop.example' }, /CORS_ORIGINS must be/],
    [{ CORS_ORIGINS: 'ftp://shop.example' }, /CORS_ORIGINS must be/],
    [{ CORS_ORIGINS: 'null' }, /CORS_ORIGINS must be/],
    [{ CORS_ORIGINS: '*,https://shop.example' }, /CORS_ORIGINS must be .* or \* alone/],
  ])('refuses %j', (env, sentence) => {
    expect(faults(env)).toMatch(sentence);
  });

  it('takes origins as browsers write them, or all', () => {
    const of = (CORS_ORIGINS: string): string[] => readConfig({ JWT_SECRET: secret, CORS_ORIGINS }).CORS_ORIGINS;
    expect(of('https://Shop.example/, https://shop.example:443,http://127.0.0.1:8080,')).toEqual([
      'https://shop.example',
      'https://shop.example',
      'http://127.0.0.1:8080',
    ]);
    expect(of('*')).toEqual(['*']);
  });

  it('never shows a secret in a fault', () => {
    expect(faults({ JWT_SECRET: 'hush-hush' })).not.toContain('hush');
    expect(faults({ DATABASE_URL: 'postgres://user:hush-hush@127.0.0.1' })).not.toContain('hush');
    expect(faults({ DATABASE_URL: 'mysql://user:hush-hush@127.0.0.1/x?y=z' })).not.toContain('hush');
  });

  it('makes the secret of an embedded set-up once, readable by its owner only', () => {
    const folder = mkdtempSync(join(tmpdir(), 'env-'));
    const first = readConfig({ DATA_DIR: join(folder, 'data') });
    const second = readConfig({ DATA_DIR: join(folder, 'data') });
    const file = join(folder, 'data', 'jwt-secret');
    expect(first.JWT_SECRET).toBe(second.JWT_SECRET);
    expect(first.JWT_SECRET.length).toBeGreaterThanOrEqual(32);
    expect(readFileSync(file, 'utf8')).toBe(first.JWT_SECRET);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    rmSync(folder, { recursive: true });
  });
});
