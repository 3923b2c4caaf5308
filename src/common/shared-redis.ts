import { Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import Redis from 'ioredis';
import type { AppConfig } from '../config/app-config';
import { AccessChanges } from './access-changes';
import { reason } from './reason';
import { withTimeout } from './with-timeout';

/** A command that Redis does not answer within this time fails, and its caller goes on without. */
const COMMAND_TIMEOUT_MS = 500;
const MAX_RECONNECT_DELAY_MS = 1000;
const FIRST_ATTEMPT_MS = 2000;

/**
 * The Redis connection for short commands (rate limit, announcements, slots). Commands fail at once while Redis is away:
 * nothing that a request waits for is queued. `client` is null in the embedded set-up.
 */
export class SharedRedis implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('Redis');
  /** Why there is no connection, in the words of the last try. */
  private lastError = 'not connected yet';
  private readonly users: (() => Promise<void>)[] = [];
  readonly client: Redis | null;

  constructor(url: string | undefined) {
    this.client = url === undefined ? null : this.connect(url);
  }

  /** Modules begin after the first try to connect: before it each would find Redis away, and log that. */
  async onModuleInit(): Promise<void> {
    if (this.client !== null) await firstAttempt(this.client);
  }

  private connect(url: string): Redis {
    const client = new Redis(url, {
      enableOfflineQueue: false,
      commandTimeout: COMMAND_TIMEOUT_MS,
      maxRetriesPerRequest: 0,
      enableAutoPipelining: true,
      retryStrategy: (attempts) => Math.min(attempts * 100, MAX_RECONNECT_DELAY_MS),
    });
    client.on('error', (error) => {
      this.lastError = reason(error);
    });
    logOutages(client, this.logger);
    return client;
  }

  /** Null when Redis answers (or is not used), else why not. */
  async fault(): Promise<string | null> {
    if (this.client === null) return null;
    if (this.client.status !== 'ready') return `Redis does not answer (${this.lastError}).`;
    try {
      await this.client.ping();
      return null;
    } catch (error) {
      return `Redis does not answer (${reason(error)}).`;
    }
  }

  /** For a part that speaks to Redis until its own end: the connection is kept until then. */
  closeAfter(end: () => Promise<void>): void {
    this.users.push(end);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.users.map((end) => end()));
    // Answered after all that was said before.
    if (this.client?.status === 'ready') await this.fault();
    this.client?.disconnect();
  }
}

/** Resolves when the first try to connect has ended, well or badly, or after 2 seconds. */
export async function firstAttempt(client: Redis): Promise<void> {
  if (client.status === 'ready') return;
  const attempt = new Promise<void>((resolve) => {
    for (const event of ['ready', 'error', 'close', 'end']) client.once(event, resolve);
  });
  await withTimeout(FIRST_ATTEMPT_MS, attempt).catch(() => undefined);
}

/** One line when Redis goes, one when it is back: ioredis emits an error for each try. */
function logOutages(client: Redis, logger: Logger): void {
  let isAway = false;
  client.on('error', (error: Error) => {
    if (!isAway) logger.error(`Redis is away: ${reason(error)}. Trying again.`);
    isAway = true;
  });
  client.on('ready', () => {
    if (isAway) logger.log('Redis is back.');
    isAway = false;
  });
}

/** Announces over Redis publish/subscribe. */
export class RedisAccessChanges extends AccessChanges implements OnApplicationShutdown {
  readonly isShared = true;
  private readonly listeners: (() => void)[] = [];
  private readonly subscriber: Redis;
  private readonly channel: string;

  constructor(
    private readonly publisher: Redis,
    config: Pick<AppConfig, 'REDIS_KEY_PREFIX'>,
  ) {
    super();
    this.channel = `${config.REDIS_KEY_PREFIX}:access-changes`;
    this.subscriber = publisher.duplicate({ enableOfflineQueue: true, maxRetriesPerRequest: null });
    this.subscriber.on('error', () => undefined); // The publisher's connection reports the outage.
    this.subscriber.subscribe(this.channel).catch(() => undefined);
    this.subscriber.on('message', () => {
      this.tell();
    });
  }

  async announce(): Promise<void> {
    this.tell();
    await this.publisher.publish(this.channel, '').catch(() => undefined);
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  onApplicationShutdown(): void {
    this.subscriber.disconnect();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
