import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { randomUUID } from 'node:crypto';
import { IsNull, type Repository, type SelectQueryBuilder } from 'typeorm';
import { AuditLog, type AuditEvent } from '../audit/audit-log';
import { OPERATOR, person, type Actor } from '../audit/actor';
import { AccessChanges } from '../common/access-changes';
import { Clock } from '../common/clock';
import { FieldsInvalidError } from '../common/fields-invalid.error';
import { TEST_PREFIX } from '../common/test-mode';
import type { Attempt } from '../database/attempt';
import { Database, type Statement } from '../database/database';
import { insertIf } from '../database/insert-if';
import { lockRow } from '../database/lock-row';
import { Account } from '../organizations/account.entity';
import { Membership } from '../organizations/membership.entity';
import { LimitReachedError } from '../organizations/organizations.errors';
import { TokenNotFoundError } from './auth.errors';
import { deletingInactive } from './inactive-tokens';
import type { Permission } from './permissions';
import { TokenOrganization } from './token-organization.entity';
import { Token } from './token.entity';
import type { TokenDescription } from './token-pages';
import { TokenSigner } from './token-signer';

export interface NewToken {
  accountId: number;
  name: string;
  permissions: Permission[];
  /** A test token: see `docs/test-tokens.md`. Its name gets the prefix `TEST · `. Left out: a live one. */
  isTest?: boolean;
  /** Null: the token does not expire. */
  lifetimeMs: number | null;
  /** The organizations that it works for; null or left out: all of the account, also later ones. */
  organizationIds?: readonly number[] | null;
  /** How many tokens of the account may work, this one included; left out: any number. */
  limit?: number;
  /** Who makes it; left out: the command line. */
  by?: Actor;
  /** As part of this. */
  attempt?: Attempt<MadeToken> | null;
}

/** A token, and its text, which is shown only now. */
export type MadeToken = TokenDescription & { token: string };

/** Characters of a token that are kept: too few of its signature's to guess by. */
const HINT_LENGTH = 4;

const NAME_LENGTH = 255;

