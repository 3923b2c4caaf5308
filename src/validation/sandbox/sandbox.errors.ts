import { DomainError } from '../../common/domain-error';

/** What a caller asked to be shown with a test token: a 500 that is no fault of anybody. */
export class SandboxServerError extends DomainError {
  readonly kind = 'sandbox_server_error';

  constructor() {
    super('Something went wrong on our side, as this address of sandbox.test asks for.');
  }
}
