import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../common/clock';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { Database, type Step } from '../database/database';
import { inBites } from '../database/in-bites';
import type { Verification } from '../engine';
import { addressKey } from './address-key';
import { isOurFault } from './our-fault';

/** `unknown` is kept for this long at most: the moment may pass. */
const UNKNOWN_TTL_MS = 15 * 60 * 1000;
const HOUR_MS = 3_600_000;
/** Conclusive verdicts that this process keeps at hand; about 1 kB each. */
const MAX_AT_HAND = 10_000;
/** Placeholders in one statement: far below the limits of both engines. */
const MAX_IN_STATEMENT = 500;
/** Verdicts that one statement of a sweep deletes at least. */
const FEWEST_IN_A_BITE = 20;

interface Row {
  addressKey: string;
  verdict: string;
  expiresAt: number;
}

interface Cached {
  key: string;
  verification: Verification;
  expiresAt: number;
}

/**
 * Verdicts that an organization has paid for, by normalised address. Per organization, so that nobody learns from a
 * cached answer what others asked. A process keeps conclusive ones at hand; the table is the truth.
 */
@Injectable()
export class VerdictCache {
  private readonly atHand = new LRUCache<string, { verification: Verification; expiresAt: number }>({
    max: MAX_AT_HAND,
  });
  private hitCount = 0;
  private lookUpCount = 0;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  get hits(): number {
    return this.hitCount;
  }

  get lookUps(): number {
    return this.lookUpCount;
  }

  async findOne(organizationId: number, normalised: string): Promise<Verification | null> {
    const key = addressKey(normalised);
    const known = this.atHand.get(`${organizationId}:${key}`);
    if (known !== undefined && known.expiresAt > this.clock.now()) {
      this.count(1, 1);
      return known.verification;
    }
    const [found] = await this.read(organizationId, [key]);
    this.count(1, found === undefined ? 0 : 1);
    if (found === undefined) return null;
    const { verification, expiresAt } = found;
    if (verification.status !== 'unknown') this.atHand.set(`${organizationId}:${key}`, { verification, expiresAt });
    return verification;
  }

  /**
   * The cached verdicts among these addresses: one query for each 500. They are not kept at hand: the thousands of a
   * batch would only push out those that people ask for.
   */
  async find(organizationId: number, normalised: string[]): Promise<Map<string, Verification>> {
    const found = new Map<string, Verification>();
    const addresses = new Map(normalised.map((address) => [addressKey(address), address]));
    const keys = [...addresses.keys()];
    for (let start = 0; start < keys.length; start += MAX_IN_STATEMENT) {
      const part = await this.read(organizationId, keys.slice(start, start + MAX_IN_STATEMENT));
      for (const { key, verification } of part) found.set(addresses.get(key) ?? '', verification);
    }
    this.count(keys.length, found.size);
    return found;
  }

  /** The statements that remember verdicts; malformed addresses and faults of ours are left out. */
  storeSteps(organizationId: number, verifications: Verification[]): Step[] {
    const now = this.clock.now();
    const entries = verifications.flatMap((verification) => {
      const expiresAt = now + this.lifetimeMs(verification);
      if (verification.normalised === null || expiresAt <= now) return [];
      return [[organizationId, addressKey(verification.normalised), JSON.stringify(verification), expiresAt]];
    });
    const steps: Step[] = [];
    for (let start = 0; start < entries.length; start += MAX_IN_STATEMENT) {
      const part = entries.slice(start, start + MAX_IN_STATEMENT);
      steps.push({
        sql: `INSERT INTO cached_verdicts (organization_id, address_key, verdict, expires_at)
          VALUES ${part.map(() => '(?, ?, ?, ?)').join(', ')}
          ${this.database.onDuplicateUpdate(['organization_id', 'address_key'], ['verdict', 'expires_at'])}`,
        parameters: part.flat(),
      });
    }
    return steps;
  }

  /**
   * Undoes a write when the verdict is there by now: another process was asked the same, or the answer to an earlier
   * write got lost. Behind a step that holds a row of the organization, so that the two can't miss each other.
   */
  unlessStored(organizationId: number, normalised: string): Step {
    return {
      sql: 'SELECT 1 FROM cached_verdicts WHERE organization_id = ? AND address_key = ? AND expires_at > ?',
      parameters: [organizationId, addressKey(normalised), this.clock.now()],
      ifSome: 'rollback',
    };
  }

  /** Deletes the expired verdicts, some at a time; returns whether none are left. */
  sweep(signal?: AbortSignal): Promise<boolean> {
    return this.deleteAll('expires_at <= ?', 'expires_at', this.clock.now(), signal);
  }

  /** Deletes the verdicts of an organization, some at a time. */
  async forget(organizationId: number): Promise<void> {
    await this.deleteAll('organization_id = ?', 'organization_id, address_key', organizationId);
  }

  private deleteAll(condition: string, order: string, value: number, signal?: AbortSignal): Promise<boolean> {
    const sql = this.database.deleteSome('cached_verdicts', condition, order);
    return inBites(this.database, { fewest: FEWEST_IN_A_BITE, signal }, async (limit) => {
      return (await this.database.execute(sql, [value, limit])).affected;
    });
  }

  private async read(organizationId: number, keys: string[]): Promise<Cached[]> {
    const rows = await this.database.query<Row>(
      `SELECT address_key AS addressKey, verdict, expires_at AS expiresAt FROM cached_verdicts
        WHERE organization_id = ? AND expires_at > ? AND address_key IN (${placeholders(keys.length)})`,
      [organizationId, this.clock.now(), ...keys],
    );
    return rows.map(({ addressKey: key, verdict, expiresAt }) => {
      return { key, verification: JSON.parse(verdict) as Verification, expiresAt };
    });
  }

  private lifetimeMs(verification: Verification): number {
    if (isOurFault(verification)) return 0;
    const lifetime = this.config.CACHE_TTL_HOURS * HOUR_MS;
    return verification.status === 'unknown' ? Math.min(UNKNOWN_TTL_MS, lifetime) : lifetime;
  }

  private count(lookUps: number, hits: number): void {
    this.lookUpCount += lookUps;
    this.hitCount += hits;
  }
}

function placeholders(count: number): string {
  return Array.from({ length: count }, () => '?').join(', ');
}
