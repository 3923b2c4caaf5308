"""The client of programs that wait. Made of ``async_client.py`` by ``scripts/unasync.py``."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, cast

import httpx

from ._calls import (
    RETRIES_WHILE_WAITING,
    TRANSPORT_FAULTS,
    UPLOAD_PATIENCE,
    Call,
    Settings,
    address_path,
    api_error,
    creating,
    patience_of,
    request_of,
    settings_of,
    transport_error,
)
from ._lists import ListSource, list_body
from ._patience import RetryLimits
from ._results import copy_mode
from .errors import ApiError, NotFoundError, ServiceUnreachableError
from .types import (
    BatchList,
    BatchRows,
    BatchStatus,
    BatchSummary,
    Columns,
    Credits,
    FeedbackEvent,
    FeedbackEvents,
    Format,
    KnownAddress,
    RowStatus,
    ToldEvents,
    Verdict,
)

FIRST_PAUSE = 0.5


class Transport:
    """Sends calls, and sends them again where an attempt failed in passing."""

    def __init__(self, settings: Settings, http: httpx.Client | None) -> None:
        self.settings = settings
        self.http = http or httpx.Client()
        self.is_own = http is None
        self.is_test: bool | None = None

    def json(self, call: Call) -> Any:
        response = self.send(call, stream=False)
        try:
            return response.json() if response.content else None
        except ValueError as fault:
            # A page of something in between.
            raise ServiceUnreachableError(f"The service at {self.settings.url} answered what is no JSON.") from fault

    def send(self, call: Call, *, stream: bool) -> httpx.Response:
        """A 2xx. :raises ApiError, ServiceUnreachableError: what no further attempt changed"""
        patience = patience_of(call, self.settings)
        while True:
            try:
                return self.attempt(call, stream=stream)
            except (ApiError, ServiceUnreachableError) as error:
                delay = patience.delay_after(error)
                if delay is None:
                    told = patience.error_of(error)
                    if told is error:
                        raise
                    raise told from error
            time.sleep(delay)

    def attempt(self, call: Call, *, stream: bool) -> httpx.Response:
        try:
            with request_of(self.http, self.settings, call) as request:
                response = self.http.send(request, stream=stream)
            if response.is_success:
                self.is_test = response.headers.get("x-test-mode") == "true"
                return response
            response.read()
            response.close()
        except TRANSPORT_FAULTS as fault:
            raise transport_error(fault, self.settings) from fault
        raise api_error(response)


class Batch:
    """A list that the service has."""

    def __init__(self, transport: Transport, id: int) -> None:
        self._transport = transport
        self.id = id

    def status(self) -> BatchStatus:
        """How far it is."""
        return cast(BatchStatus, self._transport.json(Call("GET", self._path())))

    def wait(self, *, on_progress: Callable[[BatchStatus], object] | None = None, poll: float = 10.0) -> BatchStatus:
        """Waits until it has ended: its ``status`` is ``completed`` or ``cancelled``.

        :param on_progress: told after each look at the batch
        :param poll: the longest pause between two looks, in seconds; the first are shorter
        """
        pause = FIRST_PAUSE
        while True:
            look = Call("GET", self._path(), retries=RETRIES_WHILE_WAITING)
            batch = cast(BatchStatus, self._transport.json(look))
            if on_progress is not None:
                on_progress(batch)
            if batch["status"] in ("completed", "cancelled"):
                return batch
            time.sleep(min(pause, poll))
            pause *= 1.5

    def cancel(self) -> BatchStatus:
        """Ends the work on it: what is not answered yet is not checked and costs nothing. Cancelled twice is cancelled."""
        return cast(BatchStatus, self._transport.json(Call("POST", self._path("/cancel"))))

    def summary(self) -> BatchSummary:
        """Why rows have their verdicts, who takes their mail, how fast it goes."""
        return cast(BatchSummary, self._transport.json(Call("GET", self._path("/summary"))))

    def rows(
        self,
        *,
        status: RowStatus | Sequence[RowStatus] | None = None,
        search: str | None = None,
        after: str | None = None,
        limit: int | None = None,
    ) -> BatchRows:
        """A page of rows with their verdicts, in the order of the file. ``after``: ``next_after`` of the page before."""
        query = {"status": _words(status), "search": search, "after": after, "limit": limit}
        return cast(BatchRows, self._transport.json(Call("GET", self._path("/rows"), query)))

    def download(
        self,
        *,
        status: RowStatus | Sequence[RowStatus] | None = None,
        columns: Columns | None = None,
        format: Format | None = None,
        bom: bool | None = None,
    ) -> Iterator[bytes]:
        """The results as a file, piece by piece, once it has ended.

        :raises NotFoundError: before that
        :raises ServiceUnreachableError: the connection broke; the file is not whole
        """
        query = {"status": _words(status), "columns": columns, "format": format, "bom": bom}
        response = self._transport.send(Call("GET", self._path("/download"), query), stream=True)
        try:
            yield from response.iter_bytes()
        except TRANSPORT_FAULTS as fault:
            raise transport_error(fault, self._transport.settings) from fault
        finally:
            response.close()

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        status: RowStatus | Sequence[RowStatus] | None = None,
        columns: Columns | None = None,
        format: Format | None = None,
        bom: bool | None = None,
    ) -> None:
        """Downloads the results into a file, which is there once it is whole. One that was there keeps its rights, and links
        to it stay."""
        target = Path(os.path.realpath(path))
        draft = target.with_name(f"{target.name}.part")
        try:
            with draft.open("wb") as file:
                copy_mode(target, draft)
                for piece in self.download(status=status, columns=columns, format=format, bom=bom):
                    file.write(piece)
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)

    def _path(self, rest: str = "") -> str:
        return f"/validate/batch/{self.id}{rest}"


class Feedback:
    """What became of your mails: tell it, and your verdicts know it."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def tell(self, events: Sequence[FeedbackEvent], *, idempotency_key: str | None = None) -> ToldEvents:
        """Tells of bounces, complaints and deliveries; 1,000 at most. Those with an ``id`` told before count once."""
        call = creating("/feedback/events", json={"events": list(events)}, idempotency_key=idempotency_key)
        return cast(ToldEvents, self._transport.json(call))

    def events(
        self, *, email: str | None = None, before: int | None = None, limit: int | None = None
    ) -> FeedbackEvents:
        """A page of what was told in the last 30 days, the newest first."""
        query = {"email": email, "before": before, "limit": limit}
        return cast(FeedbackEvents, self._transport.json(Call("GET", "/feedback/events", query)))

    def address(self, email: str) -> KnownAddress | None:
        """What is known of an address; None: nothing."""
        try:
            return cast(KnownAddress, self._transport.json(Call("GET", address_path(email))))
        except NotFoundError:
            return None

    def forget(self, email: str) -> None:
        """Forgets all that is known of an address."""
        self._transport.json(Call("DELETE", address_path(email)))


