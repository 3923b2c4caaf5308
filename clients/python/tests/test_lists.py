"""Lists as they are sent, and results as they are written."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from conftest import Clients
from flaky_service import Fault, FlakyService

from email_validation import ServiceUnreachableError
from email_validation._lists import list_name

LIST = b"email\r\n" + b"jane@ok.test\r\n" * 20_000


@pytest.fixture
def client(connect: Clients, flaky: FlakyService) -> Any:
    flaky.answer = {"id": 7}
    return connect(flaky.url, max_retry_delay=0.005)


@pytest.mark.skipif(sys.platform == "win32", reason="Pipes have no paths there.")
@pytest.mark.parametrize("kind", ["fifo", "descriptor"])
def test_sends_all_of_a_pipe_in_each_attempt(client: Any, flaky: FlakyService, tmp_path: Path, kind: str) -> None:
    flaky.faults = [Fault(503, {"Retry-After": "0", "Connection": "close"}), Fault(0, after_effect=True)]
    reading, writing = os.pipe()
    path = tmp_path / "pipe"
    os.mkfifo(path)

    def feed() -> None:
        with open(writing if kind == "descriptor" else path, "wb") as pipe:
            pipe.write(LIST)

    feeder = Thread(target=feed)
    feeder.start()
    # As a shell has it, that makes one of <(…).
    assert client.validate_batch(f"/dev/fd/{reading}" if kind == "descriptor" else path).id == 7
    feeder.join()
    os.close(reading)
    if kind == "fifo":
        os.close(writing)
    assert [LIST in seen.body for seen in flaky.seen] == [True] * 3
    assert len(flaky.effects) == 1


@pytest.mark.parametrize("is_longer", [True, False])
def test_raises_what_is_of_the_client_where_a_file_changes_while_it_is_sent(
    client: Any, flaky: FlakyService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_longer: bool
) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes(LIST)
    size = os.fstat

    class Stats:
        st_size = len(LIST) + (-5 if is_longer else 5)
        st_mode = path.stat().st_mode

    # As it was when its length was told.
    monkeypatch.setattr("os.fstat", lambda fd: Stats() if os.path.samestat(size(fd), path.stat()) else size(fd))
    monkeypatch.setattr("email_validation._patience.FIRST_DELAY", 0.0)
    with pytest.raises(ServiceUnreachableError):
        client.validate_batch(path)


def test_sends_each_address_of_a_list_blank_ones_too(client: Any, flaky: FlakyService) -> None:
    emails = ["valid@sandbox.test", "", " ", 'a"b,c@ok.test', "half\ud800@ok.test"]
    flaky.faults = [Fault(503)]
    client.validate_batch(emails, name="mine", column=2, has_header=False)
    assert [(seen.headers["content-type"], json.loads(seen.body)) for seen in flaky.seen] == [
        ("application/json", {"name": "mine", "emails": emails})
    ] * 2


def test_numbers_the_rows_of_a_list_that_is_too_long_for_json_and_has_blank_addresses(
    client: Any, flaky: FlakyService
) -> None:
    emails = [f"a{number}@ok.test" for number in range(100_001)]

    def sent() -> list[bytes]:
        client.validate_batch(emails)
        return flaky.seen[-1].body.split(b"\r\n\r\n")[-2].split(b"\r\n")[:3]

    assert sent() == [b'"email"', b'"a0@ok.test"', b'"a1@ok.test"']
    emails[0] = ""
    assert sent() == [b'"email","row"', b'"","1"', b'"a1@ok.test","2"']


@pytest.mark.parametrize(
    ("file_name", "name"),
    [
        ("news\u200b.csv", "news .csv"),
        ("a\nb\u0007.csv", "a b .csv"),
        ("half\udcff.csv", "half .csv"),
        ("\u202e", "list"),
        ("\u3164", "list"),
    ],
)
def test_calls_a_list_after_its_file_so_that_it_is_not_refused(
    client: Any, flaky: FlakyService, tmp_path: Path, file_name: str, name: str
) -> None:
    assert list_name(file_name) == name
    path = tmp_path / file_name
    path.write_bytes(LIST)
    client.validate_batch(path)
    assert f'name="name"\r\n\r\n{name}\r\n'.encode() in flaky.seen[0].body


@pytest.mark.parametrize("mode", [0o600, 0o664])
def test_keeps_the_rights_of_a_file_and_a_link_to_it(client: Any, tmp_path: Path, mode: int) -> None:
    (tmp_path / "elsewhere").mkdir()
    file, link, new = (tmp_path / name for name in ("elsewhere/results.csv", "link.csv", "new.csv"))
    file.write_bytes(b"old")
    file.chmod(mode)
    link.symlink_to(file)
    client.batch(7).save(link)
    client.batch(7).save(new)
    assert (link.is_symlink(), file.stat().st_mode & 0o777, file.read_bytes()) == (True, mode, b'{"id": 7}')
    (tmp_path / "made.csv").touch()
    assert new.stat().st_mode == (tmp_path / "made.csv").stat().st_mode
    assert [found.name for found in (tmp_path / "elsewhere").iterdir()] == ["results.csv"]


def test_takes_one_status_or_several(client: Any, flaky: FlakyService, tmp_path: Path) -> None:
    batch = client.batch(7)
    for status in ("valid", ["valid", "catch_all"]):
        b"".join(batch.download(status=status))
        batch.save(tmp_path / "x.csv", status=status)
        batch.rows(status=status)
    asked = [seen.path.partition("?status=")[2] for seen in flaky.seen]
    assert asked == ["valid"] * 3 + ["valid%2Ccatch_all"] * 3
