"""What is asked of the service, and when it is asked again: the same for both clients."""

from __future__ import annotations

import json
import random
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import IO, Any
from urllib.parse import quote

import httpx

from ._lists import ListFile
from .errors import BY_STATUS, ApiError, ServerError, ServiceTimeoutError, ServiceUnreachableError

FIRST_DELAY = 0.5
LONGEST_BACK_OFF = 8.0
UPLOAD_PATIENCE = 10
#: A service that is being renewed is away for a while, some 50 s by the back-off; a list takes hours.
RETRIES_WHILE_WAITING = 10

Query = Mapping[str, "str | int | bool | list[str] | tuple[str, ...] | None"]


@dataclass(frozen=True)
class Settings:
    url: str
    token: str
    organization: int | str | None
    timeout: float
    retries: int
    max_retry_delay: float


@dataclass(frozen=True)
class Call:
    """One request, as often as it is sent. ``path`` is behind ``/v1``."""

    method: str
    path: str
    query: Query = field(default_factory=dict)
    json: object = None
    file: ListFile | None = None
    idempotency_key: str | None = None
    #: In place of the client's.
    retries: int | None = None


def creating(path: str, *, idempotency_key: str | None = None, **parts: Any) -> Call:
    """POST that creates something: with a key that is the same in each attempt."""
    return Call("POST", path, idempotency_key=idempotency_key or uuid.uuid4().hex, **parts)


def address_path(email: str) -> str:
    return f"/feedback/addresses/{quote(email, safe='')}"


@contextmanager
def request_of(
    client: httpx.Client | httpx.AsyncClient, settings: Settings, call: Call
) -> Iterator[httpx.Request]:
    """The request of one attempt; its file is open as long."""
    if call.file is None:
        yield _build(client, settings, call, None)
    else:
        with call.file.open() as file:
            yield _build(client, settings, call, file)


def _build(
    client: httpx.Client | httpx.AsyncClient, settings: Settings, call: Call, file: IO[bytes] | None
) -> httpx.Request:
    headers = {"Authorization": f"Bearer {settings.token}"}
    if settings.organization is not None:
        headers["X-Organization-ID"] = str(settings.organization)
    if call.idempotency_key is not None:
        headers["Idempotency-Key"] = call.idempotency_key
    body: dict[str, Any] = {}
    if call.json is not None:
        body["json"] = call.json
    timeout = settings.timeout
    if call.file is not None and file is not None:
        body["data"], body["files"] = call.file.fields, {"file": (call.file.name, file)}
        timeout *= UPLOAD_PATIENCE
    base = settings.url.rstrip("/").removesuffix("/v1")
    return client.build_request(
        call.method, f"{base}/v1{call.path}", params=_params(call.query), headers=headers, timeout=timeout, **body
    )


def _params(query: Query) -> dict[str, str]:
    return {name: _text(value) for name, value in query.items() if value is not None}


def _text(value: str | int | bool | list[str] | tuple[str, ...] | None) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(value) if isinstance(value, (list, tuple)) else str(value)


def api_error(response: httpx.Response) -> ApiError:
    """The error of an answer whose body is read."""
    try:
        body = response.json()
    except (json.JSONDecodeError, UnicodeDecodeError):
        # A proxy's page in between: the status says it.
        body = None
    said = body if isinstance(body, dict) else {}
    status = response.status_code
    kind = BY_STATUS.get(status, ServerError if status >= 500 else ApiError)
    errors = said.get("errors")
    return kind(
        str(said.get("message") or said.get("error") or f"The service answered {status}."),
        status=status,
        request_id=response.headers.get("x-request-id"),
        retry_after=_seconds(response.headers.get("retry-after")),
        field_errors=errors if isinstance(errors, dict) else {},
    )


def transport_error(fault: httpx.TransportError, settings: Settings) -> ServiceUnreachableError:
    if isinstance(fault, httpx.TimeoutException):
        return ServiceTimeoutError(f"The service at {settings.url} did not answer in time.")
    return ServiceUnreachableError(f"The service at {settings.url} can't be reached: {fault or type(fault).__name__}")


def delay_before_retry(error: Exception, attempt: int, call: Call, settings: Settings) -> float | None:
    """Seconds to wait before another attempt; None: there is none, and the error is the caller's."""
    if attempt >= (settings.retries if call.retries is None else call.retries):
        return None
    retry_after = None
    if isinstance(error, ApiError):
        retry_after = error.retry_after
        status = error.status
        if not (status in (408, 429) or status >= 500 or (status == 409 and retry_after is not None)):
            return None
    if retry_after is None:
        longest = min(FIRST_DELAY * 2.0**attempt, LONGEST_BACK_OFF, settings.max_retry_delay)
        return longest * random.uniform(0.5, 1)
    if retry_after > settings.max_retry_delay:
        return None
    # Those that were told the same second do not come back in the same millisecond.
    return retry_after + random.uniform(0, 0.25) * min(retry_after, 1)


def _seconds(header: str | None) -> float | None:
    """``Retry-After`` in seconds: a number or a date (RFC 9110 10.2.3)."""
    if header is None:
        return None
    if header.strip().isdecimal():
        return float(header)
    try:
        at = parsedate_to_datetime(header)
    except ValueError:
        return None
    at = at if at.tzinfo is not None else at.replace(tzinfo=timezone.utc)
    return max(0.0, (at - datetime.now(timezone.utc)).total_seconds())
