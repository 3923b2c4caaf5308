import { z } from 'zod';
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import * as ipaddr from 'ipaddr.js';
import { parseDatabaseUrl } from './database-url';

/** Every setting, its default and its rule, in one place. `env.ts` fills it from the environment; nothing else does. */

const wholeNumber = (minimum: number, maximum = Number.MAX_SAFE_INTEGER) =>
  z.coerce
    .number({ error: 'must be a whole number' })
    .int('must be a whole number')
    .min(minimum, `must be at least ${minimum}`)
    .max(maximum, `must be at most ${maximum}`);

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

const domains = list.transform((names) => names.map((name) => name.toLowerCase()));

const cidr = (text: string): boolean => ipaddr.isValidCIDR(text);

function urlWithScheme(schemes: readonly string[]) {
  const wanted = schemes.map((scheme) => `${scheme}://…`).join(' or ');
  return z.string().refine((text) => URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1)), {
    error: `must be a URL of the form ${wanted}`,
  });
}

/** A URL of http or https with nothing behind its host and port; URLs may have a `*` there, which would match nothing. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text) || text.includes('*')) return false;
  const { protocol, href, origin } = new URL(text);
  return /^https?:$/.test(protocol) && href === `${origin}/`;
}

/** `ip`, `ip:port` or `[ipv6]:port`. */
export interface DnsServer {
  address: string;
  port: number;
}

function parseDnsServer(text: string): DnsServer | null {
  if (isIP(text) !== 0) return { address: text, port: 53 };
  const match = /^(?:\[(?<v6>[^\]]+)\]|(?<v4>[\d.]+)):(?<port>\d{1,5})$/.exec(text);
  const address = match?.groups?.['v6'] ?? match?.groups?.['v4'] ?? '';
  const port = Number(match?.groups?.['port']);
  return isIP(address) !== 0 && port >= 1 && port <= 65_535 ? { address, port } : null;
}

const domainName = z
  .string()
  .regex(/^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i, {
    error: 'must be a host name such as mail.example.org',
  });

