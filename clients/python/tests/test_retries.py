"""Where the service fails."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from conftest import Clients
from flaky_service import Fault, FlakyService

from email_validation import ApiError, RateLimitError, ServerError, ServiceTimeoutError, ServiceUnreachableError

PASSING = {
    "408": Fault(408),
    "429": Fault(429, {"Retry-After": "0"}),
    "500": Fault(500),
    "503 of a proxy, in HTML": Fault(503, body="<html>Bad gateway</html>"),
    "409 while the same request runs": Fault(409, {"Retry-After": "0"}),
    "a connection that is reset": Fault(0),
    "a connection that is reset after the effect": Fault(0, after_effect=True),
}


@pytest.fixture
def client(connect: Clients, flaky: FlakyService) -> Any:
    return connect(f"{flaky.url}/v1/", max_retry_delay=0.005)


@pytest.mark.parametrize("fault", PASSING.values(), ids=PASSING.keys())
def test_tries_again_one_effect_one_key(client: Any, flaky: FlakyService, fault: Fault) -> None:
    flaky.faults = [fault, fault]
    flaky.answer = {"status": "valid"}
    assert client.validate("jane@ok.test") == {"status": "valid"}
    assert len(flaky.seen) == 3
    assert {seen.headers["idempotency-key"] for seen in flaky.seen} == flaky.effects
    assert len(flaky.effects) == 1


@pytest.mark.parametrize("is_path", [True, False])
def test_sends_a_whole_list_again(client: Any, flaky: FlakyService, tmp_path: Path, is_path: bool) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes(b"email\r\njane@ok.test\r\n")
    flaky.answer = {"id": 7}
    flaky.faults = [Fault(0, after_effect=True), Fault(503)]
    with path.open("rb") as file:
        assert client.validate_batch(path if is_path else file, name='A "list"').id == 7
    assert [seen.path for seen in flaky.seen] == ["/v1/validate/batch"] * 3
    for seen in flaky.seen:
        assert b'name="name"\r\n\r\nA "list"\r\n' in seen.body
        assert b'filename="list.csv"' in seen.body
        assert b"email\r\njane@ok.test\r\n" in seen.body
    assert len(flaky.effects) == 1


def test_takes_a_key_of_the_caller_and_makes_another_for_each_call(client: Any, flaky: FlakyService) -> None:
    client.validate("a@ok.test", idempotency_key="mine")
    client.validate("a@ok.test")
    client.validate("a@ok.test")
    assert flaky.seen[0].headers["idempotency-key"] == "mine"
    assert len(flaky.effects) == 3


def test_waits_as_long_as_it_is_asked_to(
    connect: Clients, flaky: FlakyService, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []

    async def wait(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr("email_validation.client.time", SimpleNamespace(sleep=waits.append))
    monkeypatch.setattr("email_validation.async_client.asyncio", SimpleNamespace(sleep=wait))
    flaky.faults = [Fault(429, {"Retry-After": "1"})]
    connect(flaky.url).credits()
    assert len(flaky.seen) == 2
    assert sum(waits) >= 1


@pytest.mark.parametrize("is_date", [True, False])
def test_raises_at_once_where_it_is_asked_to_wait_for_longer(client: Any, flaky: FlakyService, is_date: bool) -> None:
    at = format_datetime(datetime.now(timezone.utc) + timedelta(hours=1), usegmt=True)
    flaky.faults = [Fault(429, {"Retry-After": at if is_date else "3600"})]
    with pytest.raises(RateLimitError, match="Scripted 429") as error:
        client.credits()
    assert 3500 < (error.value.retry_after or 0) <= 3600
    assert error.value.request_id == "req-1"
    assert len(flaky.seen) == 1


def test_gives_up_after_its_attempts(connect: Clients, flaky: FlakyService) -> None:
    flaky.faults = [Fault(500)] * 9
    with pytest.raises(ServerError):
        connect(flaky.url, max_retry_delay=0, retries=2).credits()
    assert len(flaky.seen) == 3
    flaky.faults = [Fault(0)] * 9
    with pytest.raises(ServiceUnreachableError, match="can't be reached"):
        connect(flaky.url, max_retry_delay=0, retries=1).credits()
    assert len(flaky.seen) == 5


@pytest.mark.parametrize("status", [302, 400, 401, 402, 403, 404, 409, 413, 422])
def test_does_not_try_again(client: Any, flaky: FlakyService, status: int) -> None:
    flaky.faults = [Fault(status)]
    with pytest.raises(ApiError, match=f"Scripted {status}") as error:
        client.validate("a@ok.test")
    assert error.value.status == status
    assert len(flaky.seen) == 1


def test_waits_for_an_answer_no_longer_than_it_may(connect: Clients, flaky: FlakyService) -> None:
    flaky.faults = [Fault(0, is_silent=True)]
    with pytest.raises(ServiceTimeoutError):
        connect(flaky.url, timeout=0.05, retries=0).credits()


def test_tries_again_where_no_answer_came_in_time(connect: Clients, flaky: FlakyService) -> None:
    flaky.faults = [Fault(0, is_silent=True)]
    assert connect(flaky.url, timeout=0.2, max_retry_delay=0, retries=20).credits() == {}
    assert len(flaky.seen) > 1


def test_goes_on_waiting_for_a_list_through_a_longer_fault(client: Any, flaky: FlakyService) -> None:
    flaky.faults = [Fault(503), Fault(0), Fault(429), Fault(0)] * 2
    flaky.answer = {"status": "completed"}
    assert client.batch(1).wait() == {"status": "completed"}
    assert len(flaky.seen) == 9


def test_says_of_a_download_that_broke_off_that_it_did(client: Any, flaky: FlakyService, tmp_path: Path) -> None:
    half = Fault(200, {"Content-Length": "100", "Connection": "close"}, "email\r\n")
    flaky.faults = [Fault(503), half]
    with pytest.raises(ServiceUnreachableError):
        client.batch(1).save(tmp_path / "results.csv")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "fault", [Fault(200, body="<html>Sign in to this network</html>"), Fault(200, {"Content-Encoding": "gzip"}, "no gzip")]
)
def test_raises_what_is_of_the_client_whatever_comes(client: Any, flaky: FlakyService, fault: Fault) -> None:
    flaky.faults = [fault] * 5
    with pytest.raises(ServiceUnreachableError):
        client.credits()
