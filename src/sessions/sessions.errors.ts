import { DomainError } from '../common/domain-error';

/** The same for an unknown address and for a wrong password: nobody learns who has an account. */
export class SignInRefusedError extends DomainError {
  readonly kind = 'sign_in_refused';

  /** @param accountId whose password was tried, for the log alone; null: nobody's */
  constructor(readonly accountId: number | null) {
    super('The e-mail address or the password is not right.');
  }
}

/** A change that does not come from our own pages. */
export class ForgedRequestError extends DomainError {
  readonly kind = 'forged_request';
}

/** The password is right, and the operator has switched the account off. */
export class AccountDisabledError extends DomainError {
  readonly kind = 'account_disabled';

  constructor() {
    super('This account is switched off. Ask the operator of this service.');
  }
}

/** An operator's account can't be switched off, nor made an operator's while it is off. */
export class AccountStateError extends DomainError {
  readonly kind = 'account_state';
}

/** Accounts are made by invitation only, or by the operator only. */
export class SignUpClosedError extends DomainError {
  readonly kind = 'sign_up_closed';

  constructor(mode: 'invited' | 'off') {
    super(
      mode === 'off'
        ? 'Accounts are made by the operator of this service only. Ask for one.'
        : 'Sign-up needs an invitation for this e-mail address. Open the link that you were given.',
    );
  }
}

/** The same whether it never was, was used, was replaced or has expired. */
export class LinkNotFoundError extends DomainError {
  readonly kind = 'link_not_found';

  constructor() {
    super('This link is not, or no longer, open: each works once, for an hour. Ask for a new one.');
  }
}

/** Signing in to this account needs a code beside the password, which is right. */
export class CodeNeededError extends DomainError {
  readonly kind = 'code_needed';

  constructor() {
    super('Give the code of your app too, or one of your recovery codes.');
  }
}

/** The second factor is not in a state for this. */
export class TwoFactorStateError extends DomainError {
  readonly kind = 'two_factor_state';
}

/** An organization lets only those in who sign in with a second factor. */
export class TwoFactorNeededError extends DomainError {
  readonly kind = 'two_factor_needed';

  constructor() {
    super('This organization asks for a second factor. Turn it on for your account first.');
  }
}

/** What is asked for needs the password once more. */
export class PasswordNeededError extends DomainError {
  readonly kind = 'password_needed';

  constructor() {
    super('Give your password once more first: it was last asked for more than an hour ago.');
  }
}

export class SessionNotFoundError extends DomainError {
  readonly kind = 'session_not_found';

  constructor(id: number) {
    super(`There is no session ${id} here.`);
  }
}
