import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import { Token } from '../auth/token.entity';
import { Account } from '../organizations/account.entity';

export interface ActorIds {
  /** 0 or null: not noted. */
  accountId: number | null;
  /** Empty or null: none. */
  tokenId: string | null;
}

/** Who did something, as people know them. Gone accounts and tokens have no names. */
export interface ActorName {
  accountId: number | null;
  name: string | null;
  email: string | null;
  tokenId: string | null;
  tokenName: string | null;
}

/** Looks up what accounts and tokens are called, some at a time. */
@Injectable()
export class ActorNames {
  constructor(
    @InjectRepository(Account) private readonly accounts: Repository<Account>,
    @InjectRepository(Token) private readonly tokens: Repository<Token>,
  ) {}

  /** @param actors a page of them, at most some hundred */
  async of(actors: readonly ActorIds[]): Promise<(actor: ActorIds) => ActorName> {
    const accountIds = [...new Set(actors.flatMap(({ accountId }) => accountId || []))];
    const tokenIds = [...new Set(actors.flatMap(({ tokenId }) => tokenId || []))];
    const [accounts, tokens] = await Promise.all([
      accountIds.length === 0
        ? []
        : this.accounts.find({ select: { id: true, name: true, email: true }, where: { id: In(accountIds) } }),
      tokenIds.length === 0 ? [] : this.tokens.find({ select: { id: true, name: true }, where: { id: In(tokenIds) } }),
    ]);
    const accountOf = new Map(accounts.map((account) => [account.id, account]));
    const tokenOf = new Map(tokens.map((token) => [token.id, token.name]));
    return ({ accountId, tokenId }) => ({
      accountId: accountId || null,
      name: accountOf.get(accountId ?? 0)?.name ?? null,
      email: accountOf.get(accountId ?? 0)?.email ?? null,
      tokenId: tokenId || null,
      tokenName: tokenOf.get(tokenId ?? '') ?? null,
    });
  }
}
