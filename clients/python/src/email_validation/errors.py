"""Everything that the client raises."""

from __future__ import annotations

from collections.abc import Mapping


class EmailValidationError(Exception):
    """What all errors of this client are."""


class ServiceUnreachableError(EmailValidationError):
    """No answer came: the service can't be reached, or the connection broke."""


class ServiceTimeoutError(ServiceUnreachableError):
    """No answer came in time."""


class WebhookSignatureError(EmailValidationError):
    """What came is not of the service, or too old."""


class ApiError(EmailValidationError):
    """The service answered, and said no."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        request_id: str | None,
        retry_after: float | None,
        field_errors: Mapping[str, list[str]],
    ) -> None:
        super().__init__(message)
        self.message = message
        #: The HTTP status.
        self.status = status
        #: ``X-Request-ID`` of the answer: the operator finds the request in the log by it.
        self.request_id = request_id
        #: Seconds that the service asks to wait (``Retry-After``), or None.
        self.retry_after = retry_after
        #: What is wrong with fields of the request, by their names.
        self.field_errors = dict(field_errors)


class BadRequestError(ApiError):
    """400: the request is malformed, or no organization is chosen."""


class AuthenticationError(ApiError):
    """401: the token is missing, wrong, revoked or expired."""


class InsufficientCreditsError(ApiError):
    """402: the organization has too few credits."""


class PermissionDeniedError(ApiError):
    """403: the token lacks the permission, or does not belong to the organization."""


class NotFoundError(ApiError):
    """404: there is no such thing, or not yet, or no longer."""


class ConflictError(ApiError):
    """409: the same request is being worked on."""


class UnprocessableError(ApiError):
    """413 and 422: the service understands what is sent, and can't take it; see ``field_errors``."""


class RateLimitError(ApiError):
    """429: too many requests; see ``retry_after``."""


class ServerError(ApiError):
    """5xx: a fault of the service."""


BY_STATUS: dict[int, type[ApiError]] = {
    400: BadRequestError,
    401: AuthenticationError,
    402: InsufficientCreditsError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    413: UnprocessableError,
    422: UnprocessableError,
    429: RateLimitError,
}
