import { randomUUID } from 'node:crypto';
import type Redis from 'ioredis';
import type { Release, SessionSlots } from '../engine';
import { URGENT } from './session-lease-scripts';
import { SessionLeases, type SessionLease, type SessionLimits } from './session-leases';

export interface RedisSessionSlotsOptions extends SessionLimits {
  /** What the names of all keys begin with. */
  prefix: string;
  /** Milliseconds after which the sessions of a process that died no longer count; default 30 s. */
  leaseMs?: number;
}

const LEASE_MS = 30_000;
/** A lease is renewed so many times within its life. */
const RENEWALS = 3;
/** How often somebody who waits asks again, with some chance in it so that processes take turns. */
const ASK_AGAIN_MS = { least: 30, most: 70 };
/** A waiter that has not asked for so long is gone; more than the 500 ms after which a command fails. */
const WAITER_MS = 1000;
/** The most waiters that one question names. */
const MAX_IN_QUESTION = 100;

interface Waiter extends SessionLease {
  isUrgent: boolean;
  grant: () => void;
}

/**
 * Limits of SMTP sessions that all processes with the same Redis share, by leases that are renewed while held. While
 * Redis is away each process keeps to the limits by itself.
 */
export class RedisSessionSlots implements SessionSlots {
  private readonly leases: SessionLeases;
  private readonly leaseMs: number;
  private readonly held = new Set<SessionLease>();
  /** In the order of arrival. */
  private readonly waiters = new Set<Waiter>();
  private asking = false;
  private isWanted = false;
  private again: NodeJS.Timeout | undefined;
  private renewing: NodeJS.Timeout | undefined;

  constructor(
    redis: Redis,
    private readonly options: RedisSessionSlotsOptions,
  ) {
    this.leaseMs = options.leaseMs ?? LEASE_MS;
    this.leases = new SessionLeases(redis, options.prefix, options, this.leaseMs, WAITER_MS);
  }

  async acquire(key: string, signal: AbortSignal, isUrgent = false): Promise<Release> {
    signal.throwIfAborted();
    const lease: SessionLease = { id: `${isUrgent ? URGENT : ''}${randomUUID()}`, host: key };
    await this.turn(lease, signal, isUrgent);
    return () => {
      this.giveBack(lease);
    };
  }

  private turn(lease: SessionLease, signal: AbortSignal, isUrgent: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.waiters.delete(waiter);
        void this.leases.release(lease);
        reject(signal.reason as Error);
      };
      const waiter: Waiter = {
        ...lease,
        isUrgent,
        grant: () => {
          signal.removeEventListener('abort', leave);
          this.waiters.delete(waiter);
          this.hold(lease);
          resolve();
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.waiters.add(waiter);
      this.ask();
    });
  }

  /** One question at a time; who comes meanwhile is in the next. */
  private ask(): void {
    this.isWanted = true;
    if (this.asking) return;
    this.asking = true;
    clearTimeout(this.again);
    void this.askWhileWanted().finally(() => {
      this.asking = false;
      if (this.waiters.size > 0) this.askAgainSoon();
    });
  }

  private async askWhileWanted(): Promise<void> {
    while (this.isWanted && this.waiters.size > 0) {
      this.isWanted = false;
      const wanted = this.inOrder().slice(0, MAX_IN_QUESTION);
      try {
        this.grant(wanted, await this.leases.acquire(wanted));
      } catch {
        this.grantAlone();
      }
    }
  }

  private inOrder(): Waiter[] {
    return [...this.waiters].sort((one, other) => Number(other.isUrgent) - Number(one.isUrgent));
  }

  private grant(asked: readonly Waiter[], granted: ReadonlySet<string>): void {
    for (const waiter of asked) {
      if (!granted.has(waiter.id)) continue;
      if (this.waiters.has(waiter)) waiter.grant();
      else void this.leases.release(waiter); // He left while we asked.
    }
  }

  /** By the limits of this process, while Redis does not answer. */
  private grantAlone(): void {
    const { maxSessions, sessionsPerHost } = this.options;
    for (const waiter of this.inOrder()) {
      if (this.held.size >= maxSessions) return;
      const ofHost = [...this.held].filter(({ host }) => host === waiter.host).length;
      if (ofHost < sessionsPerHost) waiter.grant();
    }
  }

  private askAgainSoon(): void {
    const { least, most } = ASK_AGAIN_MS;
    this.again = setTimeout(
      () => {
        this.ask();
      },
      least + Math.random() * (most - least),
    );
  }

  private hold(lease: SessionLease): void {
    this.held.add(lease);
    this.renewing ??= setInterval(() => {
      void this.leases.renew([...this.held]);
    }, this.leaseMs / RENEWALS).unref();
  }

  private giveBack(lease: SessionLease): void {
    if (!this.held.delete(lease)) return;
    if (this.held.size === 0) {
      clearInterval(this.renewing);
      this.renewing = undefined;
    }
    void this.leases.release(lease);
    if (this.waiters.size > 0) this.ask();
  }
}
