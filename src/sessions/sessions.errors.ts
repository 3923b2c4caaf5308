import { DomainError } from '../common/domain-error';

/** The same for an unknown address and for a wrong password: nobody learns who has an account. */
export class SignInRefusedError extends DomainError {
  readonly kind = 'sign_in_refused';

  constructor() {
    super('The e-mail address or the password is not right.');
  }
}

/** A change that does not come from our own pages. */
export class ForgedRequestError extends DomainError {
  readonly kind = 'forged_request';
}

export class SessionNotFoundError extends DomainError {
  readonly kind = 'session_not_found';

  constructor(id: number) {
    super(`There is no session ${id} here.`);
  }
}
