import { Injectable } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log';
import { OPERATOR, type Actor } from '../audit/actor';
import { FieldsInvalidError } from '../common/fields-invalid.error';
import { Database } from '../database/database';
import { AccountsService, type Account } from '../organizations/accounts.service';
import { AccountLinks } from './account-links';
import { PasswordHasher } from './password-hasher';
import { passwordFault } from './password-rules';
import { AccountDisabledError, SignInRefusedError } from './sessions.errors';
import { SessionsService } from './sessions.service';

/** Checks and changes the passwords of accounts. */
@Injectable()
export class PasswordsService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly hasher: PasswordHasher,
    private readonly links: AccountLinks,
    private readonly database: Database,
    private readonly audit: AuditLog,
  ) {}

  /** @param field the name of the field that it came in; @throws FieldsInvalidError */
  async hashNew(password: string, email: string, field: string): Promise<string> {
    const fault = passwordFault(password, email);
    if (fault !== null) throw new FieldsInvalidError({ [field]: [fault] });
    return this.hasher.hash(password);
  }

  /** The account whose address and password these are. An unknown address takes as long. @throws SignInRefusedError, AccountDisabledError */
  async authenticate(email: string, password: string): Promise<Account> {
    const account = await this.accounts.findByEmail(email);
    const isRight = await this.hasher.verify(account?.passwordHash ?? null, password);
    if (account === null || !isRight) throw new SignInRefusedError(account?.id ?? null);
    if (account.disabledAt !== null) throw new AccountDisabledError();
    return account;
  }

  /** @param field the name of the field that it came in; @throws FieldsInvalidError when it is not the password */
  async confirm(accountId: number, password: string, field: string): Promise<void> {
    const { passwordHash } = await this.accounts.get(accountId);
    if (await this.hasher.verify(passwordHash, password)) return;
    throw new FieldsInvalidError({ [field]: [`The ${field.replace('_', ' ')} is not right.`] });
  }

  /** Changes a password, ends all sessions of the account, and withdraws its links. @param by who changes it; @throws FieldsInvalidError */
  async set(
    account: Pick<Account, 'id' | 'email'>,
    password: string,
    field: string,
    by: Actor = OPERATOR,
  ): Promise<void> {
    const hash = await this.hashNew(password, account.email, field);
    await this.database.atomically(
      [
        { statement: this.accounts.settingPassword(account.id, hash), ifNone: 'rollback' },
        this.sessions.ending(account.id),
        this.links.ending(account.id),
        this.audit.entry({ organizationId: null, by, action: 'password_change', subject: account.id }),
      ],
      this.accounts.passwordProof(account.id, hash),
    );
  }
}
