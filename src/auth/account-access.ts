import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { AccessChanges } from '../common/access-changes';
import { Database } from '../database/database';

/** What the database knows of a token that we signed. */
export interface AccountAccess {
  accountId: number;
  isRevoked: boolean;
  defaultOrganizationId: number | null;
  /** Those of the account that the token may work for. Ids as text, as the header gives them. */
  organizationIds: ReadonlySet<string>;
}

/** How long a process may go on with what it read, should an announcement get lost. */
const MAX_AGE_MS = 5000;
const MAX_TOKENS = 10_000;

const SQL = `SELECT t.account_id AS accountId, t.revoked_at AS revokedAt, a.default_organization_id AS defaultOrganizationId,
    m.organization_id AS organizationId
  FROM tokens t JOIN accounts a ON a.id = t.account_id
    LEFT JOIN memberships m ON m.account_id = a.id AND (t.is_limited = 0 OR EXISTS (
      SELECT 1 FROM token_organizations l WHERE l.token_id = t.id AND l.organization_id = m.organization_id))
  WHERE t.id = ?`;

interface Row {
  accountId: number;
  revokedAt: number | null;
  defaultOrganizationId: number | null;
  organizationId: number | null;
}

/**
 * Looks up a token's account, organizations and revocation: one query. Remembered for at most 5 seconds where changes
 * are announced between processes; asked anew each time where they are not.
 */
@Injectable()
export class AccountAccessReader {
  private readonly remembered = new LRUCache<string, Promise<AccountAccess | null>>({
    max: MAX_TOKENS,
    ttl: MAX_AGE_MS,
  });
  private readonly remembers: boolean;

  constructor(
    private readonly database: Database,
    changes: AccessChanges,
  ) {
    this.remembers = changes.isShared;
    changes.onChange(() => {
      this.remembered.clear();
    });
  }

  /** Null: there is no such token. */
  find(tokenId: string): Promise<AccountAccess | null> {
    if (!this.remembers) return this.read(tokenId);
    const known = this.remembered.get(tokenId);
    if (known !== undefined) return known;
    const reading = this.read(tokenId);
    this.remembered.set(tokenId, reading);
    reading.catch(() => {
      if (this.remembered.peek(tokenId) === reading) this.remembered.delete(tokenId);
    });
    return reading;
  }

  private async read(tokenId: string): Promise<AccountAccess | null> {
    const rows = await this.database.query<Row>(SQL, [tokenId]);
    const [first] = rows;
    if (first === undefined) return null;
    return {
      accountId: first.accountId,
      isRevoked: first.revokedAt !== null,
      defaultOrganizationId: first.defaultOrganizationId,
      organizationIds: new Set(
        rows.flatMap((row) => (row.organizationId === null ? [] : [String(row.organizationId)])),
      ),
    };
  }
}
