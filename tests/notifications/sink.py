"""A real SMTP server on loopback that behaves as told: accepts, refuses, delays, says nothing, or breaks off after the
mail is in."""

import asyncio
import email
import email.policy
from email.message import EmailMessage
from typing import Any, cast

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session


class Sink:
    """`answers` is consumed one per mail, then everything is accepted. `got` is what a mailbox would have.

    An answer is an SMTP reply; or `drop`, to break off; or `hang`, to say nothing for longer than anybody waits. At the
    end of DATA both come after the mail was taken. `delay` seconds pass before any answer.
    """

    def __init__(self) -> None:
        self.got: list[EmailMessage] = []
        self.recipients: list[str] = []
        self.answers: list[str] = []
        self.rcpt_answers: list[str] = []
        self.delay = 0.0

    async def handle_RCPT(
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: Any
    ) -> str:
        answer = await self._in_time(self.rcpt_answers.pop(0) if self.rcpt_answers else "250 OK")
        if answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server: SMTP, _session: Session, envelope: Envelope) -> str:
        answer = self.answers.pop(0) if self.answers else "250 OK"
        if answer.startswith("250") or answer in ("drop", "hang"):
            content = envelope.original_content or b""
            self.got.append(email.message_from_bytes(content, policy=email.policy.default))
            self.recipients.extend(envelope.rcpt_tos)
        if answer == "drop":
            cast(asyncio.Transport, server.transport).abort()
        return await self._in_time(answer)

    async def _in_time(self, answer: str) -> str:
        await asyncio.sleep(30 if answer == "hang" else self.delay)
        return answer


class _AnyPort(Controller):
    """Lets the kernel choose a free port, which aiosmtpd's own start-up check does not foresee."""

    def _trigger_server(self) -> None:
        self.port = cast(asyncio.Server, self.server).sockets[0].getsockname()[1]
        super()._trigger_server()  # type: ignore[no-untyped-call]


class Server:
    def __init__(self) -> None:
        self.sink = Sink()
        self.controller = _AnyPort(self.sink, hostname="127.0.0.1", port=0)

    def __enter__(self) -> "Server":
        self.controller.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.controller.stop()

    @property
    def port(self) -> int:
        return int(self.controller.port)
