import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log';
import { person } from '../audit/actor';
import { COMMAND_LINE, type OperatorRight } from '../audit/operator-right';
import { TokensService } from '../auth/tokens.service';
import { Database } from '../database/database';
import { Mailer } from '../mail/mailer';
import { AccountsService, type Account } from '../organizations/accounts.service';
import { HOUR, RateLimiter } from '../rate-limit/rate-limiter';
import { AccountLinks } from './account-links';
import { mailTexts, type MailLanguage } from './mail-texts';
import { PasswordsService } from './passwords.service';
import { SessionsService } from './sessions.service';
import { LinkNotFoundError } from './sessions.errors';

/** Mails that one address gets in an hour, however often somebody asks. */
const MAILS_PER_HOUR = 3;

/** Passwords that were forgotten: a link by mail, or one that the operator passes on. */
@Injectable()
export class PasswordResets implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Sessions');
  private readonly working = new Set<Promise<void>>();

  constructor(
    private readonly links: AccountLinks,
    private readonly accounts: AccountsService,
    private readonly passwords: PasswordsService,
    private readonly sessions: SessionsService,
    private readonly tokens: TokensService,
    private readonly database: Database,
    private readonly limiter: RateLimiter,
    private readonly mailer: Mailer,
    private readonly audit: AuditLog,
  ) {}

  get isByMail(): boolean {
    return this.mailer.isOn;
  }

  /**
   * Sends a link, if there is an account with this address. Begun when the answer is out, so that neither it nor its time
   * says whether there is one.
   * @param email normalised
   */
  sendLater(email: string, language: MailLanguage): void {
    const working = this.send(email, language)
      .catch((error: unknown) => {
        this.logger.error(`A link for a forgotten password could not be made: ${String(error)}`);
      })
      .finally(() => {
        this.working.delete(working);
      });
    this.working.add(working);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.working);
  }

  /** A link that the operator passes on himself. @throws AccountNotFoundError, what the right says */
  async makeLink(
    account: string,
    right: OperatorRight = COMMAND_LINE,
  ): Promise<{ accountId: number; link: string; expiresAt: number }> {
    const { id: accountId } = await this.accounts.find(account);
    const entry = this.audit.entry({
      organizationId: null,
      by: right.by,
      action: 'reset_link',
      subject: accountId,
    });
    const made = await this.links.make({ accountId, purpose: 'password' }, [...right.steps, entry]);
    // Without the right nothing was made.
    await right.require();
    return { accountId, ...made };
  }

  /** Whose password the link changes. @throws LinkNotFoundError */
  async open(secret: string): Promise<Account> {
    return this.accounts.get((await this.links.open(secret, 'password')).accountId);
  }

  /**
   * Changes the password, once. All sessions of the account end, and other links with them.
   * @throws LinkNotFoundError, FieldsInvalidError
   */
  async reset(
    secret: string,
    password: string,
    revokesTokens: boolean,
  ): Promise<{ accountId: number; revoked: number }> {
    const link = await this.links.open(secret, 'password');
    const { id: accountId, email } = await this.accounts.get(link.accountId);
    const hash = await this.passwords.hashNew(password, email, 'password');
    const by = person(accountId);
    const outcome = await this.database.atomically(
      [
        this.links.using(link),
        { statement: this.accounts.settingPassword(accountId, hash), ifNone: 'rollback' },
        this.links.ending(accountId),
        this.sessions.ending(accountId),
        this.audit.entry({ organizationId: null, by, action: 'password_reset', subject: accountId }),
      ],
      this.accounts.passwordProof(accountId, hash),
    );
    if (outcome !== 'done') throw new LinkNotFoundError();
    return { accountId, revoked: revokesTokens ? await this.tokens.revokeAll(accountId) : 0 };
  }

  private async send(email: string, language: MailLanguage): Promise<void> {
    const state = await this.limiter.use(`reset mail to ${email}`, MAILS_PER_HOUR, HOUR);
    const account = await this.accounts.findByEmail(email);
    if (account === null || state.isExceeded) return;
    const { link } = await this.links.make({ accountId: account.id, purpose: 'password' });
    this.mailer.send({ to: account.email, ...mailTexts(language).passwordReset(link) });
  }
}
