import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { AuditLog } from '../audit/audit-log';
import { person } from '../audit/actor';
import { Database, type Step } from '../database/database';
import { Mailer } from '../mail/mailer';
import { Account } from '../organizations/account.entity';
import { AccountsService } from '../organizations/accounts.service';
import { AccountExistsError } from '../organizations/organizations.errors';
import { AccountLinks } from './account-links';
import { mailTexts, type MailLanguage } from './mail-texts';
import { LinkNotFoundError } from './sessions.errors';

/** Changes the address that somebody signs in with: proven by a link where there is mail, at once where there is none. */
@Injectable()
export class EmailChanges {
  constructor(
    private readonly links: AccountLinks,
    @InjectRepository(Account) private readonly rows: Repository<Account>,
    private readonly accounts: AccountsService,
    private readonly database: Database,
    private readonly mailer: Mailer,
    private readonly audit: AuditLog,
  ) {}

  /**
   * With mail: sends a link to the new address, unless it has an account, and tells the old one; the answer is the same.
   * @param email normalised
   * @returns whether a link was sent; else it is changed
   * @throws AccountExistsError where it is changed at once
   */
  async start(accountId: number, email: string, language: MailLanguage): Promise<{ isByMail: boolean }> {
    if (!this.mailer.isOn) {
      if (!(await this.change(accountId, email, []))) throw new AccountExistsError(email);
      return { isByMail: false };
    }
    const account = await this.accounts.get(accountId);
    const texts = mailTexts(language);
    const { link } = await this.links.make({ accountId, purpose: 'email', email });
    if ((await this.accounts.findByEmail(email)) === null) this.mailer.send({ to: email, ...texts.emailChange(link) });
    this.mailer.send({ to: account.email, ...texts.emailChangeAsked() });
    return { isByMail: true };
  }

  /** The address that a link confirms. @throws LinkNotFoundError */
  async open(secret: string): Promise<string> {
    return (await this.links.open(secret, 'email')).email ?? '';
  }

  /** Changes the address, once; returns whose. @throws LinkNotFoundError */
  async confirm(secret: string, language: MailLanguage): Promise<number> {
    const link = await this.links.open(secret, 'email');
    const { accountId } = link;
    const { email: old } = await this.accounts.get(accountId);
    if (!(await this.change(accountId, link.email ?? '', [this.links.using(link)]))) throw new LinkNotFoundError();
    if (this.mailer.isOn) this.mailer.send({ to: old, ...mailTexts(language).emailChanged() });
    return accountId;
  }

  /** False when the address has another account, or the first step changes nothing. Links to the old address are withdrawn. */
  private async change(accountId: number, email: string, first: readonly Step[]): Promise<boolean> {
    // Read through a table of its own, which DISTINCT keeps apart: MySQL changes no table that it reads.
    const holders = this.rows.createQueryBuilder('a').select('a.id', 'holder').distinct().where('a.email = :email');
    const isTaken = `EXISTS (SELECT 1 FROM (${holders.getQuery()}) AS holders WHERE holders.holder <> :accountId)`;
    const update = this.rows
      .createQueryBuilder()
      .update()
      .set({ email })
      .where(`id = :accountId AND NOT ${isTaken}`, { accountId, email });
    const outcome = await this.database.atomically(
      [
        ...first,
        { statement: update, ifNone: 'rollback' },
        this.links.ending(accountId),
        this.audit.entry({ organizationId: null, by: person(accountId), action: 'email_change', subject: accountId }),
      ],
      this.rows.createQueryBuilder('a').select('1').where({ id: accountId, email }),
    );
    return outcome === 'done';
  }
}
