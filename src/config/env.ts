import { existsSync } from 'node:fs';
import { environmentSchema, type AppConfig, type Environment } from './app-config';
import { parseDatabaseUrl } from './database-url';
import { ConfigError } from './config-error';
import { embeddedSecret } from './embedded-secret';

export { ConfigError };

/**
 * Reads the environment, the only place that does. An empty value counts as unset.
 * @throws ConfigError with all faults.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): AppConfig {
  const given = givenSettings(env);
  const parsed = environmentSchema.safeParse(given);
  const faults = parsed.success
    ? combinationFaults(parsed.data)
    : parsed.error.issues.map(
        (issue) => `${String(issue.path[0])} ${issue.message} (it is set in the environment or in .env).`,
      );
  if (!parsed.success) faults.push(...combinationFaults(given));
  if (faults.length > 0 || !parsed.success) throw new ConfigError(faults);

  const settings = parsed.data;
  return {
    ...settings,
    JWT_SECRET: settings.JWT_SECRET ?? embeddedSecret(settings.DATA_DIR),
    database: settings.DATABASE_URL === undefined ? 'sqlite' : 'mysql',
    queue: settings.REDIS_URL === undefined ? 'embedded' : 'redis',
  };
}

/** The variables that are set to something. */
export function givenSettings(env: NodeJS.ProcessEnv = process.env): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1].trim() !== ''),
  );
}

/** Loads `.env` of the working directory, when there is one; what is already set wins. */
export function loadDotEnv(file = '.env'): void {
  if (existsSync(file)) process.loadEnvFile(file);
}

/** Rules over more than one setting. */
function combinationFaults(settings: Partial<Environment>): string[] {
  const faults: string[] = [];
  const { DATABASE_URL, REDIS_URL, ROLE, JWT_SECRET, TLS_CERT_FILE, TLS_KEY_FILE } = settings;
  if ((ROLE === 'api' || ROLE === 'worker') && REDIS_URL === undefined) {
    faults.push(`ROLE=${ROLE} needs REDIS_URL: separate processes meet in Redis. Set REDIS_URL, or use ROLE=all.`);
  }
  if (REDIS_URL !== undefined && DATABASE_URL === undefined) {
    faults.push('REDIS_URL needs DATABASE_URL=mysql://…: the embedded SQLite database serves one process only.');
  }
  if (DATABASE_URL !== undefined && JWT_SECRET === undefined) {
    faults.push('JWT_SECRET must be set (32 or more characters) with DATABASE_URL: all processes must sign alike.');
  }
  faults.push(...databaseFaults(settings));
  const { SMTP_SUBMISSION_URL, MAIL_FROM, PUBLIC_URL } = settings;
  if (SMTP_SUBMISSION_URL !== undefined && (MAIL_FROM === undefined || PUBLIC_URL === undefined)) {
    faults.push('SMTP_SUBMISSION_URL needs MAIL_FROM (who sends) and PUBLIC_URL (where the links in mails lead).');
  }
  if ((TLS_CERT_FILE === undefined) !== (TLS_KEY_FILE === undefined)) {
    faults.push('TLS_CERT_FILE and TLS_KEY_FILE go together: set both to serve HTTPS, or none.');
  }
  const { CONFIDENCE_TABLE_FILE, DATABASE_CA_FILE } = settings;
  const files = { TLS_CERT_FILE, TLS_KEY_FILE, CONFIDENCE_TABLE_FILE, DATABASE_CA_FILE };
  for (const [name, file] of Object.entries(files)) {
    if (file !== undefined && !existsSync(file)) faults.push(`${name} names a file that does not exist: ${file}`);
  }
  return faults;
}

/** A wish for encryption that does nothing would be worse than none. */
function databaseFaults(settings: Partial<Environment>): string[] {
  const { DATABASE_URL, DATABASE_PASSWORD, DATABASE_TLS = 'off', DATABASE_CA_FILE } = settings;
  const faults: string[] = [];
  if (DATABASE_URL === undefined) {
    const given = Object.entries({ DATABASE_PASSWORD, DATABASE_CA_FILE }).filter(([, value]) => value !== undefined);
    const names = [...given.map(([name]) => name), ...(DATABASE_TLS === 'off' ? [] : ['DATABASE_TLS'])];
    return names.map((name) => `${name} needs DATABASE_URL=mysql://…: the embedded database is a file.`);
  }
  const address = parseDatabaseUrl(DATABASE_URL);
  if (DATABASE_PASSWORD !== undefined && typeof address !== 'string' && address.password !== '') {
    faults.push('DATABASE_PASSWORD is set, and DATABASE_URL has a password, too: leave one out.');
  }
  if (DATABASE_CA_FILE !== undefined && DATABASE_TLS === 'off') {
    faults.push('DATABASE_CA_FILE needs DATABASE_TLS=on (or verify-ca): without it nothing is encrypted.');
  }
  if (DATABASE_CA_FILE === undefined && DATABASE_TLS === 'verify-ca') {
    faults.push('DATABASE_TLS=verify-ca needs DATABASE_CA_FILE: any certificate of a public authority would do else.');
  }
  return faults;
}
