import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, type Repository } from 'typeorm';
import { Clock } from '../common/clock';
import { hashOfSecret, makeSecret } from '../common/secrets';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { limitRows } from '../database/limit-rows';
import { Database, type Statement, type Step } from '../database/database';
import { AccountLink, type LinkPurpose } from './account-link.entity';
import { LinkNotFoundError } from './sessions.errors';

const LINK_LIFETIME_MS = 3_600_000;
/** Expired links that a new one deletes: more than it makes, and few enough that nobody waits for it. */
const SWEPT_AT_A_TIME = 20;

/** Where the page takes a link; behind `#`, so that the secret reaches no server's log. */
const PAGES: Record<LinkPurpose, string> = { password: '/dashboard/#/reset/', email: '/dashboard/#/confirm-email/' };

/** Links that prove who somebody is. Of the secret a hash is stored; a link works once, for an hour. */
@Injectable()
export class AccountLinks {
  constructor(
    private readonly database: Database,
    @InjectRepository(AccountLink) private readonly links: Repository<AccountLink>,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'PUBLIC_URL'>,
  ) {}

  /**
   * A new link; an earlier one of the account for the same purpose opens nothing any more.
   * @param steps of the same write: entries of the audit log, and what undoes it
   * @returns its address: whole where `PUBLIC_URL` is set, else the path
   */
  async make(
    { accountId, purpose, email = null }: { accountId: number; purpose: LinkPurpose; email?: string | null },
    steps: readonly Step[] = [],
  ): Promise<{ link: string; expiresAt: number }> {
    const now = this.clock.now();
    const secret = makeSecret();
    const secretHash = hashOfSecret(secret);
    const expiresAt = now + LINK_LIFETIME_MS;
    const expired = this.links.createQueryBuilder().delete().where('expiresAt <= :now', { now });
    await this.database.run(limitRows(expired, SWEPT_AT_A_TIME, 'expiresAt'));
    await this.database.atomically(
      [
        this.ending(accountId, purpose),
        this.links
          .createQueryBuilder()
          .insert()
          .values({ accountId, purpose, secretHash, email, createdAt: now, expiresAt }),
        ...steps,
      ],
      this.links.createQueryBuilder('link').select('1').where({ secretHash }),
    );
    return { link: `${this.config.PUBLIC_URL ?? ''}${PAGES[purpose]}${secret}`, expiresAt };
  }

  /** @throws LinkNotFoundError when the secret is not, or no longer, one of an open link */
  async open(secret: string, purpose: LinkPurpose): Promise<AccountLink> {
    const secretHash = hashOfSecret(secret);
    const link = await this.links.findOneBy({ secretHash, purpose, expiresAt: MoreThan(this.clock.now()) });
    if (link === null) throw new LinkNotFoundError();
    return link;
  }

  /** The first step of a write that a link opens: rolls back when it was used meanwhile, or has expired. */
  using({ id }: AccountLink): Step {
    const now = this.clock.now();
    const statement = this.links.createQueryBuilder().delete().where('id = :id AND expiresAt > :now', { id, now });
    return { statement, ifNone: 'rollback' };
  }

  /** The statement after which no link of the account for this purpose opens anything; of every purpose, where none is named. */
  ending(accountId: number, purpose?: LinkPurpose): Statement {
    const which = purpose === undefined ? { accountId } : { accountId, purpose };
    return this.links.createQueryBuilder().delete().where(which);
  }
}
