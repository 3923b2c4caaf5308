import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { DataSource, IsNull, type Repository } from 'typeorm';
import { AccessChanges } from '../common/access-changes';
import { Clock } from '../common/clock';
import { TokenNotFoundError } from './auth.errors';
import type { Permission } from './permissions';
import { Token } from './token.entity';
import { TokenSigner } from './token-signer';

/** Creates, lists and revokes tokens. The token itself is shown once and never stored. */
@Injectable()
export class TokensService {
  private readonly tokens: Repository<Token>;

  constructor(
    dataSource: DataSource,
    private readonly signer: TokenSigner,
    private readonly changes: AccessChanges,
    private readonly clock: Clock,
  ) {
    this.tokens = dataSource.getRepository(Token);
  }

  /** @param lifetimeMs null: the token does not expire */
  async create(request: {
    accountId: number;
    name: string;
    permissions: Permission[];
    lifetimeMs: number | null;
  }): Promise<{ id: string; token: string; expiresAt: number | null }> {
    const now = this.clock.now();
    const row: Token = {
      id: randomUUID(),
      accountId: request.accountId,
      name: request.name,
      permissions: request.permissions,
      // Whole seconds: the `exp` claim (RFC 7519 4.1.4) and the row say the same instant.
      expiresAt: request.lifetimeMs === null ? null : Math.floor((now + request.lifetimeMs) / 1000) * 1000,
      revokedAt: null,
      lastUsedAt: null,
      createdAt: now,
    };
    await this.tokens.insert(row);
    return { id: row.id, token: this.signer.issue(row), expiresAt: row.expiresAt };
  }

  list(accountId: number): Promise<Token[]> {
    return this.tokens.find({ where: { accountId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** Stops a token at once in this process, and within 5 seconds everywhere. Revoking twice is no error. @throws TokenNotFoundError */
  async revoke(id: string): Promise<void> {
    await this.tokens.update({ id, revokedAt: IsNull() }, { revokedAt: this.clock.now() });
    if (!(await this.tokens.existsBy({ id }))) throw new TokenNotFoundError(id);
    await this.changes.announce();
  }
}
