import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, LessThanOrEqual, type Repository } from 'typeorm';
import { Clock } from '../common/clock';
import { Database, type Statement } from '../database/database';
import { deleteInSlices } from '../database/delete-in-slices';
import { IdempotencyKey } from './idempotency-key.entity';

/** Longer than a process that is stopped lives on; renewed while its holder works. */
export const LEASE_MS = 60_000;
const KEPT_MS = 24 * 3_600_000;

/** What a row begins with. */
export type Reservation = Pick<
  IdempotencyKey,
  'id' | 'organizationId' | 'accountId' | 'addressKey' | 'fingerprint' | 'claim'
>;
/** Which try of which request. */
export type Claim = Pick<IdempotencyKey, 'id' | 'claim'>;

/** The rows of keys. Each change asks for the claim: who has lost it changes nothing. */
@Injectable()
export class IdempotencyKeysRepository {
  constructor(
    private readonly database: Database,
    @InjectRepository(IdempotencyKey) private readonly keys: Repository<IdempotencyKey>,
    private readonly clock: Clock,
  ) {}

  /** Returns whether the key was free. */
  async reserve(reservation: Reservation): Promise<boolean> {
    const now = this.clock.now();
    const row = { ...reservation, leaseUntil: now + LEASE_MS, expiresAt: now + KEPT_MS };
    const insert = this.keys.createQueryBuilder().insert().values(row).orIgnore();
    const { id, claim } = reservation;
    return this.isDone(insert, this.keys.createQueryBuilder('k').select('1').where({ id, claim }));
  }

  /** What is there under the key; what has expired is removed, and not there. */
  async find(id: string): Promise<IdempotencyKey | null> {
    const row = await this.keys.findOneBy({ id });
    const now = this.clock.now();
    if (row === null || row.expiresAt > now) return row;
    await this.keys.delete({ id, expiresAt: LessThanOrEqual(now) });
    return null;
  }

  /** Takes a key over whose holder has let its lease end; returns whether nobody else did. */
  takeOver({ id, claim: lost }: Claim, reservation: Reservation): Promise<boolean> {
    const { claim, fingerprint, addressKey } = reservation;
    const now = this.clock.now();
    const take = this.keys
      .createQueryBuilder()
      .update()
      .set({ claim, fingerprint, addressKey, leaseUntil: now + LEASE_MS })
      .where({ id, claim: lost, leaseUntil: LessThanOrEqual(now), made: IsNull(), answer: IsNull() });
    return this.isDone(take, this.keys.createQueryBuilder('k').select('1').where({ id, claim }));
  }

  async renew({ id, claim }: Claim): Promise<void> {
    await this.keys.update({ id, claim }, { leaseUntil: this.clock.now() + LEASE_MS });
  }

  /** Of the write that does what was asked for. Changes no row where the try counts no more. */
  making({ id, claim }: Claim, made: Buffer, fingerprint: string | null): Statement {
    return this.keys.createQueryBuilder().update().set({ made, fingerprint }).where({ id, claim, made: IsNull() });
  }

  /** Whether the try counts, and has done nothing yet. */
  isHeld({ id, claim }: Claim): Promise<boolean> {
    return this.keys.existsBy({ id, claim, made: IsNull() });
  }

  async answer({ id, claim }: Claim, answer: Buffer, fingerprint: string): Promise<void> {
    await this.keys.update({ id, claim }, { answer, fingerprint });
  }

  /** As `answer`, unless something was done: then that is the answer. */
  async refuse({ id, claim }: Claim, refusal: Buffer, fingerprint: string): Promise<void> {
    await this.keys.update({ id, claim, made: IsNull() }, { answer: refusal, fingerprint });
  }

  /** The key is new again, unless something was done under it. */
  async release({ id, claim }: Claim): Promise<void> {
    await this.keys.delete({ id, claim, made: IsNull(), answer: IsNull() });
  }

  /** Deletes the rows of a condition, some at a time; returns whether none is left. */
  async sweep(signal?: AbortSignal): Promise<boolean> {
    const isPast = { expiresAt: LessThanOrEqual(this.clock.now()) };
    return deleteInSlices(this.database, this.keys, isPast, 'expiresAt', signal);
  }

  /** Deletes those of an organization, some at a time. */
  async forget(organizationId: number): Promise<void> {
    await deleteInSlices(this.database, this.keys, { organizationId }, 'addressKey');
  }

  ofAddress(organizationId: number, addressKey: string): Statement {
    return this.keys.createQueryBuilder().delete().where({ organizationId, addressKey });
  }

  /** Those that the account sent for itself. */
  ofAccount(accountId: number): Statement {
    return this.keys.createQueryBuilder().delete().where({ accountId });
  }

  private async isDone(statement: Statement, proof: Statement): Promise<boolean> {
    return (await this.database.atomically([{ statement, ifNone: 'rollback' }], proof)) === 'done';
  }
}
