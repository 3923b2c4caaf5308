import { Logger, type OnModuleInit } from '@nestjs/common';
import type { QueueOptions } from 'bull';
import Redis from 'ioredis';
import { setTimeout as sleep } from 'node:timers/promises';
import { reason } from '../common/reason';
import { firstAttempt } from '../common/shared-redis';

const MAX_RECONNECT_DELAY_MS = 1000;
/** Longer than the 5 s for which a worker's blocking call may be silent. */
const SILENCE_MS = 15_000;
/** Of the grace, for telling Redis that the last jobs are done. */
export const QUIT_WITHIN_MS = 1000;
const SUBSCRIBE_AGAIN_MS = 1000;

/**
 * Bull's connections: one for commands, shared by all queues, and two (blocking, subscribed) for each queue that this process
 * works on. `CLIENT LIST` shows them as `<prefix>:queue:<client|bclient|subscriber>`.
 */
export class BullConnections implements OnModuleInit {
  private readonly logger = new Logger('Queue');
  private readonly open = new Set<Redis>();
  private readonly client: Redis;
  private isClosed = false;

  constructor(
    private readonly url: string,
    private readonly prefix: string,
  ) {
    this.client = this.connect('client');
    this.reportOutages();
  }

  /** Processors begin after this: Redis is connected by then, or is really away. */
  onModuleInit(): Promise<void> {
    return firstAttempt(this.client);
  }

  get isReady(): boolean {
    return this.client.status === 'ready';
  }

  /** What each queue of `BullModule` is made with. */
  queueOptions(): QueueOptions {
    const options = {
      prefix: this.prefix,
      createClient: (type: 'client' | 'subscriber' | 'bclient'): Redis => {
        if (type === 'client') return this.client;
        const connection = this.connect(type);
        if (type === 'subscriber') this.subscribePatiently(connection);
        return connection;
      },
      settings: {
        // A worker that was killed is missed after 15 to 20 s. By default Bull gives a job up on its second crash.
        lockDuration: 15_000,
        stalledInterval: 5000,
        maxStalledCount: 10,
        retryProcessDelay: 1000,
      },
      skipVersionCheck: true,
    };
    return options;
  }

  /** Rejects when Redis takes no writes. */
  async write(): Promise<void> {
    await this.client.set(`${this.prefix}:writable`, '1', 'EX', 60);
  }

  /** Disconnects all at once, those included that Bull has connected since the last call. */
  close(): void {
    this.isClosed = true;
    for (const connection of this.open) {
      connection.disconnect();
      // ioredis forgets this timer, which would keep the process alive.
      clearTimeout((connection as unknown as { socketTimeoutTimer?: NodeJS.Timeout }).socketTimeoutTimer);
    }
  }

  private connect(type: string): Redis {
    const connection = new Redis(this.url, {
      connectionName: `${this.prefix}:queue:${type}`,
      // Bull demands both for the connections that block and subscribe.
      maxRetriesPerRequest: null,
      enableReadyCheck: false,
      socketTimeout: SILENCE_MS,
      disconnectTimeout: QUIT_WITHIN_MS / 2,
      retryStrategy: (attempts) => Math.min(attempts * 100, MAX_RECONNECT_DELAY_MS),
    });
    connection.on('error', () => undefined);
    this.open.add(connection);
    // Bull connects once a queue is ready, though it was closed meanwhile.
    if (this.isClosed) connection.disconnect();
    return connection;
  }

  /** Tries a refused subscription again: it is the only step of Bull's start that can fail, and Bull remembers that for good. */
  private subscribePatiently(connection: Redis): void {
    const subscribe = connection.subscribe.bind(connection) as (channel: string) => Promise<unknown>;
    Object.assign(connection, {
      subscribe: async (channel: string): Promise<unknown> => {
        for (;;) {
          try {
            return await subscribe(channel);
          } catch (error) {
            if (this.isClosed) throw error;
            this.logger.error(`This process can't take jobs (${reason(error)}). Trying again.`);
            await sleep(SUBSCRIBE_AGAIN_MS, undefined, { ref: false });
          }
        }
      },
    });
  }

  private reportOutages(): void {
    let isAway = false;
    this.client.on('error', (error) => {
      if (!isAway) this.logger.error(`The queue is away (${error.message}). Work goes on when it is back.`);
      isAway = true;
    });
    this.client.on('ready', () => {
      if (isAway) this.logger.log('The queue is back.');
      isAway = false;
    });
  }
}
