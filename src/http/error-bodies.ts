import type {
  ForeignOrganizationError,
  MissingPermissionError,
  NoOrganizationError,
  RateLimitedError,
  TokenNotFoundError,
  UnauthenticatedError,
} from '../auth/auth.errors';
import type {
  BatchNotFoundError,
  BatchStateError,
  ResultsUnavailableError,
  StorageFullError,
  SummaryLinkNotFoundError,
  TooManyUploadsError,
  UnusableFileError,
  UploadLostError,
  UploadsBusyError,
} from '../batches/batches.errors';
import type { FieldsInvalidError } from '../common/fields-invalid.error';
import type {
  BodyTooLargeError,
  MalformedRequestError,
  UnsupportedMediaError,
} from '../common/malformed-request.error';
import type { RequestTimeoutError } from '../common/request-timeout.error';
import type { InsufficientCreditsError } from '../credits/credits.errors';
import type { DatabaseUnavailableError, OutcomeUnknownError } from '../database/database.errors';
import type { DiskFullError } from '../database/disk-space';
import type {
  AnswerUnreadableError,
  AttemptLostError,
  KeyUsedError,
  RefusedBeforeError,
  RequestInProgressError,
} from '../idempotency/idempotency.errors';
import type {
  FeedbackRefusedError,
  FeedbackSourceNotFoundError,
  UnknownAddressError,
  UnusableSecretError,
} from '../feedback/feedback.errors';
import type {
  AccountExistsError,
  AccountNotFoundError,
  AlreadyMemberError,
  InvitationForAnotherError,
  InvitationNotFoundError,
  LastOwnerError,
  LimitReachedError,
  MemberNotFoundError,
  MissingRoleError,
  OrganizationNotFoundError,
} from '../organizations/organizations.errors';
import type {
  CodeNeededError,
  AccountDisabledError,
  AccountStateError,
  ForgedRequestError,
  LinkNotFoundError,
  PasswordNeededError,
  SessionNotFoundError,
  SignInRefusedError,
  SignUpClosedError,
  TwoFactorNeededError,
  TwoFactorStateError,
} from '../sessions/sessions.errors';

import type { RotatedRecentlyError } from '../common/rotation';
import type { SandboxServerError } from '../validation/sandbox/sandbox.errors';
import type { WebhookNotFoundError, WebhookStateError, WebhookUrlError } from '../webhooks/webhook.errors';

/** Every error that a request of the interface can meet. */
export type InterfaceError =
  | UnauthenticatedError
  | RateLimitedError
  | NoOrganizationError
  | ForeignOrganizationError
  | MissingPermissionError
  | TokenNotFoundError
  | MalformedRequestError
  | BodyTooLargeError
  | UnsupportedMediaError
  | RequestTimeoutError
  | FieldsInvalidError
  | InsufficientCreditsError
  | BatchNotFoundError
  | BatchStateError
  | ResultsUnavailableError
  | UnusableFileError
  | StorageFullError
  | SummaryLinkNotFoundError
  | TooManyUploadsError
  | UploadsBusyError
  | UploadLostError
  | AccountNotFoundError
  | AccountExistsError
  | RotatedRecentlyError
  | OrganizationNotFoundError
  | MemberNotFoundError
  | LastOwnerError
  | InvitationNotFoundError
  | InvitationForAnotherError
  | AlreadyMemberError
  | MissingRoleError
  | LimitReachedError
  | SignInRefusedError
  | SignUpClosedError
  | LinkNotFoundError
  | CodeNeededError
  | TwoFactorNeededError
  | TwoFactorStateError
  | AccountDisabledError
  | AccountStateError
  | PasswordNeededError
  | ForgedRequestError
  | SessionNotFoundError
  | FeedbackRefusedError
  | FeedbackSourceNotFoundError
  | UnknownAddressError
  | UnusableSecretError
  | WebhookNotFoundError
  | WebhookStateError
  | WebhookUrlError
  | SandboxServerError
  | DatabaseUnavailableError
  | OutcomeUnknownError
  | DiskFullError
  | RequestInProgressError
  | KeyUsedError
  | AnswerUnreadableError
  | AttemptLostError
  | RefusedBeforeError;

export interface ErrorReply {
  status: number;
  body: { error?: string; message?: string; errors?: Record<string, string[]> };
  headers?: Record<string, string>;
}

type Table = { [Kind in InterfaceError['kind']]: (error: Extract<InterfaceError, { kind: Kind }>) => ErrorReply };

