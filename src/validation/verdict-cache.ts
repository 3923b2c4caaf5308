import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LRUCache } from 'lru-cache';
import { LessThanOrEqual, type Repository } from 'typeorm';
import { Clock } from '../common/clock';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { Database, type Statement, type Step } from '../database/database';
import { deleteInSlices } from '../database/delete-in-slices';
import { named, prepared } from '../database/prepared';
import { preparedIn } from '../database/prepared-in';
import { preparedRows } from '../database/prepared-rows';
import { overwriteOnDuplicate } from '../database/upsert';
import type { Verification } from '../engine';
import { AddressData } from '../feedback/known/address-data';
import { addressKey } from '../common/address-key';
import { CachedVerdict } from './cached-verdict.entity';
import { isLocalError } from './local-error';

/** `unknown` is kept for this long at most: the moment may pass. */
const UNKNOWN_TTL_MS = 15 * 60 * 1000;
const HOUR_MS = 3_600_000;
/** Conclusive verdicts that this process keeps in memory; about 1 kB each. */
const MAX_IN_MEMORY = 10_000;
/** Then the table is asked again: what another process deleted (`AddressDeletion`) is forgotten by all within this time. */
const MAX_AGE_IN_MEMORY_MS = 10_000;
/** Placeholders in one statement: far below the limits of both engines. */
const MAX_IN_STATEMENT = 512;

type Found = Pick<CachedVerdict, 'addressKey' | 'verdict' | 'expiresAt'>;

interface Cached {
  key: string;
  verification: Verification;
  expiresAt: number;
}

/**
 * Verdicts that an organization has paid for, by normalised address. Per organization, so that nobody learns from a
 * cached answer what others asked. A process keeps conclusive ones in memory; the table is the truth.
 */
@Injectable()
export class VerdictCache {
  private readonly inMemory = new LRUCache<string, { verification: Verification; until: number }>({
    max: MAX_IN_MEMORY,
  });
  /** Each single check runs it. */
  private readonly oneOf;
  /** Each single check runs it with one row, each chunk of a batch with up to 500. */
  private readonly store;
  /** Each chunk of a batch runs it. */
  private readonly someOf;
  private hitCount = 0;
  private lookUpCount = 0;

  constructor(
    @InjectRepository(CachedVerdict) private readonly verdicts: Repository<CachedVerdict>,
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    data: AddressData,
  ) {
    data.deleteWith({
      statement: ({ organizationId, email }) =>
        verdicts
          .createQueryBuilder()
          .delete()
          .where({ organizationId, addressKey: addressKey(email) }),
      forget: ({ organizationId, email }) => this.inMemory.delete(`${organizationId}:${addressKey(email)}`),
    });
    this.oneOf = prepared<'organizationId' | 'key' | 'now'>(this.live().andWhere('cached.addressKey = :key'));
    this.someOf = preparedIn<'organizationId' | 'now'>((keys) =>
      this.live().andWhere(`cached.addressKey IN (${keys})`),
    );
    const insert = verdicts
      .createQueryBuilder()
      .insert()
      .values({
        organizationId: named('organizationId'),
        addressKey: named('addressKey'),
        verdict: named('verdict'),
        expiresAt: named('expiresAt'),
      });
    this.store = preparedRows<keyof CachedVerdict>(
      insert,
      overwriteOnDuplicate(insert, ['organizationId', 'addressKey'], ['verdict', 'expiresAt']),
    );
  }

  get hits(): number {
    return this.hitCount;
  }

  get lookUps(): number {
    return this.lookUpCount;
  }

  async findOne(organizationId: number, normalised: string): Promise<Verification | null> {
    const key = addressKey(normalised);
    const known = this.inMemory.get(`${organizationId}:${key}`);
    if (known !== undefined && known.until > this.clock.now()) {
      this.count(1, 1);
      return known.verification;
    }
    const [found] = await this.read(this.oneOf({ organizationId, key, now: this.clock.now() }));
    this.count(1, found === undefined ? 0 : 1);
    if (found === undefined) return null;
    const { verification, expiresAt } = found;
    if (verification.status !== 'unknown') {
      const until = Math.min(expiresAt, this.clock.now() + MAX_AGE_IN_MEMORY_MS);
      this.inMemory.set(`${organizationId}:${key}`, { verification, until });
    }
    return verification;
  }

