"""One SMTP session as a state machine without a socket: RFC 5321, 1870, 2920, 6152, 6531, 2034.

Bytes go in by `receive`; replies gather in `out`. Where the outside must decide, a question comes back and the session
waits (it buffers, but reads no further command) until `answer` comes, so that pipelined commands keep their order.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from inbound.arrival import Arrival
from inbound.ingress.smtp import content, grammar
from inbound.ingress.smtp.replies import (
    ACCEPT_OR_NOT,
    BAD_SEQUENCE,
    BUSY,
    BYE,
    CLOSED,
    DRAINING,
    GO_AHEAD,
    LINE_TOO_LONG,
    NO_RECIPIENTS,
    NOT_HERE,
    OK,
    TOO_BIG,
    TOO_MANY_ERRORS,
    TOO_MANY_RECIPIENTS,
    UNKNOWN_COMMAND,
    reply,
)


@dataclass(frozen=True, slots=True)
class Limits:
    size: int = 26_214_400  # octets of a mail, RFC 1870
    recipients: int = 100  # RFC 5321 section 4.5.3.1.8
    line: int = 4096  # octets of a command
    errors: int = 20  # bad commands and unknown recipients before we hang up


@dataclass(frozen=True, slots=True)
class Recipient:
    """A question: is this address known here? `Session.answer(reply)`."""

    address: str


Question = Recipient | Arrival
_HELO: Final = re.compile(rb"[!-~\x80-\xff]{1,255}")
CRLF: Final = "\r\n"
_NOT_SMTP: Final = frozenset((b"GET", b"POST", b"PUT", b"HEAD", b"CONNECT", b"OPTIONS"))


@dataclass(slots=True)
class Session:
    hostname: str
    remote_ip: str = ""
    connection: str = ""  # its number in logs, and of what comes by it
    limits: Limits = field(default_factory=Limits)
    draining: bool = False
    is_open: bool = True
    has_room: Callable[[], bool] = lambda: True  # asked before 354: is there memory for another mail?
    offers_tls: bool = False
    is_tls: bool = False
    wants_tls: bool = False  # write `out`, then begin the handshake; nothing that was sent before it is heard

    out: bytearray = field(default_factory=bytearray)
    is_over: bool = False  # write `out`, then close
    helo: str = ""
    sender: str | None = None
    recipients: list[str] = field(default_factory=list)

    _buffer: bytearray = field(default_factory=bytearray)
    _reader: content.Reader | None = None
    _question: Question | None = None
    _errors: int = 0
    _skipping: bool = False  # the rest of an over-long command

    def greet(self) -> None:
        self.out += reply(220, f"{self.hostname} ESMTP Holdfast")

    def receive(self, data: bytes) -> Question | None:
        """Takes what the client sent; a question, if one must be answered before the session goes on."""
        if not self.wants_tls:
            self._buffer += data
        return None if self._question else self._advance()

    def answer(self, line: bytes) -> Question | None:
        """The outside's reply to the open question; goes on with what was pipelined behind it."""
        question, self._question = self._question, None
        self.out += line
        if isinstance(question, Recipient):
            if line.startswith(b"2"):
                self.recipients.append(question.address)
            elif line.startswith(b"5"):
                self._count_error()
        return self._advance()

    @property
    def buffered(self) -> int:
        """Octets held in memory for this session."""
        return len(self._buffer)

    @property
    def is_waiting(self) -> bool:
        return self._question is not None

    @property
    def errors(self) -> int:
        """Bad commands and unknown recipients so far."""
        return self._errors

    @property
    def is_between_mails(self) -> bool:
        return self.sender is None and self._question is None

    def hang_up(self, line: bytes) -> None:
        self.out += line
        self.is_over = True

    def forbid_more(self) -> None:
        """Memory is short: what is being received is skipped and answered 451."""
        if self._reader:
            self._reader.refuse(self._buffer, BUSY)

    # -- reading

    def _advance(self) -> Question | None:
        while self._buffer and not self._question and not self.is_over and not self.wants_tls:
            if not (self._read_content() if self._reader else self._read_command()):
                break
        return self._question

    def _read_content(self) -> bool:
        assert self._reader is not None
        taken = self._reader.take(self._buffer)
        if taken is None:
            return False
        refusal, self._reader = self._reader.refusal, None
        if refusal:
            self.out += refusal
        else:
            self._question = Arrival(
                raw=taken,
                recipients=tuple(self.recipients),
                sender=self.sender or "",
                remote_ip=self.remote_ip,
                helo=self.helo,
                connection=self.connection,
            )
        self._reset()
        return True

    def _read_command(self) -> bool:
        end = self._buffer.find(b"\n", 0, self.limits.line)
        if end < 0:
            return len(self._buffer) >= self.limits.line and self._skip_line()
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        if self._skipping:
            self._skipping = False
            return True
        self._command(line.removesuffix(b"\r"))
        return True

    def _skip_line(self) -> bool:
        """Of an over-long command the rest of its line goes, and nothing that is pipelined behind it."""
        if not self._skipping:
            self._refuse(LINE_TOO_LONG)
        self._skipping = True
        end = self._buffer.find(b"\n")
        del self._buffer[: end if end >= 0 else len(self._buffer)]
        return end >= 0

    # -- commands

    def _command(self, line: bytes) -> None:
        verb, _, argument = line.partition(b" ")
        verb = verb.upper()
        command = _COMMANDS.get(verb)
        if command:
            command(self, argument.strip(b" \t"))
        elif verb in _NOT_SMTP:
            self.hang_up(TOO_MANY_ERRORS)
        else:
            self._refuse(UNKNOWN_COMMAND)

    def _ehlo(self, argument: bytes) -> None:
        if self._introduced(argument):
            self.out += (
                f"250-{self.hostname}\r\n250-PIPELINING\r\n250-SIZE {self.limits.size}\r\n250-8BITMIME\r\n"
                f"250-SMTPUTF8\r\n{'' if self.is_tls or not self.offers_tls else '250-STARTTLS' + CRLF}"
                "250 ENHANCEDSTATUSCODES\r\n"
            ).encode()

    def _starttls(self, argument: bytes) -> None:
        if not self.offers_tls or self.is_tls:
            self._not_here(argument)
        elif argument:
            self._refuse(reply(501, "5.5.4 STARTTLS takes no parameter"))
        else:
            self.out += reply(220, "2.0.0 begin the handshake")
            self.wants_tls = True
            self._buffer.clear()

    def secured(self) -> None:
        """The handshake is done: all that was said before it is forgotten (RFC 3207 section 4.2)."""
        self.wants_tls, self.is_tls = False, True
        self._reset()
        self.helo = ""

    def _helo(self, argument: bytes) -> None:
        if self._introduced(argument):
            self.out += reply(250, self.hostname)

    def _introduced(self, argument: bytes) -> bool:
        if not _HELO.fullmatch(argument):
            self._refuse(reply(501, "5.5.4 your host name is expected, as in EHLO mail.example.org"))
            return False
        self._reset()
        self.helo = argument.decode(errors="replace")
        return True

    def _mail(self, argument: bytes) -> None:
        if self.draining:
            self.hang_up(DRAINING)
        elif not self.is_open:
            self.out += CLOSED
        elif not self.helo:
            self._refuse(reply(503, "5.5.1 say EHLO first"))
        elif self.sender is not None:
            self._refuse(BAD_SEQUENCE)
        elif argument[:5].upper() != b"FROM:":
            self._refuse(reply(501, "5.5.4 MAIL FROM:<address> is expected"))
        elif parsed := self._path(argument[5:]):
            sender, parameters = parsed
            if refusal := self._parameters_refused(sender, parameters):
                self._refuse(refusal)
            else:
                self.sender = sender
                self.out += OK

    def _parameters_refused(self, sender: str, parameters: dict[str, str]) -> bytes | None:
        if not sender.isascii() and "SMTPUTF8" not in parameters:
            return reply(553, "5.6.7 an address beyond ASCII needs SMTPUTF8")
        for name, value in parameters.items():
            match name, value:
                case "SIZE", _ if value.isascii() and value.isdigit() and len(value) <= 20:
                    if int(value) > self.limits.size:
                        return TOO_BIG
                case "BODY", _ if value.upper() in ("7BIT", "8BITMIME"):
                    pass
                case "SMTPUTF8", "":
                    pass
                case _:
                    return reply(555, f"5.5.4 the parameter {name[:30]} is not offered here")
        return None

    def _rcpt(self, argument: bytes) -> None:
        if self.sender is None:
            self._refuse(reply(503, "5.5.1 say MAIL first"))
        elif argument[:3].upper() != b"TO:":
            self._refuse(reply(501, "5.5.4 RCPT TO:<address> is expected"))
        elif parsed := self._path(argument[3:]):
            address, parameters = parsed
            if not address:
                self._refuse(reply(501, "5.1.3 a recipient is expected"))
            elif parameters:
                self._refuse(reply(555, "5.5.4 no parameter of RCPT is offered here"))
            elif address in self.recipients:
                self.out += OK
            elif len(self.recipients) >= self.limits.recipients:
                self.out += TOO_MANY_RECIPIENTS
            else:
                self._question = Recipient(address)

    def _data(self, argument: bytes) -> None:
        if argument:
            self._refuse(reply(501, "5.5.4 DATA takes no argument"))
        elif self.sender is None:
            self._refuse(reply(503, "5.5.1 say MAIL first"))
        elif not self.recipients:
            self._refuse(NO_RECIPIENTS)
        elif not self.has_room():
            self.out += BUSY
            self._reset()
        else:
            self._reader = content.Reader(self.limits.size)
            self.out += GO_AHEAD

    def _rset(self, _: bytes) -> None:
        self._reset()
        self.out += OK

    def _noop(self, _: bytes) -> None:
        self.out += OK

    def _vrfy(self, _: bytes) -> None:
        self.out += ACCEPT_OR_NOT

    def _not_here(self, _: bytes) -> None:
        self._refuse(NOT_HERE)

    def _help(self, _: bytes) -> None:
        self.out += reply(214, "2.0.0 RFC 5321")

    def _quit(self, _: bytes) -> None:
        self.hang_up(BYE)

    # -- shared

    def _path(self, argument: bytes) -> tuple[str, dict[str, str]] | None:
        try:
            return grammar.path(argument)
        except grammar.Malformed as error:
            self._refuse(reply(501, f"5.1.3 {error}"))
            return None

    def _reset(self) -> None:
        self.sender = None
        self.recipients = []

    def _refuse(self, line: bytes) -> None:
        self.out += line
        self._count_error()

    def _count_error(self) -> None:
        self._errors += 1
        if self._errors >= self.limits.errors:
            self.hang_up(TOO_MANY_ERRORS)


_COMMANDS: Final[dict[bytes, Callable[[Session, bytes], None]]] = {
    b"EHLO": Session._ehlo,
    b"HELO": Session._helo,
    b"MAIL": Session._mail,
    b"RCPT": Session._rcpt,
    b"DATA": Session._data,
    b"RSET": Session._rset,
    b"NOOP": Session._noop,
    b"VRFY": Session._vrfy,
    b"HELP": Session._help,
    b"QUIT": Session._quit,
    b"EXPN": Session._not_here,
    b"AUTH": Session._not_here,
    b"BDAT": Session._not_here,
    b"ETRN": Session._not_here,
    b"STARTTLS": Session._starttls,
    b"TURN": Session._not_here,
}
