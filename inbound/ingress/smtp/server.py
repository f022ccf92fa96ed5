"""The edge's sockets: asyncio around `protocol.Session`, one object per connection and one `Edge` per process."""

import asyncio
import logging
import secrets
import socket
import ssl
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, cast

from inbound.arrival import Arrival
from inbound.ingress.smtp.batch import Accept, Prepare, Writer
from inbound.ingress.smtp.limits import Gate
from inbound.ingress.smtp.protocol import Limits, Question, Recipient, Session
from inbound.ingress.smtp.recipients import Directory, StandingOf
from inbound.ingress.smtp.replies import DRAINING, IDLE, TOO_MANY_CONNECTIONS, TRY_AGAIN, reply

log = logging.getLogger(__name__)

BACKLOG: Final = 1024
HANDSHAKE: Final = 30.0  # seconds
READ_AHEAD: Final = 65_536  # octets taken in from a client whose question is still open


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds."""

    idle: float = 300.0  # RFC 5321 section 4.5.3.2.7
    drain: float = 20.0  # for what is under way when the process is told to end
    look: float = 1.0  # how often idle clients are looked for


class Edge:
    """One process's SMTP server. `accept` is `intake.accept` on the loop, with words for the `250`; `standing` answers
    RCPT.

    Not `is_open`: every mail is answered 451, so that its sender keeps it until it may come in.
    """

    def __init__(
        self,
        *,
        accept: Accept,
        standing: StandingOf,
        hostname: str,
        prepare: Prepare = lambda arrival: arrival,
        limits: Limits | None = None,
        gate: Gate | None = None,
        patience: Patience | None = None,
        is_open: bool = True,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self.hostname = hostname
        self.limits = limits or Limits()
        self.gate = gate or Gate()
        self.patience = patience or Patience()
        self.tls = tls
        self.connections: set[Connection] = set()
        self.draining = False
        self.is_open = is_open
        self.directory = Directory(standing)
        self._tasks: set[asyncio.Task[None]] = set()
        self._accept = accept
        self._prepare = prepare

    async def start(self, addresses: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
        """Listens, several processes on one port if so wished (SO_REUSEPORT); returns the addresses really bound."""
        loop = asyncio.get_running_loop()
        self.writer = Writer(self._accept, prepare=self._prepare)
        self.writer.start()
        self._servers = [
            await loop.create_server(lambda: Connection(self), sock=listener(host, port), backlog=BACKLOG)
            for host, port in addresses
        ]
        self._idle_watch = loop.create_task(self._watch_idle())
        return [s.getsockname()[:2] for server in self._servers for s in server.sockets]

    def keep(self, task: "asyncio.Task[None]") -> None:
        """The loop holds tasks only weakly."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def drain(self) -> None:
        """No new connection, no new mail; what is under way is stored and answered within `patience.drain` (S13)."""
        self.draining = True
        for server in self._servers:
            server.close()
        for connection in list(self.connections):
            connection.drain()
        loop = asyncio.get_running_loop()
        end = loop.time() + self.patience.drain
        while self.connections and loop.time() < end:
            await asyncio.sleep(0.02)
        for connection in list(self.connections):
            connection.close(DRAINING)
        self._idle_watch.cancel()
        await self.writer.stop()
        await loop.run_in_executor(None, self.directory.close)

    async def _watch_idle(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(self.patience.look)
            oldest = loop.time() - self.patience.idle
            for connection in list(self.connections):
                if connection.heard_at < oldest and not connection.session.is_waiting:
                    connection.close(IDLE)


class Connection(asyncio.Protocol):
    """One client. Reading stops while the client does not read us, or runs ahead of an open question."""

    transport: asyncio.Transport
    session: Session

    def __init__(self, edge: Edge) -> None:
        self.edge = edge
        self.number = secrets.token_hex(6)
        self.log = logging.LoggerAdapter(log, {"connection": self.number})
        self.loop = asyncio.get_running_loop()
        self.heard_at = self.loop.time()
        self._held = self._in_flight = 0
        self._entered = self._choked = self._paused = False

    # -- what asyncio calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        peer = self.transport.get_extra_info("peername")
        self._address = str(peer[0]) if peer else ""
        edge = self.edge
        self.session = Session(
            edge.hostname,
            self._address,
            self.number,
            edge.limits,
            is_open=edge.is_open,
            has_room=edge.gate.has_room,
        )
        self.session.offers_tls = edge.tls is not None
        edge.connections.add(self)
        self._entered = edge.gate.enter(self._address)
        if edge.draining:
            self.close(DRAINING)
        elif not self._entered:
            self.close(TOO_MANY_CONNECTIONS)
        else:
            self.session.greet()
            self._flush()

    def connection_lost(self, exc: Exception | None) -> None:
        """A client that vanishes inside DATA leaves nothing; one that leaves before its 250 has sent its mail."""
        self.edge.connections.discard(self)
        self.edge.gate.held -= self._held
        if self._entered:
            self.edge.gate.leave(self._address)
        if self.session.errors:
            who = f"{self._address} ({self.session.helo!a})"
            self.log.info("%s left after %d commands or recipients were refused", who, self.session.errors)

    def data_received(self, data: bytes) -> None:
        self.heard_at = self.loop.time()
        self._go_on(self.session.receive, data)

    def eof_received(self) -> bool:
        """A client that has closed its sending half still hears its answer."""
        return self.session.is_waiting

    def pause_writing(self) -> None:
        self._choked = True
        self._set_reading()

    def resume_writing(self) -> None:
        self._choked = False
        self._set_reading()

    # -- what the edge calls

    def drain(self) -> None:
        self.session.draining = True
        if self.session.is_between_mails:
            self.close(DRAINING)

    def close(self, line: bytes) -> None:
        if self._choked:
            self.transport.abort()
        elif not self.transport.is_closing():
            self.session.hang_up(line)
            self._flush()

    # -- the conversation

    def _go_on(self, step: Callable[[bytes], Question | None], octets: bytes) -> None:
        try:
            question = step(octets)
            while isinstance(question, Recipient):
                answer = self.edge.directory.remembered(question.address)
                if answer is None:
                    self.edge.keep(self.loop.create_task(self._look_up(question.address)))
                    break
                question = self.session.answer(answer)
            if isinstance(question, Arrival):
                self._in_flight = question.size
                self.edge.writer.submit(question, self._stored)
        except Exception:
            self.log.exception("a session with %s failed", self._address)
            self.session.hang_up(TRY_AGAIN)
        self._meter()
        self._flush()

    async def _look_up(self, address: str) -> None:
        self._go_on(self.session.answer, await self.edge.directory.ask(address))

    def _stored(self, words: str | None) -> None:
        self._in_flight = 0
        self.heard_at = self.loop.time()
        self._go_on(self.session.answer, TRY_AGAIN if words is None else reply(250, f"2.0.0 {words}"))
        if self.edge.draining and self.session.is_between_mails:
            self.close(DRAINING)

    def _flush(self) -> None:
        session = self.session
        if self.transport.is_closing():
            return
        if session.out:
            self.transport.write(bytes(session.out))
            session.out.clear()
        if session.is_over:
            self.transport.close()
        elif session.wants_tls:
            self.transport.pause_reading()
            self.edge.keep(self.loop.create_task(self._secure()))

    async def _secure(self) -> None:
        """STARTTLS (RFC 3207): what arrives from now on is the handshake, or the connection ends."""
        assert self.edge.tls is not None
        try:
            secure = await self.loop.start_tls(
                self.transport, self, self.edge.tls, server_side=True, ssl_handshake_timeout=HANDSHAKE
            )
        except (OSError, ssl.SSLError) as error:
            self.log.info("no TLS with %s: %s", self._address, error)
            self.transport.abort()
            return
        if secure is not None:
            self.transport = secure
            self.session.secured()

    def _meter(self) -> None:
        if self.transport.is_closing():
            return
        gate, session = self.edge.gate, self.session
        if gate.held > gate.octets:
            session.forbid_more()
        held = session.buffered + self._in_flight
        gate.held += held - self._held
        self._held = held
        self._set_reading()

    def _set_reading(self) -> None:
        session = self.session
        pause = self._choked or (session.is_waiting and session.buffered > READ_AHEAD)
        if pause != self._paused and not self.transport.is_closing():
            self._paused = pause
            (self.transport.pause_reading if pause else self.transport.resume_reading)()


def listener(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    sock.bind((host, port))
    sock.setblocking(False)
    return sock
