"""Stands in for the service where it fails."""

from __future__ import annotations

import json
import socket
import struct
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from types import TracebackType
from typing import Any


@dataclass(frozen=True)
class Fault:
    """How a request fails: by an answer, or, with status 0, by a connection that is reset."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)
    body: str | None = None
    #: Of a reset: whether the effect was made before.
    after_effect: bool = False
    #: Whether no answer comes at all.
    is_silent: bool = False


@dataclass(frozen=True)
class Seen:
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes


class FlakyService:
    """The next requests meet ``faults``, all others are done: what creates something, once for an ``Idempotency-Key``."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.seen: list[Seen] = []
        self.answer: Any = {}
        #: The address of a service that answers in place of ``answer``.
        self.behind: str | None = None
        #: What that answered.
        self.answered: list[Answer] = []
        self.effects: set[str] = set()
        self._ended = Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> FlakyService:
        Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        self._server.shutdown()
        self._server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        service = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, format: str, *args: Any) -> None:
                pass

            def do_GET(self) -> None:
                self._take()

            def do_POST(self) -> None:
                self._take()

            def _take(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                headers = {name.lower(): value for name, value in self.headers.items()}
                service.seen.append(Seen(self.path, headers, body))
                fault = service.faults.pop(0) if service.faults else None
                if fault is not None and fault.is_silent:
                    service._ended.wait()
                    self.close_connection = True
                    return
                if fault is None or fault.after_effect:
                    service.effects.add(headers.get("idempotency-key", f"none {len(service.seen)}"))
                    answer = self._done(body)
                if fault is not None and fault.status == 0:
                    # Closed with unsent data thrown away: the other side gets a reset.
                    self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    self.connection.close()
                    self.close_connection = True
                    return
                if fault is not None:
                    said = fault.body or json.dumps({"message": f"Scripted {fault.status}."})
                    answer = Answer(fault.status, {"X-Request-ID": "req-1", **fault.headers}, said.encode())
                self.send_response(answer.status)
                for name, value in {"Content-Length": str(len(answer.body)), **answer.headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(answer.body)

            def _done(self, body: bytes) -> Answer:
                if service.behind is None:
                    return Answer(200, {"X-Request-ID": "req-2"}, json.dumps(service.answer).encode())
                connection = HTTPConnection(service.behind.removeprefix("http://"))
                with closing(connection):
                    connection.request(self.command, self.path, body, dict(self.headers))
                    came = connection.getresponse()
                    kept = ("content-type", "idempotency-replayed")
                    headers = {name.lower(): value for name, value in came.getheaders() if name.lower() in kept}
                    answer = Answer(came.status, headers, came.read())
                service.answered.append(answer)
                return answer

            def finish(self) -> None:
                try:
                    super().finish()
                except (OSError, ValueError):
                    # Of a connection that was reset there is nothing left to close.
                    pass

        return Handler
