import { DomainError } from '../common/domain-error';

export class UnauthenticatedError extends DomainError {
  readonly kind = 'unauthenticated';

  constructor() {
    super('Unauthenticated.');
  }
}

export class RateLimitedError extends DomainError {
  readonly kind = 'rate_limited';

  constructor(readonly retryAfterSeconds: number) {
    super(`Too many requests. Try again in ${retryAfterSeconds} s.`);
  }
}

/** The request names no organization, and the account has no default one. */
export class NoOrganizationError extends DomainError {
  readonly kind = 'no_organization';

  constructor() {
    super('No team selected');
  }
}

/** The request names something that is not one of the caller's organizations. */
export class ForeignOrganizationError extends DomainError {
  readonly kind = 'foreign_organization';

  constructor() {
    super('X-Organization-ID is not the id of one of your organizations.');
  }
}

export class MissingPermissionError extends DomainError {
  readonly kind = 'missing_permission';
}

export class TokenNotFoundError extends DomainError {
  readonly kind = 'token_not_found';

  constructor(id: string) {
    super(`There is no token ${id} here.`);
  }
}
