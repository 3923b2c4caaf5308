"""What is missing, and what must stand in no log."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from conftest import Clients
from flaky_service import Fault, FlakyService

from email_validation import ApiError, ServiceUnreachableError

TOKEN = "eyJhbGciOi.secret.of-ours_1"


@pytest.mark.parametrize("space", [" \n", "\r\n", "\t", "\u00a0"])
def test_leaves_out_white_space_around_the_token_and_the_url(connect: Clients, flaky: FlakyService, space: str) -> None:
    connect(f" {flaky.url}/v1/\n", f"{space}{TOKEN}{space}").credits()
    assert flaky.seen[0].path == "/v1/credits/balance"
    assert flaky.seen[0].headers["authorization"] == f"Bearer {TOKEN}"


@pytest.mark.parametrize(
    "url", ["check.example.org", "127.0.0.1:3000", "/api", "ftp://a.test", "http://", "https://me:secret@a.test", "http://[::1"]
)
def test_refuses_what_is_no_address_of_a_service_without_showing_it(connect: Clients, url: str) -> None:
    with pytest.raises(ValueError, match="^`url` is no address of a service") as refused:
        connect(url, TOKEN)
    assert "secret" not in repr(refused.value)


@pytest.mark.parametrize("inner", ["\n", "\r\nX-Other: 1\r\n", "\x00", "é", "\u2028", "\x7f"])
def test_refuses_a_token_that_no_header_may_hold_without_showing_it(
    connect: Clients, flaky: FlakyService, inner: str
) -> None:
    with pytest.raises(ValueError, match="copy it once more") as refused:
        connect(flaky.url, f"{TOKEN}{inner}{TOKEN}")
    assert "secret" not in repr(refused.value)
    assert flaky.seen == []


@pytest.mark.parametrize("organization", ["ü€", "a\nb", "", "x", 1.5])
def test_refuses_what_is_no_id_of_an_organization(connect: Clients, flaky: FlakyService, organization: Any) -> None:
    with pytest.raises(ValueError, match="^`organization` is the id of one"):
        connect(flaky.url, TOKEN, organization=organization)


@pytest.mark.parametrize("key", ["a\nb", "ü€", "", "a b"])
def test_refuses_a_key_that_no_header_may_hold_at_once(connect: Clients, flaky: FlakyService, key: str) -> None:
    client = connect(flaky.url, TOKEN)
    calls = [(client.validate, "a@ok.test"), (client.validate_batch, ["a@ok.test"]), (client.feedback.tell, [])]
    for call, given in calls:
        with pytest.raises(ValueError, match="^`idempotency_key` has"):
            call(given, idempotency_key=key)
    assert flaky.seen == []


def everything_in(thing: Any, depth: int = 4) -> str:
    """As a debugger or a logger of states shows it."""
    held = vars(thing) if hasattr(thing, "__dict__") and depth > 0 else {}
    return repr(thing) + "".join(everything_in(value, depth - 1) for name, value in held.items() if name != "token")


def test_shows_its_token_nowhere(connect: Clients, flaky: FlakyService, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    flaky.faults = [Fault(0), Fault(401), Fault(0)]
    client = connect(flaky.url, TOKEN, retries=1, max_retry_delay=0.001)
    with pytest.raises(ApiError) as refused:
        client.credits()
    with pytest.raises(ServiceUnreachableError) as broken:
        connect(flaky.url, TOKEN, retries=0).credits()
    shown = [everything_in(thing) for thing in (client, client.feedback, client.batch(1))]
    errors = [f"{error!r} {error} {vars(error)} {error.__cause__!r}" for error in (refused.value, broken.value)]
    assert not [text for text in [*shown, *errors, caplog.text] if "secret" in text]


@pytest.mark.parametrize("given", [None, "", " \n", 5])
def test_says_which_setting_is_missing(connect: Clients, given: Any) -> None:
    kind = ValueError if isinstance(given, str) else TypeError
    with pytest.raises(kind, match="`url` is missing.*EVS_URL"):
        connect(given, TOKEN)
    with pytest.raises(kind, match="`token` is missing.*EVS_TOKEN"):
        connect("http://127.0.0.1:1", given)


@pytest.mark.parametrize("source", [5, None, object()])
def test_says_what_a_list_is(connect: Clients, flaky: FlakyService, source: Any) -> None:
    with pytest.raises(TypeError, match="A list is the path of a file"):
        connect(flaky.url).validate_batch(source)
    assert flaky.seen == []


def test_sends_no_list_without_addresses(connect: Clients, flaky: FlakyService) -> None:
    client = connect(flaky.url)
    empties: list[Any] = [[], set(), iter(())]
    for empty in empties:
        with pytest.raises(ValueError, match="nothing to check"):
            client.validate_batch(empty)
    with pytest.raises(TypeError, match="strings alone"):
        client.validate_batch(["a@ok.test", 5])
    assert flaky.seen == []


def test_knows_whether_its_token_is_a_test_token(connect: Clients, flaky: FlakyService) -> None:
    client = connect(flaky.url, retries=0)
    assert client.is_test is None
    client.credits()
    assert client.is_test is False
    flaky.faults = [Fault(200, {"X-Test-Mode": "true"}, "{}")]
    client.credits()
    assert client.is_test is True
