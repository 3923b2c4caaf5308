import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { hashOfSecret, makeSecret } from '../common/secrets';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { Database } from '../database/database';
import { clientName } from './client-name';
import { FRESH_MS, HOUR_MS, SEEN_EVERY_MS } from './session-limits';
import { PasswordNeededError, SessionNotFoundError } from './sessions.errors';

/** Expired sessions that a sign-in deletes: more than it makes, and few enough that nobody waits for it. */
const SWEPT_AT_A_TIME = 20;

/** Whose a session is. */
export interface Session {
  id: number;
  accountId: number;
  /** When the password was last given, in milliseconds since the epoch. */
  authenticatedAt: number;
}

export interface ListedSession {
  id: number;
  /** What signed in, in a few words. */
  client: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  lastSeenAt: number;
}

/** Who is signed in where. Of the secret in the cookie only a hash is stored: a copy of the table signs nobody in. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Starts a session. Sessions that have had their time are swept on the way. */
  async start(accountId: number, userAgent: string | undefined): Promise<{ secret: string; session: Session }> {
    const now = this.clock.now();
    const secret = makeSecret();
    await this.database.execute(this.database.deleteSome('sessions', 'expires_at <= ?', 'expires_at'), [
      now,
      SWEPT_AT_A_TIME,
    ]);
    const { insertId } = await this.database.execute(
      `INSERT INTO sessions (secret_hash, account_id, client, created_at, last_seen_at, authenticated_at, expires_at)
        VALUES (?, ?, ?, ?, ?, ?, ?)`,
      [hashOfSecret(secret), accountId, clientName(userAgent), now, now, now, now + this.maxMs],
    );
    return { secret, session: { id: insertId, accountId, authenticatedAt: now } };
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
    const [row] = await this.database.query<{ id: number }>(
      `SELECT s.id FROM sessions s JOIN accounts a ON a.id = s.account_id
        WHERE s.secret_hash IN (${secrets.map(() => '?').join(', ')}) AND a.email = ?`,
      [...secrets.map(hashOfSecret), email],
    );
    return row?.id ?? null;
  }

  /** The password was given once more. */
  async noteAuthentication(id: number): Promise<void> {
    await this.database.execute('UPDATE sessions SET authenticated_at = ? WHERE id = ?', [this.clock.now(), id]);
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

  /** By when it was started too, so that a shorter limit holds for sessions that are older than the setting. */
  private async findOne(secret: string): Promise<Session | null> {
    const now = this.clock.now();
    const [row] = await this.database.query<Session & { lastSeenAt: number }>(
      `SELECT id, account_id AS accountId, last_seen_at AS lastSeenAt, authenticated_at AS authenticatedAt FROM sessions
        WHERE secret_hash = ? AND expires_at > ? AND created_at > ? AND last_seen_at > ?`,
      [hashOfSecret(secret), now, now - this.maxMs, now - this.idleMs],
    );
    if (row === undefined) return null;
    if (row.lastSeenAt <= now - SEEN_EVERY_MS) {
      await this.database.execute('UPDATE sessions SET last_seen_at = ? WHERE id = ?', [now, row.id]);
    }
    return { id: row.id, accountId: row.accountId, authenticatedAt: row.authenticatedAt };
  }

  /** The account's sessions, the last used first. */
  list(accountId: number): Promise<ListedSession[]> {
    const now = this.clock.now();
    return this.database.query<ListedSession>(
      `SELECT id, client, created_at AS createdAt, last_seen_at AS lastSeenAt FROM sessions
        WHERE account_id = ? AND expires_at > ? AND created_at > ? AND last_seen_at > ?
        ORDER BY last_seen_at DESC, id DESC`,
      [accountId, now, now - this.maxMs, now - this.idleMs],
    );
  }

  /** @throws SessionNotFoundError when the account has no such session */
  async end(accountId: number, id: number): Promise<void> {
    const { affected } = await this.database.execute('DELETE FROM sessions WHERE id = ? AND account_id = ?', [
      id,
      accountId,
    ]);
    if (affected === 0) throw new SessionNotFoundError(id);
  }

  async endBySecret(secret: string): Promise<void> {
    await this.database.execute('DELETE FROM sessions WHERE secret_hash = ?', [hashOfSecret(secret)]);
  }

  async endAll(accountId: number): Promise<void> {
    await this.database.execute('DELETE FROM sessions WHERE account_id = ?', [accountId]);
  }
}
