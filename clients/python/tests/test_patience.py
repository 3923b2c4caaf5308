"""How long a call is sent again, in a time of its own."""

from __future__ import annotations

import pytest
from conftest import Clients
from flaky_service import Fault, FlakyService

from email_validation import ApiError, ConflictError, RateLimitError, ServerError, ServiceTimeoutError
from email_validation._patience import Patience, RetryLimits

LIMITS = RetryLimits(retries=4, max_delay=60.0, max_total=None)


def fault(kind: type[ApiError], status: int, retry_after: float | None = None) -> ApiError:
    return kind("Scripted.", status=status, request_id=None, retry_after=retry_after, field_errors={})


AT_WORK = fault(ConflictError, 409, 1.0)


class Clock:
    at = 1000.0

    def __call__(self) -> float:
        return self.at


def waits_of(limits: RetryLimits, errors: list[Exception], then: Exception) -> list[float]:
    """After these errors, and then always the other."""
    clock = Clock()
    patience = Patience(limits, clock)
    waits: list[float] = []
    while True:
        delay = patience.delay_after(errors[len(waits)] if len(waits) < len(errors) else then)
        if delay is None:
            return waits
        waits.append(delay)
        clock.at += delay


def test_waits_75_seconds_for_an_earlier_attempt_that_is_at_work() -> None:
    waits = waits_of(LIMITS, [], AT_WORK)
    assert 75 - 8 < sum(waits) <= 75
    assert min(waits) >= 1
    # Of the 60 requests that a token may make in a minute, it takes few.
    assert 9 <= len(waits) <= 25


def test_counts_such_waits_apart_from_what_failed() -> None:
    broken = fault(ServerError, 500)
    assert len(waits_of(LIMITS, [AT_WORK] * 5, broken)) == 5 + 4
    assert sum(waits_of(LIMITS, [broken] * 4, AT_WORK)) > 75 - 8


def test_ends_where_the_caller_ends_it() -> None:
    assert waits_of(RetryLimits(0, 60.0, None), [], AT_WORK) == []
    assert waits_of(RetryLimits(4, 0.9, None), [], AT_WORK) == []
    assert 12 <= sum(waits_of(RetryLimits(4, 60.0, 20.0), [], AT_WORK)) <= 20
    busy = fault(RateLimitError, 429, 15.0)
    assert len(waits_of(RetryLimits(4, 60.0, 20.0), [], busy)) == 1
    assert waits_of(RetryLimits(4, 60.0, 20.0), [], fault(RateLimitError, 429, 30.0)) == []


def test_says_that_its_own_attempt_came_to_no_end(connect: Clients, flaky: FlakyService) -> None:
    # Asked to wait longer than it may: so it ends there.
    flaky.faults = [Fault(0, is_silent=True), *[Fault(409, {"Retry-After": "3600"})] * 20]
    client = connect(flaky.url, timeout=0.2, max_retry_delay=0.01, retries=20)
    with pytest.raises(ServiceTimeoutError, match=r"in time\. It is still at work") as error:
        client.validate("a@ok.test")
    assert isinstance(error.value.__cause__, ConflictError)


def test_says_of_the_attempt_of_another_that_it_is_at_work(connect: Clients, flaky: FlakyService) -> None:
    flaky.faults = [Fault(409, {"Retry-After": "0"})] * 1000
    with pytest.raises(ConflictError):
        connect(flaky.url, max_retry_delay=0.01, max_retry_total=0.1).validate("a@ok.test", idempotency_key="mine")


def test_gets_the_answer_of_an_attempt_that_ended_late(connect: Clients, flaky: FlakyService) -> None:
    flaky.faults = [Fault(409, {"Retry-After": "0"})] * 9
    flaky.answer = {"status": "valid"}
    assert connect(flaky.url, max_retry_delay=0.005).validate("a@ok.test") == {"status": "valid"}
