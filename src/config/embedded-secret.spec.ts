import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from './env';
import { isGuessable } from './secret-strength';

describe('the secret in DATA_DIR', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'secret-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const start = (content: string, mode = 0o600) => {
    const file = join(folder, 'jwt-secret');
    writeFileSync(file, content);
    chmodSync(file, mode);
    return () => readConfig({ DATA_DIR: folder });
  };

  it.each(['', ' \n', 'short', 'x'.repeat(64), 'secretsecretsecretsecretsecretsecret'])(
    'refuses %j, and says what to do',
    (content) => {
      expect(start(content)).toThrow(/jwt-secret is too short or too simple.*delete it/s);
    },
  );

  it.each([0o644, 0o640, 0o604, 0o620])('refuses a file of mode %o', (mode) => {
    expect(start(randomBytes(32).toString('base64url'), mode)).toThrow(/can be read by others.*chmod 600/s);
  });

  it('takes what it made', () => {
    const secret = randomBytes(32).toString('base64url');
    expect(start(`${secret}\n`)().JWT_SECRET).toBe(secret);
  });
});

describe('guessable secrets', () => {
  it('random ones are none, in any usual form', () => {
    for (let round = 0; round < 1000; round += 1) {
      const bytes = randomBytes(24);
      for (const secret of [bytes.toString('hex'), bytes.toString('base64'), randomBytes(16).toString('hex')]) {
        expect(isGuessable(secret)).toBe(false);
      }
    }
  });

  it.each(['x'.repeat(32), ' '.repeat(40), 'abcabcabcabcabcabcabcabcabcabcabc', 'changeme'.repeat(4)])(
    '%j is one',
    (secret) => {
      expect(isGuessable(secret)).toBe(true);
    },
  );
});
