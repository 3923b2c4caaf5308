import { DomainError } from '../common/domain-error';
import type { RefusalReply } from './stored-answer';

/** A request with the same key is being worked on. */
export class RequestInProgressError extends DomainError {
  readonly kind = 'request_in_progress';

  constructor(readonly retryAfterSeconds = 1) {
    super(
      'A request with this Idempotency-Key is being worked on. Ask again after Retry-After seconds for its answer.',
    );
  }
}

/** The key was used for something else. */
export class KeyUsedError extends DomainError {
  readonly kind = 'key_used';

  constructor() {
    super(
      'This Idempotency-Key was used for another request in the last 24 hours. Give each request a key of its own.',
    );
  }
}

/** What was answered can't be read any more. */
export class AnswerUnreadableError extends DomainError {
  readonly kind = 'answer_unreadable';

  constructor() {
    super(
      'A request with this Idempotency-Key was done, and its answer can no longer be read, since the secret of the service was ' +
        'changed. Look at what it did before you send it again with another key.',
    );
  }
}

/** Another try of the same request counts by now, or nothing of it is to be kept: this one has done nothing. */
export class AttemptLostError extends DomainError {
  readonly kind = 'attempt_lost';
  override readonly isPassing = true;
  readonly retryAfterSeconds = 1;

  constructor() {
    super('Another request with this Idempotency-Key went on with this one. Ask again for its answer.');
  }
}

/** A request that was refused is refused again, in the same words. */
export class RefusedBeforeError extends DomainError {
  readonly kind = 'refused_before';

  constructor(readonly reply: RefusalReply) {
    super('This request was refused before.');
  }
}
