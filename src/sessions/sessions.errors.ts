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
