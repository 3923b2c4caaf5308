import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { AccessChanges } from '../common/access-changes';
import { Clock } from '../common/clock';
import { Database } from '../database/database';
import { lockRow } from '../database/lock-row';
import { LimitReachedError } from '../organizations/organizations.errors';
import { TokenNotFoundError } from './auth.errors';
import type { Permission } from './permissions';
import type { Token } from './token.entity';
import { TokenSigner } from './token-signer';
import { TokenUses } from './token-uses';

export interface NewToken {
  accountId: number;
  name: string;
  permissions: Permission[];
  /** Null: the token does not expire. */
  lifetimeMs: number | null;
  /** The organizations that it works for; null or left out: all of the account, also later ones. */
  organizationIds?: readonly number[] | null;
  /** How many tokens of the account may work, this one included; left out: any number. */
  limit?: number;
}

/** Part of a list, from the newest token on. */
export interface TokenPage {
  /** All of the page are older than the token with this id; null: from the newest on. */
  before: string | null;
  limit: number;
}

/** What is known of a token, but for the token itself. Instants are milliseconds since the epoch. */
export interface TokenDescription {
  id: string;
  name: string;
  permissions: Permission[];
  /** Null: all organizations of the account. */
  organizationIds: number[] | null;
  createdAt: number;
  expiresAt: number | null;
  lastUsedAt: number | null;
  revokedAt: number | null;
}

type Row = Omit<Token, 'accountId' | 'permissions'> & { permissions: string };

/** What is kept of tokens that don't work any more, for their owner to look up. */
const DEAD_KEPT = 400;
/** Tokens that one statement asks about. */
const AT_A_TIME = 100;
/** Revoked or expired; the placeholder is for now. */
const IS_DEAD = '(revoked_at IS NOT NULL OR expires_at <= ?)';
/** The tokens of an account that are dead, but for the newest of them. */
const LONG_DEAD = `SELECT id FROM (SELECT id FROM tokens WHERE account_id = ? AND ${IS_DEAD}
  ORDER BY created_at DESC, id DESC LIMIT 1000 OFFSET ${DEAD_KEPT}) AS old`;

/** Creates, lists and revokes tokens. The token itself is shown once and never stored. */
@Injectable()
export class TokensService {
  constructor(
    private readonly database: Database,
    private readonly signer: TokenSigner,
    private readonly uses: TokenUses,
    private readonly changes: AccessChanges,
    private readonly clock: Clock,
  ) {}

  /** @throws LimitReachedError */
  async create(request: NewToken): Promise<TokenDescription & { token: string }> {
    const now = this.clock.now();
    const { accountId, name, permissions, lifetimeMs, organizationIds = null, limit } = request;
    const id = randomUUID();
    // Whole seconds: the `exp` claim (RFC 7519 4.1.4) and the row say the same instant.
    const expiresAt = lifetimeMs === null ? null : Math.floor((now + lifetimeMs) / 1000) * 1000;
    const limits = organizationIds === null ? null : [...new Set(organizationIds)];
    const outcome = await this.database.atomically(
      [
        lockRow('accounts', accountId),
        ...['token_organizations WHERE token_id', 'tokens WHERE id'].map((rows) => ({
          sql: `DELETE FROM ${rows} IN (${LONG_DEAD})`,
          parameters: [accountId, now],
        })),
        {
          sql: `INSERT INTO tokens (id, account_id, name, permissions, is_limited, expires_at, created_at)
            SELECT ?, ?, ?, ?, ?, ?, ? FROM (SELECT 1 AS one) AS always
            WHERE (SELECT COUNT(*) FROM tokens WHERE account_id = ? AND revoked_at IS NULL
              AND (expires_at IS NULL OR expires_at > ?)) < ?`,
          parameters: [
            ...[id, accountId, name, JSON.stringify(permissions), limits === null ? 0 : 1, expiresAt, now],
            ...[accountId, now, limit ?? Number.MAX_SAFE_INTEGER],
          ],
          ifNone: 'rollback' as const,
        },
        ...(limits ?? []).map((organizationId) => ({
          sql: 'INSERT INTO token_organizations (token_id, organization_id) VALUES (?, ?)',
          parameters: [id, organizationId],
        })),
      ],
      { sql: 'SELECT id FROM tokens WHERE id = ?', parameters: [id] },
    );
    if (outcome !== 'done') {
      throw new LimitReachedError(
        'name',
        `An account may have ${limit ?? 0} tokens that work. Revoke one that is not needed any more.`,
      );
    }
    const token = this.signer.issue({ id, accountId, permissions, expiresAt });
    const description = { id, name, permissions, organizationIds: limits, createdAt: now, expiresAt };
    return { ...description, lastUsedAt: null, revokedAt: null, token };
  }

