import { readFileSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import type Redis from 'ioredis';
import { reason } from '../common/reason';
import type { AppConfig } from '../config/app-config';
import { ConfigError } from '../config/config-error';
import { chargeWithinMs } from './charge-within';
import {
  checkNetworkEgress,
  ConfidenceTable,
  createNetworkEngine,
  type EgressState,
  type EngineOptions,
  type NetworkEngine,
} from '../engine';
import { RedisFacts } from './redis-facts';
import { RedisSessionSlots } from '../smtp-session-slots/redis-session-slots';

/** Nobody waits for a row of a batch: slow mail hosts get this long. */
const BATCH_DEADLINE_MS = 300_000;
const PATIENT_GREETING_MS = 45_000;
/** A row of a batch that is asked about again must not meet the old "later" about the random address of its domain. */
const LONGEST_DEFERRAL_MS = 300_000;
/** The same goes for a domain that DNS knew nothing of. */
const DNS_FAILURE_MS = 30_000;

/**
 * The only file that turns settings into an engine.
 * @throws ConfigError for a table of confidences that can't be used
 * @param redis where processes share the limits of SMTP sessions, and what they learn of mail hosts; null: each is by itself
 */
export function engineFromConfig(config: AppConfig, redis: Redis | null): NetworkEngine {
  const confidence = confidenceFrom(config.CONFIDENCE_TABLE_FILE);
  return createNetworkEngine({
    ...engineOptions(config),
    ...confidence,
    slots: redis === null ? null : sharedSlots(config, redis),
    ...(redis === null ? {} : { facts: new RedisFacts(redis, config.REDIS_KEY_PREFIX) }),
  });
}

function confidenceFrom(file: string | undefined): Pick<EngineOptions, 'confidence'> {
  if (file === undefined) return {};
  try {
    return { confidence: ConfidenceTable.read(JSON.parse(readFileSync(file, 'utf8'))) };
  } catch (error) {
    throw new ConfigError([`CONFIDENCE_TABLE_FILE names a file that can't be used: ${file}: ${reason(error)}`]);
  }
}

function sharedSlots(config: AppConfig, redis: Redis): RedisSessionSlots {
  return new RedisSessionSlots(redis, {
    prefix: config.REDIS_KEY_PREFIX,
    maxSessions: config.SMTP_MAX_SESSIONS,
    sessionsPerHost: config.SMTP_SESSIONS_PER_HOST,
    sessionsPerNetwork: config.SMTP_SESSIONS_PER_NETWORK,
  });
}

export function egressFromConfig(config: AppConfig): Promise<EgressState> {
  return checkNetworkEgress(engineOptions(config));
}

function engineOptions(config: AppConfig): EngineOptions {
  return {
    dnsServers: config.DNS_SERVERS ?? null,
    dnsFailureMs: Math.min(DNS_FAILURE_MS, ...config.SMTP_RETRY_DELAYS.map((seconds) => seconds * 1000)),
    allowCidrs: config.SMTP_ALLOW_CIDRS,
    socksProxy: config.SMTP_SOCKS_PROXY === undefined ? null : proxyAddress(config.SMTP_SOCKS_PROXY),
    slots: null,
    lists: { allow: new Set(config.DISPOSABLE_ALLOW), deny: new Set(config.DISPOSABLE_DENY) },
    neverAsk: new Set(config.SMTP_NEVER_ASK),
    deadlineMs: { single: config.VALIDATION_TIMEOUT_MS - chargeWithinMs(config), batch: BATCH_DEADLINE_MS },
    smtp:
      config.SMTP_PROBE === 'off'
        ? null
        : {
            port: config.SMTP_PORT,
            heloName: heloName(config),
            mailFrom: config.SMTP_MAIL_FROM ?? null,
            mailFromWhenNullRefused: config.SMTP_HELO_NAME === undefined ? null : `postmaster@${config.SMTP_HELO_NAME}`,
            connectTimeoutMs: config.SMTP_CONNECT_TIMEOUT_MS,
            commandTimeoutMs: config.SMTP_COMMAND_TIMEOUT_MS,
            maxSessions: config.SMTP_MAX_SESSIONS,
            sessionsPerHost: config.SMTP_SESSIONS_PER_HOST,
            sessionsPerNetwork: config.SMTP_SESSIONS_PER_NETWORK,
            sessionPauseMs: config.SMTP_SESSION_PAUSE_MS,
            unknownPerHostHour: config.SMTP_UNKNOWN_PER_HOST_HOUR,
            catchAllDeferralMs: Math.min(
              LONGEST_DEFERRAL_MS,
              ...config.SMTP_RETRY_DELAYS.map((seconds) => seconds * 1000),
            ),
            patientGreetingTimeoutMs: Math.max(PATIENT_GREETING_MS, config.SMTP_COMMAND_TIMEOUT_MS),
          },
  };
}

const SOCKS_PORT = 1080;

/** `socks5://user:password@host:port` */
function proxyAddress(text: string): NonNullable<EngineOptions['socksProxy']> {
  const { hostname: host, port, username, password } = new URL(text);
  return {
    host: host.replace(/^\[|\]$/g, ''),
    port: port === '' ? SOCKS_PORT : Number(port),
    ...(username === '' ? {} : { userName: decodeURIComponent(username), password: decodeURIComponent(password) }),
  };
}

/** The name that we greet with: the operator's, else this host's full name, else its address literal (RFC 5321 4.1.3). */
export function heloName(config: Pick<AppConfig, 'SMTP_HELO_NAME'>): string {
  if (config.SMTP_HELO_NAME !== undefined) return config.SMTP_HELO_NAME;
  const name = hostname().toLowerCase();
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name)) return name;
  const own = Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === 'IPv4' && !address.internal);
  return `[${own?.address ?? '127.0.0.1'}]`;
}
