"""The running service, a service that fails, and the two clients in one manner."""

from __future__ import annotations

import asyncio
import inspect
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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


#: Both set-ups of the service where `npm test` has found MySQL and Redis.
SET_UPS = ["embedded", "distributed"] if os.environ.get("TEST_SERVERS") == "all" else ["embedded"]


@pytest.fixture(scope="session", params=SET_UPS)
def service(request: pytest.FixtureRequest) -> Iterator[Service]:
    """The service in the scripted mail world, with data of its own."""
    node = shutil.which("node")
    assert node is not None, "The service runs on Node."
    program = subprocess.Popen(
        [node, ".cache/tests/test/clients/serve-service.js", request.param],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert program.stdout is not None
    try:
        found = json.loads(program.stdout.readline())
        yield Service(found["url"], found["token"])
    finally:
        program.terminate()
        program.communicate()


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
