"""What is asked of the service: the same for both clients."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import IO, Any
from urllib.parse import quote

import h11
import httpx

from ._lists import ListFile
from ._patience import Patience, RetryLimits
from .errors import BY_STATUS, ApiError, ServerError, ServiceTimeoutError, ServiceUnreachableError

UPLOAD_PATIENCE = 10
#: A second, at the least rate at which the service takes lists.
BYTES_PER_SECOND = 20_000
#: A service that is being renewed is away for a while, some 50 s by the back-off; a list takes hours.
RETRIES_WHILE_WAITING = 10

#: What goes wrong on the way; h11's own comes through httpx where a file grew or shrank as it was sent.
TRANSPORT_FAULTS = (httpx.RequestError, h11.ProtocolError)

Query = Mapping[str, "str | int | bool | list[str] | tuple[str, ...] | None"]


@dataclass(frozen=True)
class Settings:
    url: str
    #: In no words about it: these end in logs.
    token: str = field(repr=False)
    organization: str | None
    timeout: float
    limits: RetryLimits


def settings_of(
    url: object, token: object, *, organization: int | str | None, timeout: float, limits: RetryLimits
) -> Settings:
    """What may be sent; no sentence holds the token.

    :raises TypeError, ValueError: ``url`` or ``token`` is missing or can't be one, or ``organization`` is none
    """
    base = _word(url, "`url` is missing: where the service is, such as https://check.example.org. Is EVS_URL set?")
    try:
        httpx.URL(base)
    except httpx.InvalidURL:
        base = ""
    # A name and password would be sent in place of the token, and stand in each error of a connection.
    if re.fullmatch(r"https?://[^\s/?#@]+([/?#]\S*)?", base, re.IGNORECASE) is None:
        raise ValueError(
            "`url` is no address of a service: https://check.example.org is one. Nothing stands in front of its host."
        )
    known = _word(token, "`token` is missing: a token of the service's dashboard. Is EVS_TOKEN set?")
    if re.fullmatch(r"[\t\x20-\x7e]+", known) is None:
        raise ValueError("`token` has line ends or other characters within that no header may hold: copy it once more.")
    return Settings(base, known, _organization(organization), timeout, limits)


def _organization(given: int | str | None) -> str | None:
    if given is None:
        return None
    text = str(given).strip()
    if re.fullmatch("[0-9]+", text) is None:
        raise ValueError("`organization` is the id of one, a number such as 1.")
    return text


def _word(given: object, missing: str) -> str:
    """Without the white space that files and variables end with."""
    if not isinstance(given, str):
        raise TypeError(missing)
    if given.strip() == "":
        raise ValueError(missing)
    return given.strip()


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
    #: How many times the client's time limit it may take.
    patience: int = 1


def creating(path: str, *, idempotency_key: str | None = None, **parts: Any) -> Call:
    """POST that creates something: with a key that is the same in each attempt.

    :raises ValueError: no header may hold the key
    """
    key = uuid.uuid4().hex if idempotency_key is None else idempotency_key
    if not isinstance(key, str) or re.fullmatch(r"[\x21-\x7e]+", key) is None:
        raise ValueError("`idempotency_key` has 1 to 255 letters, digits and signs of ASCII, without blanks: a UUID, say.")
    return Call("POST", path, idempotency_key=key, **parts)


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
        headers["X-Organization-ID"] = settings.organization
    if call.idempotency_key is not None:
        headers["Idempotency-Key"] = call.idempotency_key
    body: dict[str, Any] = {}
    limit = settings.timeout * call.patience
    timeout = httpx.Timeout(limit)
    if call.json is not None:
        # In ASCII: half of a pair, which is no UTF-8, is for the service to judge.
        content = json.dumps(call.json).encode()
        headers["Content-Type"] = "application/json"
        body["content"] = content
        # It may be written as one piece.
        timeout = httpx.Timeout(limit, write=limit + len(content) / BYTES_PER_SECOND)
    if call.file is not None and file is not None:
        body["data"], body["files"] = call.file.fields, {"file": (call.file.name, file)}
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


def transport_error(fault: Exception, settings: Settings) -> ServiceUnreachableError:
    if isinstance(fault, httpx.TimeoutException):
        return ServiceTimeoutError(f"The service at {settings.url} did not answer in time.")
    return ServiceUnreachableError(f"The service at {settings.url} can't be reached: {fault or type(fault).__name__}")


def patience_of(call: Call, settings: Settings) -> Patience:
    return Patience(settings.limits if call.retries is None else replace(settings.limits, retries=call.retries))


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
