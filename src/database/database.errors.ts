import { DomainError } from '../common/domain-error';

/** What a caller is told to wait before another try, in seconds. */
const RETRY_AFTER_SECONDS = 5;

/** The database can't be reached, or does no work just now. What was asked of it is certainly not done. */
export class DatabaseUnavailableError extends DomainError {
  readonly kind = 'database_unavailable';
  readonly retryAfterSeconds = RETRY_AFTER_SECONDS;

  /** @param cause what the driver said; for the log, not for callers */
  constructor(cause?: unknown, sentence = "The database can't be reached just now. Try again in a few seconds.") {
    super(sentence, { cause });
  }
}

/** The disk under the database is full, or its tablespace. */
export class DatabaseFullError extends DatabaseUnavailableError {
  constructor(cause?: unknown) {
    super(cause, 'The database has no room left. Try again later.');
  }
}

/**
 * The database was lost at a moment when what was asked of it may have become true, and could not be asked whether it
 * did. Never say "nothing was done" here.
 */
export class OutcomeUnknownError extends DomainError {
  readonly kind = 'outcome_unknown';
  readonly retryAfterSeconds = RETRY_AFTER_SECONDS;

  /** @param sentence what the caller should look at or do; @param cause what the driver said */
  constructor(
    cause?: unknown,
    sentence = 'The database was lost in the middle of this, and it is not known whether it was done. ' +
      'Look before you try again.',
  ) {
    super(sentence, { cause });
  }
}
