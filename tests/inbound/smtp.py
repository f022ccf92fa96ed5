"""A real edge on a free port, in a thread of its own."""

import asyncio
import smtplib
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from inbound.arrival import Arrival
from inbound.ingress.smtp.server import Edge
from inbound.standing import Standing


class Store:
    """Stands where `intake.accept` stands: keeps mails, or raises what `fails` returns for a batch."""

    def __init__(self) -> None:
        self.mails: list[Arrival] = []
        self.batches: list[int] = []
        self.gate = threading.Event()
        self.gate.set()
        self.entered = threading.Event()

    def fails(self, batch: Sequence[Arrival]) -> Exception | None:
        return None

    async def __call__(self, batch: Sequence[Arrival]) -> list[str]:
        self.entered.set()
        await asyncio.to_thread(self.gate.wait, 60)
        self.batches.append(len(batch))
        if error := self.fails(batch):
            raise error
        self.mails += batch
        return ["accepted"] * len(batch)

    async def close(self) -> None:
        pass


class Running:
    def __init__(self, edge: Edge, loop: asyncio.AbstractEventLoop, port: int) -> None:
        self.edge, self.loop, self.port = edge, loop, port

    def client(self) -> smtplib.SMTP:
        return smtplib.SMTP("127.0.0.1", self.port, local_hostname="test.example", timeout=20)

    def raw(self) -> "Wire":
        return Wire(self.port)

    def begin_drain(self) -> None:
        self._drained = asyncio.run_coroutine_threadsafe(self.edge.drain(), self.loop)

    def drained(self) -> None:
        self._drained.result(30)


class Wire:
    """A client that says exactly what it is told to, and reads replies line by line."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        self.lines = self.socket.makefile("rb")

    def say(self, octets: bytes) -> None:
        self.socket.sendall(octets)

    def code(self) -> int:
        """Of the next reply; 0 when the server has closed."""
        while line := self.lines.readline():
            if line[3:4] == b" ":
                return int(line[:3])
        return 0

    def close(self) -> None:
        self.lines.close()
        self.socket.close()


@contextmanager
def running(
    accept: Any, *, standing: Any = lambda address: Standing.KNOWN, port: int = 0, **options: Any
) -> Iterator[Running]:
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()

    async def start() -> tuple[Edge, int]:
        edge = Edge(accept=accept, standing=standing, hostname="in.example", **options)
        [(_, bound)] = await edge.start([("127.0.0.1", port)])
        return edge, bound

    edge, port = asyncio.run_coroutine_threadsafe(start(), loop).result(20)
    try:
        yield Running(edge, loop, port)
    finally:
        if not edge.draining:
            asyncio.run_coroutine_threadsafe(edge.drain(), loop).result(30)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
        loop.close()
