import { Injectable } from '@nestjs/common';
import { FieldsInvalidError } from '../common/fields-invalid.error';
import { AccountsService, type Account } from '../organizations/accounts.service';
import { PasswordHasher } from './password-hasher';
import { passwordFault } from './password-rules';
import { SignInRefusedError } from './sessions.errors';
import { SessionsService } from './sessions.service';

/** Checks and changes the passwords of accounts. */
@Injectable()
export class PasswordsService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly hasher: PasswordHasher,
  ) {}

  /** @param field the name of the field that it came in; @throws FieldsInvalidError */
  async hashNew(password: string, email: string, field: string): Promise<string> {
    const fault = passwordFault(password, email);
    if (fault !== null) throw new FieldsInvalidError({ [field]: [fault] });
    return this.hasher.hash(password);
  }

  /** The account whose address and password these are. An unknown address takes as long. @throws SignInRefusedError */
  async authenticate(email: string, password: string): Promise<Account> {
    const account = await this.accounts.findByEmail(email);
    const isRight = await this.hasher.verify(account?.passwordHash ?? null, password);
    if (account === null || !isRight) throw new SignInRefusedError(account?.id ?? null);
    return account;
  }

  /** @param field the name of the field that it came in; @throws FieldsInvalidError when it is not the password */
  async confirm(accountId: number, password: string, field: string): Promise<void> {
    const { passwordHash } = await this.accounts.get(accountId);
    if (await this.hasher.verify(passwordHash, password)) return;
    throw new FieldsInvalidError({ [field]: [`The ${field.replace('_', ' ')} is not right.`] });
  }

  /** Changes a password and ends all sessions of the account. @throws FieldsInvalidError */
  async set(account: Pick<Account, 'id' | 'email'>, password: string, field: string): Promise<void> {
    const hash = await this.hashNew(password, account.email, field);
    await this.accounts.setPasswordHash(account.id, hash);
    await this.sessions.endAll(account.id);
  }
}
