import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, type FindOptionsWhere, type Repository } from 'typeorm';
import { AuditLog } from '../audit/audit-log';
import { person } from '../audit/actor';
import { Clock } from '../common/clock';
import { hashOfSecret, makeSecret } from '../common/secrets';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { limitRows } from '../database/limit-rows';
import { Database, type Statement } from '../database/database';
import { Account } from '../organizations/account.entity';
import { clientName } from './client-name';
import { FRESH_MS, HOUR_MS, SEEN_EVERY_MS } from './session-lifetimes';
import { StoredSession } from './session.entity';
import { PasswordNeededError, SessionNotFoundError } from './sessions.errors';

/** Expired sessions that a sign-in deletes: more than it makes, and few enough that nobody waits for it. */
const SWEPT_AT_A_TIME = 20;

/** Whose a session is, and when the password was last given. */
export type Session = Pick<StoredSession, 'id' | 'accountId' | 'authenticatedAt'>;

export type ListedSession = Pick<StoredSession, 'id' | 'client' | 'createdAt' | 'lastSeenAt'>;

/** Who is signed in where. Of the secret in the cookie only a hash is stored: a copy of the table signs nobody in. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly database: Database,
    @InjectRepository(StoredSession) private readonly sessions: Repository<StoredSession>,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Starts a session. Sessions that have had their time are swept on the way.
   * @param isSignIn whether somebody signed in by it; else it goes on for one that ended by a change
   */
  async start(
    accountId: number,
    userAgent: string | undefined,
    isSignIn = false,
  ): Promise<{ secret: string; session: Session }> {
    const now = this.clock.now();
    const secret = makeSecret();
    const expired = this.sessions.createQueryBuilder().delete().where('expiresAt <= :now', { now });
    await this.database.run(limitRows(expired, SWEPT_AT_A_TIME, 'expiresAt'));
    const client = clientName(userAgent);
    const secretHash = hashOfSecret(secret);
    const instants = { createdAt: now, lastSeenAt: now, authenticatedAt: now, expiresAt: now + this.maxMs };
    const insertion = this.sessions
      .createQueryBuilder()
      .insert()
      .values({ secretHash, accountId, client, ...instants });
    const id = isSignIn
      ? await this.signIn(insertion, accountId, client)
      : (await this.database.run(insertion)).insertId;
    return { secret, session: { id, accountId, authenticatedAt: now } };
  }

  /** The first session with one of these secrets that has not ended; notes that it was seen. */
  async find(secrets: readonly string[]): Promise<Session | null> {
    for (const secret of secrets) {
      const found = await this.findOne(secret);
      if (found !== null) return found;
    }
    return null;
  }

  /** The id of a session with one of these secrets, of the account with this address; it may have run out. */
  async idOf(secrets: readonly string[], email: string): Promise<number | null> {
    const row = await this.sessions
      .createQueryBuilder('session')
      .select('session.id', 'id')
      .innerJoin(Account, 'account', 'account.id = session.accountId')
      .where('session.secretHash IN (:...hashes)', { hashes: secrets.map(hashOfSecret) })
      .andWhere('account.email = :email', { email })
      .getRawOne<{ id: number }>();
    return row?.id ?? null;
  }

  /** The password was given once more. */
  async noteAuthentication(id: number): Promise<void> {
    await this.sessions.update({ id }, { authenticatedAt: this.clock.now() });
  }

  /** For what gives rights away or destroys: a browser left open must not be enough. @throws PasswordNeededError */
  requireFreshPassword({ authenticatedAt }: Session): void {
    if (authenticatedAt <= this.clock.now() - FRESH_MS) throw new PasswordNeededError();
  }

  private get idleMs(): number {
    return this.config.SESSION_IDLE_HOURS * HOUR_MS;
  }

  private get maxMs(): number {
    return this.config.SESSION_MAX_HOURS * HOUR_MS;
  }

  private async findOne(secret: string): Promise<Session | null> {
    const now = this.clock.now();
    const row = await this.sessions
      .createQueryBuilder('session')
      .innerJoin(Account, 'account', 'account.id = session.accountId AND account.disabledAt IS NULL')
      .where({ secretHash: hashOfSecret(secret), ...this.isOpenAt(now) })
      .getOne();
    if (row === null) return null;
    if (row.lastSeenAt <= now - SEEN_EVERY_MS) {
      await this.sessions.update({ id: row.id }, { lastSeenAt: now });
    }
    return { id: row.id, accountId: row.accountId, authenticatedAt: row.authenticatedAt };
  }

  /** The account's sessions, the last used first. */
  list(accountId: number): Promise<ListedSession[]> {
    return this.sessions.find({
      select: { id: true, client: true, createdAt: true, lastSeenAt: true },
      where: { accountId, ...this.isOpenAt(this.clock.now()) },
      order: { lastSeenAt: 'DESC', id: 'DESC' },
    });
  }

  /** @throws SessionNotFoundError when the account has no such session */
  async end(accountId: number, id: number): Promise<void> {
    const { affected } = await this.sessions.delete({ id, accountId });
    if (affected === 0) throw new SessionNotFoundError(id);
  }

  async endBySecret(secret: string): Promise<void> {
    await this.sessions.delete({ secretHash: hashOfSecret(secret) });
  }

  /** All sessions of the account end, by its own wish. */
  async endAll(accountId: number): Promise<void> {
    const by = person(accountId);
    await this.database.atomically(
      [this.ending(accountId), this.audit.entry({ organizationId: null, by, action: 'sign_out_everywhere' })],
      { statement: this.sessions.createQueryBuilder('session').select('1').where({ accountId }), shows: 'no_row' },
    );
  }

  /** The statement that ends all sessions of the account, for writes after which nobody may go on. */
  ending(accountId: number): Statement {
    return this.sessions.createQueryBuilder().delete().where({ accountId });
  }

  /** Returns the id of the session. */
  private async signIn(insertion: Statement, accountId: number, client: string): Promise<number> {
    let id = 0;
    const by = person(accountId);
    await this.database.atomically([
      insertion,
      {
        statement: ([sessionId = 0]) => {
          id = sessionId;
          return this.audit.entry({ organizationId: null, by, action: 'sign_in', subject: id, details: { client } });
        },
      },
    ]);
    return id;
  }

  /** By when it was started too, so that a shorter limit holds for sessions that are older than the setting. */
  private isOpenAt(now: number): FindOptionsWhere<StoredSession> {
    return {
      expiresAt: MoreThan(now),
      createdAt: MoreThan(now - this.maxMs),
      lastSeenAt: MoreThan(now - this.idleMs),
    };
  }
}
