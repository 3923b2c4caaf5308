import type Redis from 'ioredis';
import {
  nextRequest,
  LeastRecentlyServed,
  type RemoteSlotRequest,
  type Release,
  type SessionSlots,
  type SlotLimits,
  type SlotRequest,
} from '../engine';
import { leaseId, requestOf } from './lease-id';
import { SessionLeases } from './session-leases';

export interface RedisSessionSlotsOptions extends SlotLimits {
  /** What the names of all keys begin with. */
  prefix: string;
  /** Milliseconds after which the sessions of a process that died no longer count; default 30 s. */
  leaseMs?: number;
}

const LEASE_MS = 30_000;
/** A lease is renewed so many times within its life. */
const RENEWALS = 3;
/** Milliseconds until waiters try to acquire again, with jitter so that processes take turns. */
const RETRY_MS = { least: 30, most: 70 };
/** A waiter that has not asked for so long is gone; more than the 500 ms after which a command fails. */
const WAITER_MS = 1000;
/** The most waiters that one command names. */
const MAX_IN_COMMAND = 100;
/** Milliseconds between polls, while sessions are held, for requests that wait in other processes, and how many of those. */
const POLL_OTHERS_MS = 500;
const MAX_OF_OTHERS = 50;

interface Held extends SlotRequest {
  id: string;
  /** As `key`, for the leases. */
  host: string;
}

interface Waiter extends Held {
  grant: () => void;
}

/**
 * Limits of SMTP sessions that all processes with the same Redis share, by leases that are renewed while held. While
 * Redis is away each process keeps to the limits by itself.
 */
export class RedisSessionSlots implements SessionSlots {
  private readonly leases: SessionLeases;
  private readonly leaseMs: number;
  private readonly held = new Set<Held>();
  /** In the order of arrival. */
  private readonly waiters = new Set<Waiter>();
  private readonly order = new LeastRecentlyServed();
  private isAcquiring = false;
  private isWanted = false;
  private retry: NodeJS.Timeout | undefined;
  private renewing: NodeJS.Timeout | undefined;
  private polling: NodeJS.Timeout | undefined;
  private others: readonly RemoteSlotRequest[] = [];

  constructor(
    redis: Redis,
    private readonly options: RedisSessionSlotsOptions,
  ) {
    this.leaseMs = options.leaseMs ?? LEASE_MS;
    this.leases = new SessionLeases(redis, options.prefix, options, this.leaseMs, WAITER_MS);
  }

  async acquire(request: SlotRequest, signal: AbortSignal): Promise<Release> {
    signal.throwIfAborted();
    const held: Held = { ...request, id: leaseId(request), host: request.key };
    await this.wait(held, signal);
    return () => {
      this.release(held);
    };
  }

  remoteRequests(): readonly RemoteSlotRequest[] {
    return this.others;
  }

  private wait(request: Held, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.waiters.delete(waiter);
        void this.leases.release(request);
        reject(signal.reason as Error);
      };
      const waiter: Waiter = {
        ...request,
        grant: () => {
          signal.removeEventListener('abort', onAbort);
          this.waiters.delete(waiter);
          this.hold(request);
          resolve();
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.waiters.add(waiter);
      this.acquireWaiting();
    });
  }

  /** One command at a time; waiters that come meanwhile are in the next. */
  private acquireWaiting(): void {
    this.isWanted = true;
    if (this.isAcquiring) return;
    this.isAcquiring = true;
    clearTimeout(this.retry);
    void this.acquireWhileWanted().finally(() => {
      this.isAcquiring = false;
      if (this.waiters.size > 0) this.retrySoon();
    });
  }

  private async acquireWhileWanted(): Promise<void> {
    while (this.isWanted && this.waiters.size > 0) {
      this.isWanted = false;
      const wanted = this.inOrder().slice(0, MAX_IN_COMMAND);
      try {
        this.grant(wanted, await this.leases.acquire(wanted));
      } catch {
        this.grantAlone();
      }
    }
  }

  /** The urgent first, and of each tenant the same number: those who wait elsewhere are known to Redis alone. */
  private inOrder(): Waiter[] {
    const places = new Map<string, number>();
    return [...this.waiters]
      .map((waiter) => {
        const name = `${Number(waiter.isUrgent)} ${waiter.tenant} ${waiter.job}`;
        const place = places.get(name) ?? 0;
        places.set(name, place + 1);
        return { waiter, place };
      })
      .sort((one, other) => Number(other.waiter.isUrgent) - Number(one.waiter.isUrgent) || one.place - other.place)
      .map(({ waiter }) => waiter);
  }

  private grant(asked: readonly Waiter[], granted: ReadonlySet<string>): void {
    for (const waiter of asked) {
      if (!granted.has(waiter.id)) continue;
      if (this.waiters.has(waiter)) waiter.grant();
      else void this.leases.release(waiter); // Aborted meanwhile.
    }
  }

  /** By the limits of this process, while Redis does not answer. */
  private grantAlone(): void {
    for (;;) {
      const next = nextRequest(this.waiters, [...this.held], this.options, this.order);
      if (next === undefined) return;
      this.order.markServed(next);
      next.grant();
    }
  }

  private retrySoon(): void {
    const { least, most } = RETRY_MS;
    this.retry = setTimeout(
      () => {
        this.acquireWaiting();
      },
      least + Math.random() * (most - least),
    );
  }

  private hold(lease: Held): void {
    this.held.add(lease);
    this.renewing ??= setInterval(() => {
      void this.leases.renew([...this.held]);
    }, this.leaseMs / RENEWALS).unref();
    this.polling ??= setInterval(() => {
      void this.pollOthers();
    }, POLL_OTHERS_MS).unref();
  }

  private async pollOthers(): Promise<void> {
    const own = new Set([...this.waiters].map(({ id }) => id));
    const waiting = await this.leases.waitedFor(MAX_OF_OTHERS);
    this.others = waiting.flatMap(({ id, host, isHostFull, isNetworkFull }) =>
      own.has(id) || this.held.size === 0 ? [] : [{ ...requestOf(id, host), isHostFull, isNetworkFull }],
    );
  }

  private release(lease: Held): void {
    if (!this.held.delete(lease)) return;
    if (this.held.size === 0) {
      clearInterval(this.renewing);
      clearInterval(this.polling);
      this.renewing = this.polling = undefined;
      this.others = [];
    }
    void this.leases.release(lease);
    if (this.waiters.size > 0) this.acquireWaiting();
  }
}
