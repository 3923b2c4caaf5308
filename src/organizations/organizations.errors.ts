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

export class MemberNotFoundError extends DomainError {
  readonly kind = 'member_not_found';

  constructor(accountId: number) {
    super(`There is no member ${accountId} here.`);
  }
}

/** An organization without an owner could never be managed again. */
export class LastOwnerError extends DomainError {
  readonly kind = 'last_owner';

  constructor() {
    super('The last owner has to stay owner. Make somebody else an owner first, or delete the organization.');
  }
}

/** The same whether it never was, was used, was withdrawn or has expired. */
export class InvitationNotFoundError extends DomainError {
  readonly kind = 'invitation_not_found';

  constructor() {
    super('There is no such invitation, or it is no longer open. Ask for a new one.');
  }
}

export class InvitationForAnotherError extends DomainError {
  readonly kind = 'invitation_for_another';

  constructor() {
    super('This invitation is for another e-mail address. Sign in with the one that was invited.');
  }
}

export class AlreadyMemberError extends DomainError {
  readonly kind = 'already_member';
  override readonly isPassing = true;

  constructor(email: string) {
    super(`${email} is a member already.`);
  }
}

/** There are as many of something as there may be; settings say how many. */
export class LimitReachedError extends DomainError {
  readonly kind = 'limit_reached';
  override readonly isPassing = true;

  /** @param field which field of the request asks for one more */
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message);
  }
}

/** A member lacks the role that an action needs. */
export class MissingRoleError extends DomainError {
  readonly kind = 'missing_role';
}
