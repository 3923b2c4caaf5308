import { DomainError } from '../common/domain-error';

/** There is no such batch, or it is another organization's: nobody learns which. */
export class BatchNotFoundError extends DomainError {
  readonly kind = 'batch_not_found';

  constructor(id: string | number) {
    super(`No query results for model [Batch] ${id}.`);
  }
}

/** The batch is there, its results are not: not yet, or no longer. */
export class ResultsUnavailableError extends DomainError {
  readonly kind = 'results_unavailable';

  constructor(reason: 'not_completed' | 'purged') {
    super(reason === 'purged' ? 'Results file not found.' : 'Batch is not yet completed or results file not found.');
  }
}

/** No link to a summary has this secret or id: none ever had, it has expired, or it was withdrawn. */
export class SummaryLinkNotFoundError extends DomainError {
  readonly kind = 'summary_link_not_found';

  constructor() {
    super('There is no such link, or it does not work any more. Ask whoever gave it to you for a new one.');
  }
}

/** What is asked for can't be done with a batch in its state. */
export class BatchStateError extends DomainError {
  readonly kind = 'batch_state';
  override readonly isPassing = true;
}

/** The uploaded file is not a CSV list that can be worked on; the message says what was seen. */
export class UnusableFileError extends DomainError {
  readonly kind = 'unusable_file';
}

/** A list of a test token that has more rows than one may have, since it costs nothing. */
export class TestListTooLongError extends UnusableFileError {
  constructor(rows: number, most: number) {
    super(`A list that is sent with a test token may have ${most} rows at most, and this one has ${rows}.`);
  }
}

/** The organization keeps as much as it may. */
export class StorageFullError extends DomainError {
  readonly kind = 'storage_full';
  override readonly isPassing = true;

  /** @param most such as `1024 MiB of lists` */
  constructor(most: string) {
    super(
      `Your organization may keep ${most}, and this one is beyond that. Delete lists that you no longer need; ` +
        'results also go by themselves when their time is over.',
    );
  }
}

/** The organization has as many uploads under way as it may. */
export class TooManyUploadsError extends DomainError {
  readonly kind = 'too_many_uploads';
  readonly retryAfterSeconds = 10;

  constructor(whose: 'organization' | 'account', most: number) {
    super(`Your ${whose} has ${most} uploads under way, the most at a time. Send this one when one of them is done.`);
  }
}

/** So much of refused lists of the organization is still to be deleted that no more may come. */
export class RefusedListsError extends DomainError {
  readonly kind = 'too_many_uploads';
  readonly retryAfterSeconds = 30;

  constructor() {
    super(
      'Very large lists of your organization were refused just now, and what came of them is still being deleted. ' +
        'Nothing was taken in; try again in half a minute.',
    );
  }
}

/** The process has as many uploads in flight as it can take. */
export class UploadsBusyError extends DomainError {
  readonly kind = 'uploads_busy';
  readonly retryAfterSeconds = 10;

  constructor() {
    super('Too many uploads are under way just now. Nothing was taken in; try again in some seconds.');
  }
}

/** What was stored of an upload is gone: its organization was deleted, or it stood still for so long that it was given up. */
export class UploadLostError extends DomainError {
  readonly kind = 'upload_lost';

  constructor(
    message = 'The upload was given up on our side, since it stood still for too long. Nothing was charged; upload it again.',
  ) {
    super(message);
  }
}
