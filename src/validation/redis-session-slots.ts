import type Redis from 'ioredis';
import {
  nextWish,
  Turns,
  type ForeignWish,
  type Release,
  type SessionSlots,
  type SlotLimits,
  type SlotWish,
} from '../engine';
import { leaseId, wishOf } from './lease-id';
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
/** How often somebody who waits asks again, with some chance in it so that processes take turns. */
const ASK_AGAIN_MS = { least: 30, most: 70 };
/** A waiter that has not asked for so long is gone; more than the 500 ms after which a command fails. */
const WAITER_MS = 1000;
/** The most waiters that one question names. */
const MAX_IN_QUESTION = 100;
/** How often whoever holds sessions looks who waits elsewhere, and at how many of those. */
const LOOK_AT_OTHERS_MS = 500;
const MAX_OF_OTHERS = 50;

interface Held extends SlotWish {
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
  private readonly turns = new Turns();
  private asking = false;
  private isWanted = false;
  private again: NodeJS.Timeout | undefined;
  private renewing: NodeJS.Timeout | undefined;
  private looking: NodeJS.Timeout | undefined;
  private others: readonly ForeignWish[] = [];

  constructor(
    redis: Redis,
    private readonly options: RedisSessionSlotsOptions,
  ) {
    this.leaseMs = options.leaseMs ?? LEASE_MS;
    this.leases = new SessionLeases(redis, options.prefix, options, this.leaseMs, WAITER_MS);
  }

  async acquire(wish: SlotWish, signal: AbortSignal): Promise<Release> {
    signal.throwIfAborted();
    const held: Held = { ...wish, id: leaseId(wish), host: wish.key };
    await this.turn(held, signal);
    return () => {
      this.giveBack(held);
    };
  }

  foreignWishes(): readonly ForeignWish[] {
    return this.others;
  }

  private turn(wish: Held, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.waiters.delete(waiter);
        void this.leases.release(wish);
        reject(signal.reason as Error);
      };
      const waiter: Waiter = {
        ...wish,
        grant: () => {
          signal.removeEventListener('abort', leave);
          this.waiters.delete(waiter);
          this.hold(wish);
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

  /** The urgent first, and of each asker the same number: those who wait elsewhere are known to Redis alone. */
  private inOrder(): Waiter[] {
    const places = new Map<string, number>();
    return [...this.waiters]
      .map((waiter) => {
        const name = `${Number(waiter.isUrgent)} ${waiter.asker} ${waiter.job}`;
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
      else void this.leases.release(waiter); // He left while we asked.
    }
  }

  /** By the limits of this process, while Redis does not answer. */
  private grantAlone(): void {
    for (;;) {
      const next = nextWish(this.waiters, [...this.held], this.options, this.turns);
      if (next === undefined) return;
      this.turns.serve(next);
      next.grant();
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

  private hold(lease: Held): void {
    this.held.add(lease);
    this.renewing ??= setInterval(() => {
      void this.leases.renew([...this.held]);
    }, this.leaseMs / RENEWALS).unref();
    this.looking ??= setInterval(() => {
      void this.lookAtOthers();
    }, LOOK_AT_OTHERS_MS).unref();
  }

  private async lookAtOthers(): Promise<void> {
    const own = new Set([...this.waiters].map(({ id }) => id));
    const waiting = await this.leases.waitedFor(MAX_OF_OTHERS);
    this.others = waiting.flatMap(({ id, host, isHostFull }) =>
      own.has(id) || this.held.size === 0 ? [] : [{ ...wishOf(id, host), isHostFull }],
    );
  }

  private giveBack(lease: Held): void {
    if (!this.held.delete(lease)) return;
    if (this.held.size === 0) {
      clearInterval(this.renewing);
      clearInterval(this.looking);
      this.renewing = this.looking = undefined;
      this.others = [];
    }
    void this.leases.release(lease);
    if (this.waiters.size > 0) this.ask();
  }
}
