"""Clients of the edge: each sends its mails one after the other, and each mail until it is answered `250`, as any
mail server does. Their log of what was answered is what the oracle believes."""

import contextlib
import smtplib
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import psycopg

_WAITING = "SELECT count(*) FROM inbound_intake WHERE state = 'accepted'"


@dataclass
class Letter:
    message_id: str
    sender: str
    recipient: str
    body: bytes


@dataclass
class Log:
    """`acknowledged`: message ids that were answered `250`. `tries`: how often anything else came."""

    acknowledged: set[str] = field(default_factory=set)
    tries: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)


class Brake(threading.Thread):
    """Holds producers back while `most` mails wait: then peace is long enough for the rest on any machine."""

    def __init__(self, conninfo: str, *, most: int, until: threading.Event) -> None:
        super().__init__(daemon=True)
        self._conninfo, self._most, self._until = conninfo, most, until
        self.is_off = threading.Event()
        self.is_off.set()

    def run(self) -> None:
        while not self._until.wait(0.25):
            with contextlib.suppress(psycopg.Error), psycopg.connect(self._conninfo, connect_timeout=2) as conn:
                row = conn.execute(_WAITING).fetchone()
                (self.is_off.set if row is None or row[0] < self._most else self.is_off.clear)()
        self.is_off.set()


class Producer(threading.Thread):
    def __init__(
        self, port: int, letters: Iterator[Letter], log: Log, *, until: threading.Event, brake: Brake | None = None
    ) -> None:
        super().__init__(daemon=True)
        self._port, self._letters, self._log, self._until, self._brake = port, letters, log, until, brake

    def run(self) -> None:
        client: smtplib.SMTP | None = None
        for letter in self._letters:
            if self._brake:
                self._brake.is_off.wait()
            while True:
                try:
                    client = client or smtplib.SMTP("127.0.0.1", self._port, local_hostname="mx.example", timeout=20)
                    client.sendmail(letter.sender, [letter.recipient], letter.body)
                    break
                except (smtplib.SMTPException, OSError):
                    with self._log.lock:
                        self._log.tries += 1
                    if client:
                        with contextlib.suppress(Exception):
                            client.close()
                    client = None
                    time.sleep(0.3)
            with self._log.lock:
                self._log.acknowledged.add(letter.message_id)
            if self._until.is_set():
                return
