import { DomainError } from './domain-error';

/** The request can't be read at all: broken JSON, a wrong content type, an id that is none. */
export class MalformedRequestError extends DomainError {
  readonly kind = 'malformed_request';
}

export class BodyTooLargeError extends DomainError {
  readonly kind = 'body_too_large';
}

/** The body is of a kind, in a charset or packed in a way that is not taken here. */
export class UnsupportedMediaError extends DomainError {
  readonly kind = 'unsupported_media';
}
