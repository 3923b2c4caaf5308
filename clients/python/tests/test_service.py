"""Against the running service."""

from __future__ import annotations

import io
import json
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest
from conftest import Clients, Service
from flaky_service import Fault, FlakyService

from email_validation import (
    ApiError,
    AuthenticationError,
    NotFoundError,
    PermissionDeniedError,
    UnprocessableError,
)

LIST = b"name,email\r\nJane,jane@ok.test\r\nJohn,nobody@ok.test\r\n"


@pytest.fixture
def client(connect: Clients, service: Service) -> Any:
    return connect(service.url, service.token)


def test_checks_one_address_with_evidence_if_asked(client: Any) -> None:
    verdict = client.validate("jane@ok.test")
    assert (verdict["status"], verdict["result"]) == ("valid", [])
    seen = client.validate("nobody@ok.test", evidence=True)["result"]
    assert (seen["sub_status"], seen["mx_host"]) == ("mailbox_not_found", "mx.ok.test")


def test_reads_the_credits(client: Any) -> None:
    assert 9000 < client.credits()["balance"] <= 10000


@pytest.mark.parametrize("kind", ["path", "text path", "bytes", "open file", "addresses"])
def test_checks_a_list(client: Any, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "my list.csv"
    path.write_bytes(LIST)
    sources: dict[str, Any] = {
        "path": path,
        "text path": str(path),
        "bytes": LIST,
        "open file": io.BytesIO(LIST),
        "addresses": (address for address in ["jane@ok.test", "nobody@ok.test"]),
    }
    seen: list[Any] = []
    batch = client.validate_batch(sources[kind])
    ended = batch.wait(on_progress=seen.append, poll=0.05)
    assert (ended["status"], ended["valid_count"], ended["invalid_count"]) == ("completed", 1, 1)
    assert ended["name"] == ("my list.csv" if "path" in kind else "list")
    assert seen[-1] == ended
    lines = b"".join(batch.download()).decode().split("\r\n")
    assert "jane@ok.test,valid," in lines[1]
    assert "nobody@ok.test,invalid,mailbox_not_found," in lines[2]


def test_answers_each_address_of_a_list_in_its_place(client: Any) -> None:
    emails = ["nobody@ok.test", "", "jane@ok.test", " ", "nobody@ok.test", "half\ud800@ok.test"]
    batch = client.validate_batch(emails)
    assert batch.wait(poll=0.05)["total_count"] == len(emails)
    rows = batch.rows()["rows"]
    assert [(row["row"], row["status"], row["sub_status"]) for row in rows] == [
        (1, "invalid", "mailbox_not_found"),
        (2, "invalid", "failed_syntax_check"),
        (3, "valid", None),
        (4, "invalid", "failed_syntax_check"),
        (5, "invalid", "mailbox_not_found"),
        (6, "invalid", "failed_syntax_check"),
    ]


def test_reads_lists_of_other_shapes_and_gives_parts_of_results(client: Any, tmp_path: Path) -> None:
    batch = client.validate_batch(b"x@ok.test;jane@ok.test\r\n", name="crm", has_header=False, column=2, encoding="utf-8")
    assert batch.wait(poll=0.05)["status"] == "completed"
    batch.save(tmp_path / "valid.csv", status=["valid", "catch_all"], columns="address")
    assert (tmp_path / "valid.csv").read_bytes() == b"email\r\njane@ok.test\r\n"
    assert len(batch.rows(status=["valid"], limit=1)["rows"]) == 1
    assert batch.summary()["total_count"] == 1
    assert [found["id"] for found in client.batches(name="crm", limit=1)["batches"]] == [batch.id]


def test_cancels_and_finds_a_list_again_by_its_id(client: Any, tmp_path: Path) -> None:
    # Greylisted: asked again after minutes.
    sent = client.validate_batch(["joe@greylist.test"], name="slow")
    again = client.batch(sent.id)
    with pytest.raises(NotFoundError):
        again.save(tmp_path / "results.csv")
    assert list(tmp_path.iterdir()) == []
    assert again.cancel()["status"] == "cancelled"
    assert again.wait()["status"] == "cancelled"
    assert again.cancel()["status"] == "cancelled"


@pytest.mark.parametrize("kind", ["check", "list"])
def test_gets_the_first_answer_again_and_is_charged_once_where_it_got_lost(
    client: Any, connect: Clients, service: Service, flaky: FlakyService, request: pytest.FixtureRequest, kind: str
) -> None:
    before = client.credits()["balance"]
    # Of this test alone: what was checked before costs nothing.
    email = f"{request.node.callspec.id}@ok.test"
    flaky.behind = service.url
    flaky.faults = [Fault(0, after_effect=True)]
    lossy = connect(flaky.url, service.token, max_retry_delay=0.005)
    if kind == "check":
        assert lossy.validate(email)["credits_used"] == 1
    else:
        lossy.validate_batch([email], name="lost")
    first, second = flaky.answered
    assert first.headers.get("idempotency-replayed") is None
    assert second.headers["idempotency-replayed"] == "true"
    assert (second.status, second.body) == (first.status, first.body)
    if kind == "list":
        client.batch(json.loads(second.body)["id"]).wait(poll=0.05)
    assert len(flaky.effects) == 1
    assert client.credits()["balance"] == before - 1


def test_tells_what_became_of_mails_and_forgets_it(client: Any) -> None:
    email = "gone+1@ok.test"
    event = {"type": "hard_bounce", "email": email, "occurred_at": datetime.now(timezone.utc).isoformat()}
    assert client.feedback.tell([event])["accepted"] == 1
    assert client.feedback.events(email=email, limit=5)["events"][0]["type"] == "hard_bounce"
    assert client.feedback.address(email)["email"] == email
    client.feedback.forget(email)
    assert client.feedback.address(email) is None


def test_raises_errors_of_their_kinds(client: Any, connect: Clients, service: Service, tmp_path: Path) -> None:
    with pytest.raises(AuthenticationError) as refused:
        connect(service.url, "no.such.token").credits()
    assert refused.value.status == 401
    assert refused.value.request_id
    with pytest.raises(PermissionDeniedError):
        connect(service.url, service.token, organization=999_999).credits()
    with pytest.raises(UnprocessableError) as fields:
        client.validate("")
    assert list(fields.value.field_errors) == ["email"]
    with pytest.raises(NotFoundError):
        client.batch(999_999).status()
    with pytest.raises(ApiError, match="email"):
        client.validate_batch(b"a,b\r\n1,2\r\n")
    with pytest.raises(FileNotFoundError):
        client.validate_batch(tmp_path / "missing.csv")
    with pytest.raises(TypeError):
        client.validate_batch(io.StringIO("email\r\n"))
