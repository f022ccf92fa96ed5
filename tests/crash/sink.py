"""A fake SMTP server for outgoing mail: what it has answered `250` is on record."""

import asyncio
import re
import threading
from collections import Counter
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any, Final

from aiosmtpd.controller import Controller

from tests.ports import free_port

HOLD_LINK: Final = re.compile(r"https?://\S+/holds/\S+")
TAKES = 0.2
"""Seconds until it has answered, as a real one does: who is killed meanwhile leaves a mail whose fate is in doubt."""


class Sink:
    """`copies[(recipient, subject)]` counts what arrived; a mail is the same one when these are. `links` are those
    that let a reviewer decide, as they stand in the mails."""

    def __init__(self) -> None:
        self.copies: Counter[tuple[str, str]] = Counter()
        self.links: list[str] = []
        self._lock = threading.Lock()
        self.port = free_port()
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port)
        self._controller.start()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        message = message_from_bytes(envelope.content, policy=policy.default)
        with self._lock:
            self.copies[envelope.rcpt_tos[0], str(message["Subject"])] += 1
            self.links += [link for link in _links(message) if link not in self.links]
        await asyncio.sleep(TAKES)
        return "250 OK"

    def stop(self) -> None:
        self._controller.stop()


def _links(message: EmailMessage) -> list[str]:
    body = message.get_body(("plain",))
    return HOLD_LINK.findall(body.get_content()) if body else []