class EmailValidation:
    """The Email Validation Service, for programs. Close it, or use it in ``with``.

    :param url: where the service is, ``https://check.example.org``; with or without ``/v1``
    :param token: a token of the service's dashboard; white space around it is left out
    :param organization: the organization to act for; None: the account's default one
    :param timeout: seconds that the service may be silent in an attempt; ten times that for uploads
    :param retries: how often a request that failed in passing is sent again
    :param max_retry_delay: the longest that is waited before a further attempt, in seconds; where the service asks for
        more, its error is raised at once
    :param max_retry_total: so many seconds after a call began it is not sent again; None: that does not matter
    :param http: an ``httpx.Client`` of yours, which you close
    :raises TypeError, ValueError: ``url`` or ``token`` is missing or can't be one, or ``organization`` is none
    """

    def __init__(
        self,
        url: str,
        token: str,
        *,
        organization: int | str | None = None,
        timeout: float = 30.0,
        retries: int = 4,
        max_retry_delay: float = 60.0,
        max_retry_total: float | None = None,
        http: httpx.Client | None = None,
    ) -> None:
        limits = RetryLimits(retries, max_retry_delay, max_retry_total)
        settings = settings_of(url, token, organization=organization, timeout=timeout, limits=limits)
        self._transport = Transport(settings, http)
        #: What became of your mails.
        self.feedback = Feedback(self._transport)

    @property
    def is_test(self) -> bool | None:
        """Whether the token is a test token, which asks nobody: as the last answer said; None: none came yet."""
        return self._transport.is_test

    def validate(self, email: str, *, evidence: bool | None = None, idempotency_key: str | None = None) -> Verdict:
        """Checks one address; costs a credit, or none where the answer is known.

        :raises ApiError, ServiceUnreachableError:
        """
        call = creating(
            "/validate/single", query={"evidence": evidence}, json={"email": email}, idempotency_key=idempotency_key
        )
        return cast(Verdict, self._transport.json(call))

    def validate_batch(
        self,
        source: ListSource,
        *,
        name: str | None = None,
        column: str | int | None = None,
        has_header: bool | None = None,
        encoding: str | None = None,
        sheet: str | int | None = None,
        idempotency_key: str | None = None,
    ) -> Batch:
        """Sends a list to be checked.

        :param source: a path, bytes or an open file of a CSV file or workbook; or the addresses, as strings, one row for
            each. Of more than 100,000 with blank ones among them the results have a second column, ``row``
        :param name: what the list is called; None: as its file is
        :param column: the column of the addresses, its name or its number from 1; None: ``email``
        :raises ApiError, ServiceUnreachableError, OSError:
        :raises TypeError, ValueError: it is no list, or empty, or the key is none
        """
        body = list_body(
            source, name=name, column=column, has_header=has_header, encoding=encoding, sheet=sheet
        )
        call = creating("/validate/batch", idempotency_key=idempotency_key, patience=UPLOAD_PATIENCE, **body)
        made = self._transport.json(call)
        return self.batch(made["id"])

    def batch(self, id: int) -> Batch:
        """A batch that was sent before. Nothing is asked until one of its methods is called."""
        return Batch(self._transport, id)

    def batches(
        self,
        *,
        status: str | None = None,
        name: str | None = None,
        before: int | None = None,
        limit: int | None = None,
    ) -> BatchList:
        """A page of the organization's batches, the newest first."""
        query = {"status": status, "name": name, "before": before, "limit": limit}
        return cast(BatchList, self._transport.json(Call("GET", "/validate/batch", query)))

    def credits(self) -> Credits:
        """What is left to spend."""
        return cast(Credits, self._transport.json(Call("GET", "/credits/balance")))

    def close(self) -> None:
        """Closes its connections."""
        if self._transport.is_own:
            self._transport.http.close()

    def __enter__(self) -> EmailValidation:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _words(words: str | Sequence[str] | None) -> list[str] | None:
    return [words] if isinstance(words, str) else None if words is None else list(words)
