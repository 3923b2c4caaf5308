import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import type { Permission } from './permissions';
import { TokenOrganization } from './token-organization.entity';
import { TokenUses } from './token-uses';
import { Token } from './token.entity';

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
  /** The token's last four characters; null: from before they were kept. */
  hint: string | null;
  permissions: Permission[];
  isTest: boolean;
  /** Null: all organizations of the account. */
  organizationIds: number[] | null;
  createdAt: number;
  expiresAt: number | null;
  lastUsedAt: number | null;
  revokedAt: number | null;
}

/** Tokens that one statement asks about. */
const AT_A_TIME = 100;

/** Reads the tokens of an account. */
@Injectable()
export class TokenPages {
  constructor(
    @InjectRepository(Token) private readonly tokens: Repository<Token>,
    @InjectRepository(TokenOrganization) private readonly limits: Repository<TokenOrganization>,
    private readonly uses: TokenUses,
  ) {}

  /** The tokens of a page, the oldest first; of all, where no page is named. */
  async list(accountId: number, page?: TokenPage): Promise<TokenDescription[]> {
    const rows = (await this.rowsOf(accountId, page)).reverse();
    const limits = await this.limitsOf(rows.map(({ id }) => id));
    return rows.map(
      ({ id, name, permissions, isTest, isLimited, createdAt, expiresAt, lastUsedAt, revokedAt, hint }) => ({
        id,
        name,
        hint,
        permissions,
        isTest: isTest === 1,
        organizationIds: isLimited === 1 ? (limits.get(id) ?? []) : null,
        createdAt,
        expiresAt,
        lastUsedAt: this.uses.lastOf(id) ?? lastUsedAt,
        revokedAt,
      }),
    );
  }

  /** The newest first. */
  private rowsOf(accountId: number, page?: TokenPage): Promise<Token[]> {
    const rows = this.tokens
      .createQueryBuilder('token')
      .where('token.accountId = :accountId', { accountId })
      .orderBy('token.createdAt', 'DESC')
      .addOrderBy('token.id', 'DESC');
    if (page === undefined) return rows.getMany();
    if (page.before !== null) {
      const last = this.tokens
        .createQueryBuilder('last')
        .select(['last.createdAt', 'last.id'])
        .where('last.id = :before AND last.accountId = :accountId');
      rows.andWhere(`(token.createdAt, token.id) < (${last.getQuery()})`, { before: page.before });
    }
    return rows.limit(page.limit).getMany();
  }

  /** The organizations that each token is limited to, some tokens with each statement. */
  private async limitsOf(ids: readonly string[]): Promise<ReadonlyMap<string, number[]>> {
    const limits = new Map<string, number[]>();
    for (let start = 0; start < ids.length; start += AT_A_TIME) {
      const some = ids.slice(start, start + AT_A_TIME);
      const rows = await this.limits.find({
        where: { tokenId: In(some) },
        order: { tokenId: 'ASC', organizationId: 'ASC' },
      });
      for (const { tokenId, organizationId } of rows) {
        const known = limits.get(tokenId);
        if (known === undefined) limits.set(tokenId, [organizationId]);
        else known.push(organizationId);
      }
    }
    return limits;
  }
}