/** Creates and revokes tokens. The token itself is shown once and never stored. */
@Injectable()
export class TokensService {
  constructor(
    private readonly database: Database,
    @InjectRepository(Account) private readonly accounts: Repository<Account>,
    @InjectRepository(Token) private readonly tokens: Repository<Token>,
    @InjectRepository(TokenOrganization) private readonly limits: Repository<TokenOrganization>,
    private readonly signer: TokenSigner,
    private readonly changes: AccessChanges,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** @throws LimitReachedError, FieldsInvalidError for a test token's name that is too long, what the attempt says */
  async create(request: NewToken): Promise<MadeToken> {
    const now = this.clock.now();
    const {
      accountId,
      permissions,
      lifetimeMs,
      organizationIds = null,
      limit,
      by = OPERATOR,
      isTest = false,
      attempt,
    } = request;
    const name = isTest ? testName(request.name) : liveName(request.name);
    const id = randomUUID();
    // Whole seconds: the `exp` claim (RFC 7519 4.1.4) and the row say the same instant.
    const expiresAt = lifetimeMs === null ? null : Math.floor((now + lifetimeMs) / 1000) * 1000;
    const limits = organizationIds === null ? null : [...new Set(organizationIds)];
    const token = this.signer.issue({ id, accountId, permissions, expiresAt, isTest });
    const hint = token.slice(-HINT_LENGTH);
    const row = {
      id,
      accountId,
      name,
      hint,
      permissions,
      expiresAt,
      createdAt: now,
      isLimited: limits === null ? 0 : 1,
      isTest: isTest ? 1 : 0,
    };
    const live = this.tokens
      .createQueryBuilder('other')
      .select('COUNT(*)')
      .where('other.accountId = :accountId AND other.revokedAt IS NULL', { accountId })
      .andWhere('(other.expiresAt IS NULL OR other.expiresAt > :now)', { now });
    const hasRoom = `(${live.getQuery()}) < :limit`;
    const room = { ...live.getParameters(), limit: limit ?? Number.MAX_SAFE_INTEGER };
    const description = { id, name, hint, permissions, isTest, organizationIds: limits, createdAt: now, expiresAt };
    const made = { ...description, lastUsedAt: null, revokedAt: null, token };
    const outcome = await this.database.atomically(
      [
        lockRow(this.accounts, accountId),
        ...deletingInactive(this.tokens, accountId, now),
        { statement: insertIf(this.tokens, row, hasRoom, room), ifNone: 'rollback' },
        ...(limits ?? []).map((organizationId) =>
          this.limits.createQueryBuilder().insert().values({ tokenId: id, organizationId }),
        ),
        this.entries({ by, action: 'token_creation', subject: id, details: { name } }),
        ...(attempt ? [attempt.step(() => made)] : []),
      ],
      this.tokens.createQueryBuilder('token').select('token.id').where('token.id = :id', { id }),
    );
    if (outcome !== 'done') {
      await attempt?.require();
      throw new LimitReachedError(
        'name',
        `An account may have ${limit ?? 0} tokens that work. Revoke one that is not needed any more.`,
      );
    }
    return made;
  }

  /** Revokes all tokens of an account that work. Returns how many. */
  async revokeAll(accountId: number): Promise<number> {
    const now = this.clock.now();
    const works = { accountId, revokedAt: IsNull() };
    const count = await this.tokens.countBy(works);
    const revocation = this.tokens.createQueryBuilder().update().set({ revokedAt: now }).where(works);
    const memberships = this.memberships().where('membership.accountId = :accountId', { accountId });
    const event = { by: person(accountId), action: 'token_revocation', details: { tokens: count } } as const;
    await this.database.atomically(
      [
        { statement: revocation, ifNone: 'rollback' },
        this.audit.entryForEach(event, memberships, 'membership.organizationId'),
      ],
      { statement: this.tokens.createQueryBuilder('token').select('1').where(works), shows: 'no_row' },
    );
    await this.changes.announce();
    return count;
  }

  /**
   * Stops a token at once in this process, and within 5 seconds everywhere. Revoking twice is no error.
   * @param accountId whose it must be; left out: anybody's, whom the operator takes it from
   * @throws TokenNotFoundError
   */
  async revoke(id: string, accountId?: number): Promise<void> {
    const which = { id, ...(accountId === undefined ? {} : { accountId }) };
    const token = await this.tokens.findOneBy(which);
    if (token === null) throw new TokenNotFoundError(id);
    const { name } = token;
    const works = { ...which, revokedAt: IsNull() };
    const revocation = this.tokens.createQueryBuilder().update().set({ revokedAt: this.clock.now() }).where(works);
    const by = accountId === undefined ? OPERATOR : person(accountId);
    await this.database.atomically(
      [
        { statement: revocation, ifNone: 'rollback' },
        this.entries({ by, action: 'token_revocation', subject: id, details: { name } }),
      ],
      { statement: this.tokens.createQueryBuilder('token').select('1').where(works), shows: 'no_row' },
    );
    await this.changes.announce();
  }

  /** The entry of an event about a token, for each organization that it works for. */
  private entries(event: Omit<AuditEvent, 'organizationId'> & { subject: string }): Statement {
    const limit = this.limits
      .createQueryBuilder('limit')
      .select('1')
      .where('limit.tokenId = token.id AND limit.organizationId = membership.organizationId');
    const organizations = this.memberships()
      .innerJoin(Token, 'token', 'token.accountId = membership.accountId')
      .where('token.id = :tokenId', { tokenId: event.subject })
      .andWhere(`(token.isLimited = 0 OR EXISTS (${limit.getQuery()}))`);
    return this.audit.entryForEach(event, organizations, 'membership.organizationId');
  }

  private memberships(): SelectQueryBuilder<Membership> {
    return this.tokens.manager.createQueryBuilder(Membership, 'membership');
  }
}

/** @throws FieldsInvalidError for one that makes it look like a test token */
function liveName(name: string): string {
  if (!isTestName(name)) return name;
  throw new FieldsInvalidError({
    name: [`The name of a token that is no test token must not begin with "${TEST_PREFIX.trim()}".`],
  });
}

const isTestName = (name: string): boolean => name.startsWith(TEST_PREFIX.trim());

/** The prefix is a part of the name: so it stands wherever the name does. @throws FieldsInvalidError */
function testName(name: string): string {
  if (isTestName(name)) return name;
  const most = NAME_LENGTH - TEST_PREFIX.length;
  if (name.length <= most) return TEST_PREFIX + name;
  throw new FieldsInvalidError({ name: [`The name of a test token must not be greater than ${most} characters.`] });
}
