import type { Redis, Result } from 'ioredis';
import { ACQUIRE, RELEASE, RENEW } from './session-lease-scripts';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    evsAcquireSessions(keys: number, ...args: (string | number)[]): Result<string[], Context>;
    evsRenewSessions(keys: number, ...args: (string | number)[]): Result<null, Context>;
    evsReleaseSession(keys: number, ...args: (string | number)[]): Result<null, Context>;
  }
}

/** A session that is open or wanted. */
export interface SessionLease {
  /** Unique over all processes; without spaces. */
  id: string;
  /** The mail host's key. */
  host: string;
}

export interface SessionLimits {
  maxSessions: number;
  sessionsPerHost: number;
}

/** Leases of SMTP sessions that all processes share. What a process that died held comes free after `leaseMs`. */
export class SessionLeases {
  private readonly all: string;
  private readonly waiting: string;
  private readonly seen: string;
  private readonly hosts: string;

  constructor(
    private readonly redis: Redis,
    prefix: string,
    private readonly limits: SessionLimits,
    private readonly leaseMs: number,
    private readonly waiterMs: number,
  ) {
    this.all = `${prefix}:smtp:all`;
    this.waiting = `${prefix}:smtp:waiting`;
    this.seen = `${prefix}:smtp:seen`;
    this.hosts = `${prefix}:smtp:host:`;
    redis.defineCommand('evsAcquireSessions', { lua: ACQUIRE });
    redis.defineCommand('evsRenewSessions', { lua: RENEW });
    redis.defineCommand('evsReleaseSession', { lua: RELEASE });
  }

  /** Which of the wanted sessions may be opened now; the others keep their places for `waiterMs`. Rejects while Redis is away. */
  async acquire(wanted: readonly SessionLease[]): Promise<Set<string>> {
    const { maxSessions, sessionsPerHost } = this.limits;
    const args = [maxSessions, sessionsPerHost, this.leaseMs, this.waiterMs, this.hosts, ...pairs(wanted)];
    return new Set(await this.redis.evsAcquireSessions(3, this.all, this.waiting, this.seen, ...args));
  }

  /** Never rejects: what could not be prolonged is made again the next time. */
  async renew(held: readonly SessionLease[]): Promise<void> {
    await this.redis.evsRenewSessions(1, this.all, this.leaseMs, this.hosts, ...pairs(held)).catch(() => undefined);
  }

  /** Gives back a lease or a place. Never rejects: a lease that could not be given back runs out. */
  async release({ id, host }: SessionLease): Promise<void> {
    await this.redis
      .evsReleaseSession(3, this.all, this.waiting, this.seen, this.hosts, id, host)
      .catch(() => undefined);
  }
}

function pairs(leases: readonly SessionLease[]): string[] {
  return leases.flatMap(({ id, host }) => [id, host]);
}
