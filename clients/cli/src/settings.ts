import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { EmailValidation } from 'email-validation-client';
import { baseOf, organizationOf as idOf } from '../../typescript/src/settings.js';
import { Fault } from './exit-codes.js';
import { sayLongWait } from './say-long-wait.js';
import { shellQuote } from './shell-quote.js';

const DEFAULT_URL = 'http://127.0.0.1:3000';

export interface Settings {
  url: string;
  token: string;
  organization?: string | undefined;
}

/** What every command takes; goes before the environment, which goes before the file. */
export interface GlobalOptions {
  url?: string;
  organization?: string;
  json?: boolean;
}

/** `evs login` writes it: `$XDG_CONFIG_HOME/evs/config.json`, else below `~/.config`. */
export function settingsFile(): string {
  const { XDG_CONFIG_HOME } = process.env;
  const home = XDG_CONFIG_HOME === undefined || XDG_CONFIG_HOME === '' ? join(homedir(), '.config') : XDG_CONFIG_HOME;
  return join(home, 'evs', 'config.json');
}

/** The service that the options, the environment or the file name. @throws Fault */
export function connect(options: GlobalOptions): EmailValidation {
  const { EVS_TOKEN } = process.env;
  return isSet(EVS_TOKEN) ? serviceOf(ofEnvironment(options, EVS_TOKEN.trim())) : serviceOf(ofFile(options));
}

/** A client of it, that says when it waits. @throws Fault */
export function serviceOf(settings: Settings): EmailValidation {
  try {
    return new EmailValidation({ ...settings, onRetry: sayLongWait });
  } catch (error) {
    // What it says of a token holds none of it.
    throw new Fault('permission', (error as Error).message);
  }
}

/** A token that is not said to be for another service than the stored one goes there if it is the stored one alone. */
function ofEnvironment(options: GlobalOptions, token: string): Settings {
  const url = urlOf(options);
  // A file that is not asked for its address may be whatever it is.
  if (url !== undefined) return { url, token, organization: organizationOf(options) };
  const stored = readSettings();
  if (stored !== null && stored.token !== token) {
    throw new Fault(
      'usage',
      `EVS_TOKEN is set, and not which service it is for: set EVS_URL too, to ${stored.url} if it is for what \`evs login\` stored.`,
    );
  }
  return { url: stored?.url ?? DEFAULT_URL, token, organization: organizationOf(options) ?? stored?.organization };
}

function ofFile(options: GlobalOptions): Settings {
  const stored = readSettings();
  if (stored === null)
    throw new Fault('permission', 'There is no token: set EVS_TOKEN, or store one with `evs login`.');
  const url = urlOf(options) ?? stored.url;
  if (stored.url !== url) {
    throw new Fault(
      'permission',
      `The stored token is for ${stored.url}: \`evs login --url ${shellQuote(url)}\` stores one for ${url}.`,
    );
  }
  return { url, token: stored.token, organization: organizationOf(options) ?? stored.organization };
}

/** What to log in to: the service of the last time unless another is named. @throws Fault */
export function newSettings(options: GlobalOptions, token: string): Settings {
  return { url: urlOf(options) ?? readSettings()?.url ?? DEFAULT_URL, token, organization: organizationOf(options) };
}

/** For its owner alone, in one step: whoever reads it finds the old or the new one. */
export function writeSettings(settings: Settings): void {
  const file = settingsFile();
  const draft = `${file}.${process.pid}`;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(draft, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(draft, file);
}

function readSettings(): Settings | null {
  const file = settingsFile();
  let text: string;
  try {
    // Permissions of Windows are no bits.
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) {
      throw new Fault(
        'permission',
        `Others may read the token in ${file}: run chmod 600 ${file}, or make a new token.`,
      );
    }
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    const { url, token, organization } = JSON.parse(text) as Partial<Settings>;
    if (typeof url === 'string' && typeof token === 'string') return { url: baseOf(url), token, organization };
  } catch {
    // Said below.
  }
  throw new Fault(
    'permission',
    `${file} is not what \`evs login\` writes: log in again, and name the service with --url.`,
  );
}

function urlOf({ url }: GlobalOptions): string | undefined {
  const { EVS_URL } = process.env;
  return usable(baseOf, url ?? (isSet(EVS_URL) ? EVS_URL : undefined));
}

function organizationOf({ organization }: GlobalOptions): string | undefined {
  const { EVS_ORGANIZATION } = process.env;
  return usable(idOf, organization ?? (isSet(EVS_ORGANIZATION) ? EVS_ORGANIZATION : undefined));
}

/** As the client reads it: one service has one name. @throws Fault */
function usable(read: (given: string) => string, given: string | undefined): string | undefined {
  try {
    return given === undefined ? undefined : read(given);
  } catch (error) {
    throw new Fault('usage', (error as Error).message);
  }
}

/** The options of a command that name the service, for the next one. */
export function connectionAgain({ url, organization }: GlobalOptions): string[] {
  return [
    ...(url === undefined ? [] : [`--url ${shellQuote(url)}`]),
    ...(organization === undefined ? [] : [`--organization ${shellQuote(organization)}`]),
  ];
}

const isSet = (value: string | undefined): value is string => value !== undefined && value !== '';
