import { DomainError } from '../common/domain-error';

export class AccountNotFoundError extends DomainError {
  readonly kind = 'account_not_found';

  constructor(account: string) {
    super(`There is no account ${account}. \`account create --email …\` makes one.`);
  }
}

export class AccountExistsError extends DomainError {
  readonly kind = 'account_exists';

  constructor(email: string) {
    super(`There is an account for ${email} already.`);
  }
}

export class OrganizationNotFoundError extends DomainError {
  readonly kind = 'organization_not_found';

  constructor(id: number) {
    super(`There is no organization ${id} for this account.`);
  }
}
