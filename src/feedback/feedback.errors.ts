import { DomainError } from '../common/domain-error';

/** There is no such source, or it is another organization's, or the token in its address is not right: nobody learns which. */
export class FeedbackSourceNotFoundError extends DomainError {
  readonly kind = 'feedback_source_not_found';

  constructor() {
    super('There is no such source of feedback here.');
  }
}

/** A key by which the signatures of this provider can't be checked: all of its requests would be refused. */
export class UnusableSecretError extends DomainError {
  readonly kind = 'unusable_secret';
}

/** A provider's request is not taken; the status is the one that makes this provider try again, or stop. */
export class FeedbackRefusedError extends DomainError {
  readonly kind = 'feedback_refused';

  constructor(
    readonly status: number,
    message: string,
    /** Null: there is no use in trying again. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
  }
}

/** Nothing is known of an address. */
export class UnknownAddressError extends DomainError {
  readonly kind = 'unknown_address';

  constructor() {
    super('No feedback about this address is known.');
  }
}