  /**
   * The cached verdicts among these addresses: one query for each 500. They are not kept in memory: the thousands of a
   * batch would only push out those that people ask for.
   */
  async find(organizationId: number, normalised: string[]): Promise<Map<string, Verification>> {
    const found = new Map<string, Verification>();
    const addresses = new Map(normalised.map((address) => [addressKey(address), address]));
    const keys = [...addresses.keys()];
    for (let start = 0; start < keys.length; start += MAX_IN_STATEMENT) {
      const some = keys.slice(start, start + MAX_IN_STATEMENT);
      const part = await this.read(this.someOf(some, { organizationId, now: this.clock.now() }));
      for (const { key, verification } of part) found.set(addresses.get(key) ?? '', verification);
    }
    this.count(keys.length, found.size);
    return found;
  }

  /** The statements that remember verdicts; malformed addresses and faults of ours are left out. */
  storeSteps(organizationId: number, verifications: Verification[]): Step[] {
    const now = this.clock.now();
    const verdicts = verifications.flatMap((verification) => {
      const expiresAt = now + this.lifetimeMs(verification);
      if (verification.normalised === null || expiresAt <= now) return [];
      const verdict = JSON.stringify(verification);
      return [{ organizationId, addressKey: addressKey(verification.normalised), verdict, expiresAt }];
    });
    const steps: Step[] = [];
    for (let start = 0; start < verdicts.length; start += MAX_IN_STATEMENT) {
      steps.push(this.store(verdicts.slice(start, start + MAX_IN_STATEMENT)));
    }
    return steps;
  }

  /**
   * Undoes a write when the verdict is there by now: another process was asked the same, or the answer to an earlier
   * write got lost. Behind a step that holds a row of the organization, so that the two can't miss each other.
   */
  unlessStored(organizationId: number, normalised: string): Step {
    const key = addressKey(normalised);
    return { statement: this.oneOf({ organizationId, key, now: this.clock.now() }), ifSome: 'rollback' };
  }

  /** Deletes the expired verdicts, some at a time; returns whether none are left. */
  sweep(signal?: AbortSignal): Promise<boolean> {
    const isExpired = { expiresAt: LessThanOrEqual(this.clock.now()) };
    return deleteInSlices(this.database, this.verdicts, isExpired, 'expiresAt', signal);
  }

  /** Deletes the verdicts of an organization, some at a time. */
  async forget(organizationId: number): Promise<void> {
    await deleteInSlices(this.database, this.verdicts, { organizationId }, 'addressKey');
  }

  /** The verdicts of `:organizationId` that have not expired `:now`. */
  private live() {
    return this.verdicts
      .createQueryBuilder('cached')
      .select('cached.addressKey', 'addressKey')
      .addSelect('cached.verdict', 'verdict')
      .addSelect('cached.expiresAt', 'expiresAt')
      .where('cached.organizationId = :organizationId AND cached.expiresAt > :now');
  }

  private async read(verdicts: Statement): Promise<Cached[]> {
    const rows = await this.database.query<Found>(...verdicts.getQueryAndParameters());
    return rows.map(({ addressKey: key, verdict, expiresAt }) => {
      return { key, verification: JSON.parse(verdict) as Verification, expiresAt };
    });
  }

  private lifetimeMs(verification: Verification): number {
    if (isLocalError(verification)) return 0;
    const lifetime = this.config.CACHE_TTL_HOURS * HOUR_MS;
    return verification.status === 'unknown' ? Math.min(UNKNOWN_TTL_MS, lifetime) : lifetime;
  }

  private count(lookUps: number, hits: number): void {
    this.lookUpCount += lookUps;
    this.hitCount += hits;
  }
}
