import { DomainError } from './domain-error';

/** The body of a request came too slowly (RFC 9110 15.5.9). */
export class RequestTimeoutError extends DomainError {
  readonly kind = 'request_timeout';
}