export const environmentSchema = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(3000),
  ROLE: z.enum(['all', 'api', 'worker'], { error: 'must be all, api or worker' }).default('all'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .superRefine((text, context) => {
      const address = parseDatabaseUrl(text);
      if (typeof address === 'string') context.addIssue({ code: 'custom', message: address });
    })
    .optional(),
  DATABASE_PASSWORD: z.string().optional(),
  DATABASE_TLS: z.enum(['off', 'on', 'verify-ca'], { error: 'must be off, on or verify-ca' }).default('off'),
  DATABASE_CA_FILE: z.string().optional(),
  DATABASE_POOL_SIZE: wholeNumber(2, 1000).default(10),
  DATABASE_TIMEOUT_MS: wholeNumber(100, 600_000).default(5000),
  REDIS_URL: urlWithScheme(['redis', 'rediss']).optional(),
  REDIS_KEY_PREFIX: z
    .string()
    .regex(/^[\w:.-]{1,64}$/, 'must be 1 to 64 letters, digits or _ : . -')
    .default('evs'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
  JWT_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  MAX_CONNECTIONS: wholeNumber(1).default(5000),
  OPS_PORT: wholeNumber(0, 65_535).optional(),
  OPS_HOST: z.string().default('127.0.0.1'),
  OPS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  STOP_DELAY_MS: wholeNumber(0, 600_000).default(500),
  STOP_TIMEOUT_MS: wholeNumber(0, 3_600_000).default(15_000),
  RATE_LIMIT_PER_MINUTE: wholeNumber(1).default(60),
  ORGANIZATION_RATE_LIMIT_PER_MINUTE: wholeNumber(1).optional(),
  SIGN_UP: z.enum(['open', 'invited', 'off'], { error: 'must be open, invited or off' }).default('open'),
  SIGN_UPS_PER_HOUR: wholeNumber(1).default(5),
  TOKENS_PER_ACCOUNT: wholeNumber(1).default(100),
  ORGANIZATIONS_PER_ACCOUNT: wholeNumber(1).default(50),
  INVITATIONS_PER_ORGANIZATION: wholeNumber(1).default(100),
  FIRST_TOKEN: z.enum(['print', 'file'], { error: 'must be print or file' }).default('print'),
  SESSION_IDLE_HOURS: wholeNumber(1).default(720),
  SESSION_MAX_HOURS: wholeNumber(1).default(2160),
  CACHE_TTL_HOURS: z.coerce
    .number({ error: 'must be a number of hours' })
    .min(0, 'must be at least 0')
    .max(8760, 'must be at most 8760')
    .default(24),
  FREE_CREDITS: wholeNumber(0, 1_000_000_000).default(100),
  CREDITS_HELP_TEXT: z.string().max(500, 'must have at most 500 characters').optional(),
  CREDITS_HELP_URL: z
    .string()
    .max(500, 'must have at most 500 characters')
    .refine((text) => URL.canParse(text) && new URL(text).protocol === 'https:', { error: 'must begin with https://' })
    .optional(),
  BATCH_MAX_FILE_KB: wholeNumber(1).default(102_400),
  BATCH_RETENTION_DAYS: wholeNumber(1).default(30),
  AUDIT_RETENTION_DAYS: wholeNumber(1, 36_500).default(365),
  FEEDBACK_HARD_DAYS: wholeNumber(1, 36_500).default(365),
  FEEDBACK_WEAK_DAYS: wholeNumber(1, 36_500).default(30),
  FEEDBACK_SOFT_DAYS: wholeNumber(1, 36_500).default(7),
  FEEDBACK_DELIVERED_DAYS: wholeNumber(1, 36_500).default(30),
  FEEDBACK_REQUESTS_PER_MINUTE: wholeNumber(1).default(60_000),
  WEBHOOK_ALLOW_HTTP: z.enum(['on', 'off'], { error: 'must be on or off' }).default('off'),
  WEBHOOK_ALLOW_CIDRS: list
    .refine((ranges) => ranges.every(cidr), { error: 'must be a list of ranges such as 127.0.0.0/8,10.1.0.0/16' })
    .default([]),
  TEST_BATCH_MAX_ROWS: wholeNumber(1).default(10_000),
  BATCHES_PER_ORGANIZATION: wholeNumber(1).default(10_000),
  STORAGE_MAX_MB_PER_ORGANIZATION: wholeNumber(1, 100_000_000).default(1024),
  UPLOADS_AT_A_TIME: wholeNumber(1, 10_000).default(32),
  UPLOADS_PER_ORGANIZATION: wholeNumber(1, 10_000).default(2),
  UPLOADS_PER_ACCOUNT: wholeNumber(1, 10_000).default(4),
  DNS_SERVERS: list
    .refine((servers) => servers.every((server) => parseDnsServer(server) !== null), {
      error: 'must be a list such as 192.0.2.53,192.0.2.54:5353',
    })
    .transform((servers) => servers.flatMap((server) => parseDnsServer(server) ?? []))
    .optional(),
  SMTP_PROBE: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  SMTP_PORT: wholeNumber(1, 65_535).default(25),
  SMTP_HELO_NAME: domainName.optional(),
  SMTP_MAIL_FROM: z
    .string()
    .regex(/^[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+$/, 'must be an address of yours such as probe@mail.example.org')
    .optional(),
  SMTP_ALLOW_CIDRS: list
    .refine((ranges) => ranges.every(cidr), { error: 'must be a list of ranges such as 127.0.0.0/8,10.1.0.0/16' })
    .default([]),
  SMTP_SOCKS_PROXY: urlWithScheme(['socks5', 'socks5h']).optional(),
  SMTP_CONNECT_TIMEOUT_MS: wholeNumber(1, 600_000).default(10_000),
  SMTP_COMMAND_TIMEOUT_MS: wholeNumber(1, 600_000).default(20_000),
  VALIDATION_TIMEOUT_MS: wholeNumber(1, 600_000).default(20_000),
  SMTP_MAX_SESSIONS: wholeNumber(1, 10_000).default(20),
  SMTP_SESSIONS_PER_HOST: wholeNumber(1, 1000).default(2),
  SMTP_SESSIONS_PER_NETWORK: wholeNumber(1, 1000).default(10),
  SMTP_SESSION_PAUSE_MS: wholeNumber(0, 60_000).default(10),
  SMTP_UNKNOWN_PER_HOST_HOUR: wholeNumber(1, 1_000_000_000).default(300),
  SMTP_NEVER_ASK: list
    .transform((names) => names.map((name) => domainToASCII(name)))
    .refine((names) => names.every((name) => domainName.safeParse(name).success), {
      error: 'must be a list of domains and mail hosts such as example.org,mx.example.net',
    })
    .default([]),
  SMTP_RETRY_DELAYS: list
    .refine((delays) => delays.every((delay) => /^\d{1,6}$/.test(delay)), {
      error: 'must be a list of seconds such as 320,900,1800',
    })
    .transform((delays) => delays.map(Number))
    .default([320, 900, 1800]),
  SMTP_SUBMISSION_URL: urlWithScheme(['smtp', 'smtps']).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\s<>@]+@[^\s<>@]+$/, 'must be an address of yours such as service@example.org')
    .optional(),
  PUBLIC_URL: urlWithScheme(['http', 'https'])
    .refine((text) => !URL.canParse(text) || new URL(text).href === `${new URL(text).origin}/`, {
      error: 'must have no path, user or query, such as https://check.example.org',
    })
    .transform((text) => new URL(text).origin)
    .optional(),
  CORS_ORIGINS: list
    .refine((origins) => origins.every(isOrigin) || (origins.length === 1 && origins[0] === '*'), {
      error: 'must be a list of origins such as https://shop.example,https://www.shop.example, or * alone',
    })
    // As browsers write them (RFC 6454 6.2): in small letters, without the port that goes without saying.
    .transform((origins) => origins.map((origin) => (isOrigin(origin) ? new URL(origin).origin : origin)))
    .default([]),
  DISPOSABLE_ALLOW: domains.default([]),
  DISPOSABLE_DENY: domains.default([]),
  CONFIDENCE_TABLE_FILE: z.string().optional(),
  TRUST_PROXY: z.string().optional(),
  TLS_CERT_FILE: z.string().optional(),
  TLS_KEY_FILE: z.string().optional(),
});

/** What a connection to the database needs, and nothing else. */
export const databaseSettings = environmentSchema.pick({
  DATA_DIR: true,
  DATABASE_URL: true,
  DATABASE_PASSWORD: true,
  DATABASE_TLS: true,
  DATABASE_CA_FILE: true,
  DATABASE_POOL_SIZE: true,
  DATABASE_TIMEOUT_MS: true,
});
export type DatabaseSettings = z.output<typeof databaseSettings>;

export type Environment = z.output<typeof environmentSchema>;

/** The environment after all rules held, and the choices that follow from it. */
export interface AppConfig extends Omit<Environment, 'JWT_SECRET'> {
  /** Signs tokens: HS256, at least 32 characters. */
  JWT_SECRET: string;
  /** Which of the two set-ups: `DATABASE_URL` and `REDIS_URL` alone choose. */
  database: 'sqlite' | 'mysql';
  queue: 'embedded' | 'redis';
}

/** DI token of the `AppConfig`. */
export const APP_CONFIG = Symbol('AppConfig');
