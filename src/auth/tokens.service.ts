import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { AccessChanges } from '../common/access-changes';
import { Clock } from '../common/clock';
import { Database } from '../database/database';
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

  async create(request: NewToken): Promise<TokenDescription & { token: string }> {
    const now = this.clock.now();
    const { accountId, name, permissions, lifetimeMs, organizationIds = null } = request;
    const id = randomUUID();
    // Whole seconds: the `exp` claim (RFC 7519 4.1.4) and the row say the same instant.
    const expiresAt = lifetimeMs === null ? null : Math.floor((now + lifetimeMs) / 1000) * 1000;
    const limits = organizationIds === null ? null : [...new Set(organizationIds)];
    await this.database.atomically([
      {
        sql: `INSERT INTO tokens (id, account_id, name, permissions, is_limited, expires_at, created_at)
          VALUES (?, ?, ?, ?, ?, ?, ?)`,
        parameters: [id, accountId, name, JSON.stringify(permissions), limits === null ? 0 : 1, expiresAt, now],
      },
      ...(limits ?? []).map((organizationId) => ({
        sql: 'INSERT INTO token_organizations (token_id, organization_id) VALUES (?, ?)',
        parameters: [id, organizationId],
      })),
    ]);
    const token = this.signer.issue({ id, accountId, permissions, expiresAt });
    const description = { id, name, permissions, organizationIds: limits, createdAt: now, expiresAt };
    return { ...description, lastUsedAt: null, revokedAt: null, token };
  }

  async list(accountId: number): Promise<TokenDescription[]> {
    const rows = await this.database.query<Omit<Token, 'accountId' | 'permissions'> & { permissions: string }>(
      `SELECT id, name, permissions, is_limited AS isLimited, created_at AS createdAt, expires_at AS expiresAt,
          last_used_at AS lastUsedAt, revoked_at AS revokedAt
        FROM tokens WHERE account_id = ? ORDER BY created_at, id`,
      [accountId],
    );
    const limits = await this.database.query<{ tokenId: string; organizationId: number }>(
      `SELECT l.token_id AS tokenId, l.organization_id AS organizationId
        FROM token_organizations l JOIN tokens t ON t.id = l.token_id WHERE t.account_id = ? ORDER BY l.organization_id`,
      [accountId],
    );
    return rows.map(({ id, name, permissions, isLimited, createdAt, expiresAt, lastUsedAt, revokedAt }) => {
      const organizationIds = limits.flatMap((limit) => (limit.tokenId === id ? [limit.organizationId] : []));
      return {
        id,
        name,
        permissions: JSON.parse(permissions) as Permission[],
        organizationIds: isLimited === 1 ? organizationIds : null,
        createdAt,
        expiresAt,
        lastUsedAt: this.uses.lastOf(id) ?? lastUsedAt,
        revokedAt,
      };
    });
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
}
