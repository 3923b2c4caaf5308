import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { hashOfSecret, makeSecret } from '../common/secrets';
import { Database } from '../database/database';
import { clientName } from './client-name';
import { ABSOLUTE_LIMIT_MS, IDLE_LIMIT_MS, SEEN_EVERY_MS } from './session-limits';
import { SessionNotFoundError } from './sessions.errors';

/** Whose a session is. */
export interface Session {
  id: number;
  accountId: number;
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
  ) {}

  /** Starts a session and returns its secret. Sessions that have had their time are swept on the way. */
  async start(accountId: number, userAgent: string | undefined): Promise<string> {
    const now = this.clock.now();
    const secret = makeSecret();
    await this.database.execute('DELETE FROM sessions WHERE expires_at <= ?', [now]);
    await this.database.execute(
      `INSERT INTO sessions (secret_hash, account_id, client, created_at, last_seen_at, expires_at)
        VALUES (?, ?, ?, ?, ?, ?)`,
      [hashOfSecret(secret), accountId, clientName(userAgent), now, now, now + ABSOLUTE_LIMIT_MS],
    );
    return secret;
  }

  /** The session with this secret, unless it has ended; notes that it was seen. */
  async find(secret: string): Promise<Session | null> {
    const now = this.clock.now();
    const [row] = await this.database.query<Session & { lastSeenAt: number }>(
      `SELECT id, account_id AS accountId, last_seen_at AS lastSeenAt FROM sessions
        WHERE secret_hash = ? AND expires_at > ? AND last_seen_at > ?`,
      [hashOfSecret(secret), now, now - IDLE_LIMIT_MS],
    );
    if (row === undefined) return null;
    if (row.lastSeenAt <= now - SEEN_EVERY_MS) {
      await this.database.execute('UPDATE sessions SET last_seen_at = ? WHERE id = ?', [now, row.id]);
    }
    return { id: row.id, accountId: row.accountId };
  }

  /** The account's sessions, the last used first. */
  list(accountId: number): Promise<ListedSession[]> {
    const now = this.clock.now();
    return this.database.query<ListedSession>(
      `SELECT id, client, created_at AS createdAt, last_seen_at AS lastSeenAt FROM sessions
        WHERE account_id = ? AND expires_at > ? AND last_seen_at > ? ORDER BY last_seen_at DESC, id DESC`,
      [accountId, now, now - IDLE_LIMIT_MS],
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
