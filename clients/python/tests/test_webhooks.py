"""Signatures, against another library of Standard Webhooks."""

from __future__ import annotations

import base64
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from standardwebhooks import Webhook

from email_validation import WebhookSignatureError, verify_webhook

SECRET = f"whsec_{base64.b64encode(bytes([7] * 32)).decode()}"
OLD = f"whsec_{base64.b64encode(bytes([9] * 32)).decode()}"
BODY = '{"type":"test","timestamp":"2026-11-28T09:30:00.000Z","data":{"text":"Grüße"}}'


def headers_of(*, key: str = SECRET, ago: float = 0, **changed: str) -> dict[str, str]:
    at = datetime.now(timezone.utc) - timedelta(seconds=ago)
    made = {
        "webhook-id": "evt_1",
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": Webhook(key).sign("evt_1", at, BODY),
    }
    return {**made, **{f"webhook-{name}": value for name, value in changed.items()}}


def test_takes_what_standard_webhooks_signs() -> None:
    assert verify_webhook(BODY, headers_of(), SECRET)["type"] == "test"
    capitals = {name.title(): value for name, value in headers_of().items()}
    assert verify_webhook(BODY.encode(), capitals, SECRET)["timestamp"] == "2026-11-28T09:30:00.000Z"


def test_takes_each_of_several_secrets_and_signatures() -> None:
    assert verify_webhook(BODY, headers_of(), [OLD, SECRET])
    both = f"{headers_of(key=OLD)['webhook-signature']} {headers_of()['webhook-signature']} v1a,xyz"
    assert verify_webhook(BODY, headers_of(signature=both), SECRET)


@pytest.mark.parametrize(
    "headers",
    [
        headers_of(key=OLD),
        headers_of(id="evt_2"),
        headers_of(signature=""),
        headers_of(signature="v2,AAAA"),
        headers_of(signature="v1,%é"),
        headers_of(timestamp="now"),
        headers_of(timestamp="²"),
        headers_of(timestamp="1" * 5000),
        headers_of(ago=4000),
        headers_of(ago=-4000),
    ],
)
def test_refuses(headers: dict[str, str]) -> None:
    with pytest.raises(WebhookSignatureError):
        verify_webhook(BODY, headers, SECRET)


def test_refuses_another_body() -> None:
    with pytest.raises(WebhookSignatureError):
        verify_webhook(f"{BODY} ", headers_of(), SECRET)


def test_takes_an_old_one_where_it_may() -> None:
    assert verify_webhook(BODY, headers_of(ago=3000), SECRET, tolerance=3600)


def test_says_that_a_secret_is_none() -> None:
    with pytest.raises(ValueError, match="whsec_"):
        verify_webhook(BODY, headers_of(), "whsec_%%")


@pytest.mark.parametrize("secrets", [None, "", [], [None], ["", None]])
def test_says_that_there_is_no_secret_whatever_came(secrets: Any) -> None:
    for headers in (headers_of(), {}):
        with pytest.raises(ValueError, match="secret of the webhook is missing"):
            verify_webhook(BODY, headers, secrets)


@pytest.mark.parametrize("body", [{"type": "test"}, None, 5, ["x"]])
def test_says_that_a_body_is_parsed_already(body: Any) -> None:
    with pytest.raises(TypeError, match="before anything parses it"):
        verify_webhook(body, headers_of(), SECRET)


def test_takes_a_secret_with_the_line_end_of_its_file() -> None:
    assert verify_webhook(BODY.encode(), headers_of(), f"{SECRET}\n")
