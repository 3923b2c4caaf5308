"""The running service, a service that fails, and the two clients in one manner."""

from __future__ import annotations

import asyncio
import inspect
import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import pytest
from flaky_service import FlakyService

from email_validation import AsyncBatch, AsyncEmailValidation, EmailValidation
from email_validation.async_client import AsyncFeedback

ROOT = Path(__file__).parents[3]


@dataclass(frozen=True)
class Service:
    url: str
    token: str

    @property
    def env(self) -> dict[str, str]:
        return {"EVS_URL": self.url, "EVS_TOKEN": self.token}


@pytest.fixture(scope="session")
def service() -> Iterator[Service]:
    """The built service in the scripted mail world, with data of its own."""
    node = shutil.which("node")
    assert node is not None, "The service runs on Node."
    subprocess.run([node, "scripts/build.mjs", "--if-needed"], cwd=ROOT, check=True, capture_output=True)
    with tempfile.TemporaryDirectory() as folder:
        path = {"PATH": str(Path(node).parent)}
        world = subprocess.Popen(
            [node, "-r", "@swc-node/register", str(ROOT / "test/world/serve-world.ts")],
            cwd=ROOT,
            env=path,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert world.stdout is not None
        mail: dict[str, str] = json.loads(world.stdout.readline())
        settings = {"PORT": "0", "DATA_DIR": folder, "FREE_CREDITS": "10000", "RATE_LIMIT_PER_MINUTE": "100000"}
        program = subprocess.Popen(
            [node, str(ROOT / "dist/main.js")],
            cwd=folder,
            env={**path, **mail, **settings, "LOG_LEVEL": "warn"},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert program.stdout is not None
        try:
            yield _first_words(program.stdout)
        finally:
            for process in (program, world):
                process.terminate()
                process.communicate()


def _first_words(output: IO[str]) -> Service:
    """What it says at its first start: where it listens, and a token."""
    said = ""
    for line in output:
        said += line
        token = re.search(r"^eyJ[\w-]+\.[\w-]+\.[\w-]+$", said, re.MULTILINE)
        url = re.search(r"listens on (http://\S+)", said)
        if token is not None and url is not None:
            return Service(url[1], token[0])
    raise AssertionError(f"The service did not start: {said}")


@pytest.fixture
def flaky() -> Iterator[FlakyService]:
    with FlakyService() as server:
        yield server


class Awaited:
    """What is async, as if it were not: one text tests both clients."""

    def __init__(self, inner: Any, loop: asyncio.AbstractEventLoop) -> None:
        self._inner = inner
        self._loop = loop

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._inner, name)
        if isinstance(value, AsyncFeedback):
            return Awaited(value, self._loop)
        return (lambda *args, **options: self._await(value(*args, **options))) if callable(value) else value

    def _await(self, result: Any) -> Any:
        if inspect.isasyncgen(result):
            return self._pieces(result)
        if inspect.isawaitable(result):
            result = self._loop.run_until_complete(_of(result))
        return Awaited(result, self._loop) if isinstance(result, AsyncBatch) else result

    def _pieces(self, generator: Any) -> Iterator[Any]:
        while True:
            try:
                yield self._loop.run_until_complete(generator.__anext__())
            except StopAsyncIteration:
                return


async def _of(awaitable: Any) -> Any:
    return await awaitable


class Clients:
    """Makes clients of one manner, and closes them."""

    def __init__(self, manner: str) -> None:
        self._loop = asyncio.new_event_loop() if manner == "async" else None
        self._made: list[Any] = []

    def __call__(self, url: str, token: str = "token", **options: Any) -> Any:
        client: Any = (
            EmailValidation(url, token, **options)
            if self._loop is None
            else Awaited(AsyncEmailValidation(url, token, **options), self._loop)
        )
        self._made.append(client)
        return client

    def close(self) -> None:
        for client in self._made:
            client.close()
        if self._loop is not None:
            self._loop.close()


@pytest.fixture(params=["sync", "async"])
def connect(request: pytest.FixtureRequest) -> Iterator[Clients]:
    clients = Clients(request.param)
    yield clients
    clients.close()
