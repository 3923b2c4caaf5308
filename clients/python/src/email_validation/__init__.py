"""Client of the Email Validation Service: checks e-mail addresses and lists of them."""

from ._lists import ListSource
from .async_client import AsyncBatch, AsyncEmailValidation
from .client import Batch, EmailValidation
from .errors import (
    ApiError,
    AuthenticationError,
    BadRequestError,
    ConflictError,
    EmailValidationError,
    InsufficientCreditsError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    ServerError,
    ServiceTimeoutError,
    ServiceUnreachableError,
    UnprocessableError,
    WebhookSignatureError,
)
from .webhooks import verify_webhook

__all__ = [
    "ApiError",
    "AsyncBatch",
    "AsyncEmailValidation",
    "AuthenticationError",
    "BadRequestError",
    "Batch",
    "ConflictError",
    "EmailValidation",
    "EmailValidationError",
    "InsufficientCreditsError",
    "ListSource",
    "NotFoundError",
    "PermissionDeniedError",
    "RateLimitError",
    "ServerError",
    "ServiceTimeoutError",
    "ServiceUnreachableError",
    "UnprocessableError",
    "WebhookSignatureError",
    "verify_webhook",
]
