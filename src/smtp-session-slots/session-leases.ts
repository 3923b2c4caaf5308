import type { Redis, Result } from 'ioredis';
import { largestOfTenant, largestOfHost, type SlotLimits } from '../engine';
import { ACQUIRE, RELEASE, RENEW, WAITING } from './session-lease-scripts';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    evsAcquireSessions(keys: number, ...args: (string | number)[]): Result<string[], Context>;
    evsWaitingSessions(keys: number, ...args: (string | number)[]): Result<(string | number)[], Context>;
    evsRenewSessions(keys: number, ...args: (string | number)[]): Result<null, Context>;
    evsReleaseSession(keys: number, ...args: (string | number)[]): Result<null, Context>;
  }
}

/** A session that is open or wanted. */
export interface SessionLease {
  /** Unique over all processes; without spaces. Tells who wants it: see `leaseId`. */
  id: string;
  /** The mail host's key. */
  host: string;
}

export interface WaitingLease extends SessionLease {
  isHostFull: boolean;
  isNetworkFull: boolean;
}

/** Leases of SMTP sessions that all processes share. What a process that died held comes free after `leaseMs`. */
export class SessionLeases {
  private readonly all: string;
  private readonly waiting: string;
  private readonly seen: string;
  private readonly served: string;
  private readonly hosts: string;

  constructor(
    private readonly redis: Redis,
    prefix: string,
    private readonly limits: SlotLimits,
    private readonly leaseMs: number,
    private readonly waiterMs: number,
  ) {
    this.all = `${prefix}:smtp:all`;
    this.waiting = `${prefix}:smtp:waiting`;
    this.seen = `${prefix}:smtp:seen`;
    this.served = `${prefix}:smtp:served`;
    this.hosts = `${prefix}:smtp:host:`;
    redis.defineCommand('evsAcquireSessions', { lua: ACQUIRE });
    redis.defineCommand('evsWaitingSessions', { lua: WAITING });
    redis.defineCommand('evsRenewSessions', { lua: RENEW });
    redis.defineCommand('evsReleaseSession', { lua: RELEASE });
  }

  /** Which of the wanted sessions may be opened now; the others keep their places for `waiterMs`. Rejects while Redis is away. */
  async acquire(wanted: readonly SessionLease[]): Promise<Set<string>> {
    const { maxSessions, sessionsPerHost, sessionsPerNetwork } = this.limits;
    const shares = [largestOfTenant(this.limits), largestOfHost(this.limits)];
    const args = [maxSessions, sessionsPerHost, this.leaseMs, this.waiterMs, this.hosts, ...shares, sessionsPerNetwork];
    return new Set(await this.redis.evsAcquireSessions(4, ...this.keys, ...args, ...pairs(wanted)));
  }

  /** Up to `limit` sessions that are waited for, by whichever process. Never rejects: while Redis is away none is known. */
  async waitedFor(limit: number): Promise<WaitingLease[]> {
    const { maxSessions, sessionsPerHost, sessionsPerNetwork } = this.limits;
    const keys = [this.all, this.waiting, this.seen];
    const args = [maxSessions, sessionsPerHost, this.hosts, limit, sessionsPerNetwork];
    const found = await this.redis.evsWaitingSessions(3, ...keys, ...args).catch(() => []);
    const leases: WaitingLease[] = [];
    for (let at = 0; at + 3 < found.length; at += 4) {
      leases.push({
        id: String(found[at]),
        host: String(found[at + 1]),
        isHostFull: found[at + 2] === 1,
        isNetworkFull: found[at + 3] === 1,
      });
    }
    return leases;
  }

  /** Never rejects: what could not be prolonged is made again the next time. */
  async renew(held: readonly SessionLease[]): Promise<void> {
    await this.redis.evsRenewSessions(1, this.all, this.leaseMs, this.hosts, ...pairs(held)).catch(() => undefined);
  }

  /** Gives back a lease or a place. Never rejects: a lease that could not be given back runs out. */
  async release({ id, host }: SessionLease): Promise<void> {
    await this.redis.evsReleaseSession(4, ...this.keys, this.hosts, id, host).catch(() => undefined);
  }

  private get keys(): string[] {
    return [this.all, this.waiting, this.seen, this.served];
  }
}

function pairs(leases: readonly SessionLease[]): string[] {
  return leases.flatMap(({ id, host }) => [id, host]);
}
