"""A slow reader of SMTP sessions to compare the real one with: content is read octet by octet, by RFC 5321's letter.

Commands are put one by one to a session of their own, which never sees content; so what is compared is where content
begins and ends, what is stored, and that nothing in it is ever taken for a command.
"""

from inbound.ingress.smtp.protocol import Limits, Session
from inbound.ingress.smtp.replies import TOO_BIG

Mail = tuple[str, tuple[str, ...], bytes]
SIZE, LINE = 2_000, 200


def spoken_slowly(octets: bytes) -> tuple[list[Mail], bytes]:
    """The mails that the session stores, and all that it says."""
    session = Session(hostname="in.example", limits=Limits(size=SIZE, line=LINE))
    session.greet()
    mails: list[Mail] = []
    place = 0
    while place < len(octets) and not session.is_over:
        said = len(session.out)
        place = _command(session, octets, place)
        if b"354 " in bytes(session.out[said:]):
            sender, recipients = session.sender or "", tuple(session.recipients)
            content, end = _content(octets, place)
            if content is None:
                break
            place = end
            if len(content) > SIZE or end - place > SIZE * 4 // 3 + 8:
                _end_content(session, TOO_BIG)
            else:
                mails.append((sender, recipients, content))
                _end_content(session, b"250 2.0.0 yes\r\n")
    return mails, bytes(session.out)


def _command(session: Session, octets: bytes, place: int) -> int:
    """Put octets to the session one by one until it has taken a whole line; the place behind it."""
    while place < len(octets):
        octet = octets[place : place + 1]
        place += 1
        question = session.receive(octet)
        while question is not None:
            question = session.answer(b"250 2.0.0 yes\r\n")
        if octet == b"\n":
            break
    return place


def _content(octets: bytes, place: int) -> tuple[bytes | None, int]:
    """The content from `place` on, unstuffed and with one kind of line end, and the place behind its end."""
    lines: list[bytes] = []
    line = bytearray()
    while place < len(octets):
        line.append(octets[place])
        place += 1
        if line.endswith(b"\r\n"):
            if line == b".\r\n":
                return _one_line_end(b"".join(lines)), place
            lines.append(bytes(line[1:] if line.startswith(b".") else line))
            line.clear()
    return None, place


def _one_line_end(content: bytes) -> bytes:
    """Where the first line ends in CRLF, a bare CR or LF is a space; where it ends in LF, every LF is a line end."""
    speaks_crlf = None
    for place, octet in enumerate(content):
        if octet == 10:
            speaks_crlf = place > 0 and content[place - 1] == 13
            break
    shaped = bytearray()
    for place, octet in enumerate(content):
        paired = octet == 10 and place > 0 and content[place - 1] == 13
        pairs = octet == 13 and content[place + 1 : place + 2] == b"\n"
        if octet == 13:
            shaped += (b"\r" if pairs else b" ") if speaks_crlf in (True, None) else (b"" if pairs else b" ")
        elif octet == 10:
            shaped += (b"\n" if paired else b" ") if speaks_crlf else b"\r\n"
        else:
            shaped.append(octet)
    return bytes(shaped)


def _end_content(session: Session, answer: bytes) -> None:
    """Let the commands' session believe that an empty mail came, and say `answer`."""
    question = session.receive(b".\r\n")
    assert question is not None
    session.answer(answer)
