/** What all errors of this client are. */
export class EmailValidationError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** No answer came: the service can't be reached, or the connection broke. */
export class ConnectionError extends EmailValidationError {}

/** No answer came in time. */
export class TimeoutError extends ConnectionError {}

/** What comes with an answer that is none of 2xx. */
export interface ApiErrorDetails {
  /** The HTTP status. */
  status: number;
  /** `X-Request-ID` of the answer: the operator finds the request in the log by it. */
  requestId: string | null;
  /** Seconds that the service asks to wait (`Retry-After`), or null. */
  retryAfter: number | null;
  /** What is wrong with fields of the request, by their names. */
  fieldErrors: Record<string, string[]>;
}

/** The service answered, and said no. */
export class ApiError extends EmailValidationError implements ApiErrorDetails {
  readonly status: number;
  readonly requestId: string | null;
  readonly retryAfter: number | null;
  readonly fieldErrors: Record<string, string[]>;

  constructor(message: string, { status, requestId, retryAfter, fieldErrors }: ApiErrorDetails) {
    super(message);
    this.status = status;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.fieldErrors = fieldErrors;
  }
}

/** 400: the request is malformed, or no organization is chosen. */
export class BadRequestError extends ApiError {}
/** 401: the token is missing, wrong, revoked or expired. */
export class AuthenticationError extends ApiError {}
/** 402: the organization has too few credits. */
export class InsufficientCreditsError extends ApiError {}
/** 403: the token lacks the permission, or does not belong to the organization. */
export class PermissionDeniedError extends ApiError {}
/** 404: there is no such thing, or not yet, or no longer. */
export class NotFoundError extends ApiError {}
/** 409: the same request is being worked on. */
export class ConflictError extends ApiError {}
/** 413 and 422: the service understands what is sent, and can't take it; see `fieldErrors`. */
export class UnprocessableError extends ApiError {}
/** 429: too many requests; see `retryAfter`. */
export class RateLimitError extends ApiError {}
/** 5xx: a fault of the service. */
export class ServerError extends ApiError {}

const CLASSES: Partial<Record<number, typeof ApiError>> = {
  400: BadRequestError,
  401: AuthenticationError,
  402: InsufficientCreditsError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  413: UnprocessableError,
  422: UnprocessableError,
  429: RateLimitError,
};

/** The error of an answer; its body is read. */
export async function apiError(response: Response, retryAfter: number | null): Promise<ApiError> {
  const { status, headers } = response;
  const body = parse(await response.text().catch(() => ''));
  const said = [body.message, body.error].find((text) => typeof text === 'string' && text !== '');
  const message = typeof said === 'string' ? said : `The service answered ${status}.`;
  const Kind = CLASSES[status] ?? (status >= 500 ? ServerError : ApiError);
  const fieldErrors = (body.errors ?? {}) as Record<string, string[]>;
  return new Kind(message, { status, requestId: headers.get('x-request-id'), retryAfter, fieldErrors });
}

function parse(text: string): { message?: unknown; error?: unknown; errors?: unknown } {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    // A proxy's page in between: the status says it.
    return {};
  }
}