  /** The tokens of a page, the oldest first; of all, where no page is named. */
  async list(accountId: number, page?: TokenPage): Promise<TokenDescription[]> {
    const rows = (await this.rowsOf(accountId, page)).reverse();
    const limits = await this.limitsOf(rows.map(({ id }) => id));
    return rows.map(({ id, name, permissions, isLimited, createdAt, expiresAt, lastUsedAt, revokedAt }) => ({
      id,
      name,
      permissions: JSON.parse(permissions) as Permission[],
      organizationIds: isLimited === 1 ? (limits.get(id) ?? []) : null,
      createdAt,
      expiresAt,
      lastUsedAt: this.uses.lastOf(id) ?? lastUsedAt,
      revokedAt,
    }));
  }

  /** Revokes all tokens of an account that work. Returns how many. */
  async revokeAll(accountId: number): Promise<number> {
    const { affected } = await this.database.execute(
      'UPDATE tokens SET revoked_at = ? WHERE account_id = ? AND revoked_at IS NULL',
      [this.clock.now(), accountId],
    );
    await this.changes.announce();
    return affected;
  }

  /**
   * Stops a token at once in this process, and within 5 seconds everywhere. Revoking twice is no error.
   * @param accountId whose it must be; left out: anybody's
   * @throws TokenNotFoundError
   */
  async revoke(id: string, accountId?: number): Promise<void> {
    const [which, values] = accountId === undefined ? ['id = ?', [id]] : ['id = ? AND account_id = ?', [id, accountId]];
    await this.database.execute(`UPDATE tokens SET revoked_at = ? WHERE ${which} AND revoked_at IS NULL`, [
      this.clock.now(),
      ...values,
    ]);
    const found = await this.database.query(`SELECT id FROM tokens WHERE ${which}`, values);
    if (found.length === 0) throw new TokenNotFoundError(id);
    await this.changes.announce();
  }

  /** The newest first. */
  private rowsOf(accountId: number, page?: TokenPage): Promise<Row[]> {
    const isOlder = '(created_at, id) < (SELECT created_at, id FROM tokens WHERE id = ? AND account_id = ?)';
    const before = page?.before ?? null;
    return this.database.query<Row>(
      `SELECT id, name, permissions, is_limited AS isLimited, created_at AS createdAt, expires_at AS expiresAt,
          last_used_at AS lastUsedAt, revoked_at AS revokedAt
        FROM tokens WHERE account_id = ? ${before === null ? '' : `AND ${isOlder}`}
        ORDER BY created_at DESC, id DESC ${page === undefined ? '' : 'LIMIT ?'}`,
      [accountId, ...(before === null ? [] : [before, accountId]), ...(page === undefined ? [] : [page.limit])],
    );
  }

  /** The organizations that each token is limited to, some tokens with each statement. */
  private async limitsOf(ids: readonly string[]): Promise<ReadonlyMap<string, number[]>> {
    const limits = new Map<string, number[]>();
    for (let start = 0; start < ids.length; start += AT_A_TIME) {
      const some = ids.slice(start, start + AT_A_TIME);
      const rows = await this.database.query<{ tokenId: string; organizationId: number }>(
        `SELECT token_id AS tokenId, organization_id AS organizationId FROM token_organizations
          WHERE token_id IN (${some.map(() => '?').join(', ')}) ORDER BY token_id, organization_id`,
        some,
      );
      for (const { tokenId, organizationId } of rows) {
        const known = limits.get(tokenId);
        if (known === undefined) limits.set(tokenId, [organizationId]);
        else known.push(organizationId);
      }
    }
    return limits;
  }
}
