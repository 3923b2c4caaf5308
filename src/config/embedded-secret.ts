import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config-error';
import { isGuessable } from './secret-strength';

/** Rights of anybody but the owner of a file. */
const OTHERS = 0o077;

/**
 * The signing secret of an embedded set-up: made once (256 random bits), kept in `DATA_DIR/jwt-secret`, mode 0600.
 * `link` makes it appear whole or not at all, so that two processes that start at once agree.
 * @throws ConfigError for a file that was cut, emptied or opened to others since: with an empty key anybody signs tokens
 */
export function embeddedSecret(dataDir: string): string {
  const file = join(dataDir, 'jwt-secret');
  if (!existsSync(file)) make(dataDir, file);
  if (process.platform !== 'win32' && (statSync(file).mode & OTHERS) !== 0) {
    throw new ConfigError([
      `${file} can be read by others, who could sign tokens with it. Run \`chmod 600\` on it; if others may have read it, delete it: all tokens end, and a new secret is made.`,
    ]);
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (isGuessable(secret)) {
    throw new ConfigError([
      `${file} is too short or too simple to sign tokens with. Put the file of your backup back, or delete it: all tokens end, and a new secret is made.`,
    ]);
  }
  return secret;
}

function make(dataDir: string, file: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}
