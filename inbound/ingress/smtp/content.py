"""The content of DATA: where it ends, dot-stuffing, and what a line end is (RFC 5321 sections 2.3.8, 4.1.1.4, 4.5.2).

Only CRLF.CRLF ends the content. What some servers take for the same (LF.LF, LF.CRLF, CRLF.LF, CR.CR and the like) is
how one mail is smuggled inside another; here it is content, and it is not passed on as a line end either (S6).
"""

from dataclasses import dataclass

from inbound.ingress.smtp.replies import TOO_BIG

_END = b"\r\n.\r\n"


@dataclass(slots=True)
class Reader:
    """Takes one mail's content out of a session's buffer. Memory stays within 4/3 of the size limit (stuffed dots)."""

    limit: int
    refusal: bytes | None = None  # what to answer in place of storing, once the end is seen
    _scanned: int = 0
    _skipped: bool = False

    def take(self, buffer: bytearray) -> bytes | None:
        """The content without its end and stuffing (empty if there is a `refusal`), or None until the end is there."""
        if not self._skipped and buffer.startswith(b".\r\n"):
            del buffer[:3]
            return b""
        end = buffer.find(_END, self._scanned)
        if end < 0:
            self._scanned = max(0, len(buffer) - 4)
            if len(buffer) > self.limit * 4 // 3 + 8:
                self.refuse(buffer, TOO_BIG)
            elif self._skipped:
                self._skip(buffer)
            return None
        wire = b"" if self.refusal else bytes(memoryview(buffer)[: end + 2])
        del buffer[: end + 5]
        raw = _clean(wire)
        if len(raw) > self.limit:
            self.refusal = TOO_BIG
        return raw

    def refuse(self, buffer: bytearray, line: bytes) -> None:
        """The rest is read and forgotten; the client hears why at the end."""
        self.refusal = self.refusal or line
        self._skip(buffer)

    def _skip(self, buffer: bytearray) -> None:
        if len(buffer) > 4:
            del buffer[:-4]
            self._skipped = True
        self._scanned = 0


def _clean(wire: bytes) -> bytes:
    """Stuffing undone. In a mail that speaks CRLF a bare CR or LF becomes a space; one that speaks LF gets CRLF."""
    wire = wire.removeprefix(b".")
    if b"\r\n." in wire:
        wire = wire.replace(b"\r\n.", b"\r\n")
    words = wire.replace(b"\r\n", b"")
    if b"\n" not in words and b"\r" not in words:
        return wire
    first = wire.find(b"\n")
    if first > 0 and wire[first - 1] == ord("\r"):
        return b"\r\n".join(line.replace(b"\r", b" ").replace(b"\n", b" ") for line in wire.split(b"\r\n"))
    return wire.replace(b"\r\n", b"\n").replace(b"\r", b" ").replace(b"\n", b"\r\n")