const message =
  (status: number) =>
  (error: Error): ErrorReply => ({ status, body: { message: error.message } });
const named =
  (status: number, name: string) =>
  (error: Error): ErrorReply => ({
    status,
    body: { error: name, message: error.message },
  });

const field =
  (name: string) =>
  (error: Error): ErrorReply => ({
    status: 422,
    body: { message: error.message, errors: { [name]: [error.message] } },
  });

/** Faults of ours that pass: worth another try. */
const passing = (error: Error & { retryAfterSeconds: number }): ErrorReply => ({
  ...message(503)(error),
  headers: { 'Retry-After': String(error.retryAfterSeconds) },
});

/** The specification's error table: a kind without a body does not compile. */
const table: Table = {
  unauthenticated: (error) => ({ ...message(401)(error), headers: { 'WWW-Authenticate': 'Bearer' } }),
  rate_limited: (error) => ({ ...message(429)(error), headers: { 'Retry-After': String(error.retryAfterSeconds) } }),
  no_organization: (error) => ({ status: 400, body: { error: error.message } }),
  foreign_organization: named(403, 'Forbidden'),
  missing_permission: named(403, 'Forbidden'),
  malformed_request: message(400),
  body_too_large: message(413),
  // RFC 9110 15.5.16 and 12.5.3.
  unsupported_media: (error) => ({ ...message(415)(error), headers: { 'Accept-Encoding': 'gzip' } }),
  request_timeout: message(408),
  fields_invalid: (error) => ({ status: 422, body: { message: error.message, errors: error.errors } }),
  insufficient_credits: named(402, 'Insufficient credits'),
  batch_not_found: message(404),
  batch_state: named(422, 'Invalid request'),
  results_unavailable: named(404, 'Results not available'),
  unusable_file: named(422, 'Invalid request'),
  upload_lost: message(400),
  summary_link_not_found: message(404),
  storage_full: named(422, 'Storage full'),
  too_many_uploads: (error) => ({
    ...message(429)(error),
    headers: { 'Retry-After': String(error.retryAfterSeconds) },
  }),
  uploads_busy: passing,
  token_not_found: message(404),
  account_not_found: message(404),
  account_exists: message(409),
  rotated_recently: message(409),
  organization_not_found: message(404),
  member_not_found: message(404),
  last_owner: field('role'),
  invitation_not_found: message(404),
  invitation_for_another: named(403, 'Forbidden'),
  already_member: field('email'),
  limit_reached: (error) => field(error.field)(error),
  missing_role: named(403, 'Forbidden'),
  sign_in_refused: message(401),
  sign_up_closed: named(403, 'Forbidden'),
  link_not_found: message(404),
  code_needed: named(403, 'Code needed'),
  two_factor_needed: named(403, 'Second factor needed'),
  two_factor_state: named(422, 'Invalid request'),
  account_disabled: named(403, 'Account switched off'),
  account_state: named(422, 'Invalid request'),
  password_needed: named(403, 'Password needed'),
  forged_request: named(403, 'Forbidden'),
  session_not_found: message(404),
  feedback_refused: ({ status, message: sentence, retryAfterSeconds }) => ({
    status,
    body: { message: sentence },
    ...(retryAfterSeconds === null ? {} : { headers: { 'Retry-After': String(retryAfterSeconds) } }),
  }),
  feedback_source_not_found: message(404),
  unknown_address: message(404),
  unusable_secret: field('secret'),
  webhook_not_found: message(404),
  webhook_state: named(422, 'Invalid request'),
  webhook_url: field('url'),
  sandbox_server_error: message(500),
  database_unavailable: passing,
  outcome_unknown: passing,
  disk_full: message(507),
  request_in_progress: (error) => ({
    ...message(409)(error),
    headers: { 'Retry-After': String(error.retryAfterSeconds) },
  }),
  key_used: field('idempotency_key'),
  answer_unreadable: message(409),
  attempt_lost: passing,
  refused_before: ({ reply: { status, body, headers } }) => ({
    status,
    body,
    headers: { ...headers, 'Idempotency-Replayed': 'true' },
  }),
};

export function errorReply(error: InterfaceError): ErrorReply {
  const reply = table[error.kind] as (error: InterfaceError) => ErrorReply;
  return reply(error);
}

export function isInterfaceError(error: unknown): error is InterfaceError {
  return error instanceof Error && 'kind' in error && Object.hasOwn(table, String(error.kind));
}
