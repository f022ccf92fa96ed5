"""The mails of the benches: realistic, of a wanted size, the same for everybody. Pure.

A reply with a quote below it and a mail server's traces; above 8 kB also HTML and a PDF of base64.
"""

import base64
import random
from typing import Final

ZEROS: Final = "0" * 24
"""The load client writes each mail's own Message-ID over it."""
SENDER: Final = "alice@sender.example"
AUTHSERV_ID: Final = "mail.example.org"
_TEXT = (
    "the results of assay plate we saw that sample from last week is more stable than what you sent before please look"
    " at it and tell me whether one should go on with protein binding or first repeat control under other salt then"
    " write to group about time lab room budget paper figure method reviewer question answer draft and thank them"
)
_WORDS: Final = _TEXT.split()


def mail(size: int, *, seed: int = 0, message_id: str = ZEROS, to: str = "agent-1@in.holdfast.example") -> bytes:
    """About `size` octets, CRLF line ends, no line that begins with a dot."""
    chance = random.Random(seed)
    head = _head(chance, message_id, to)
    text = _text(chance, min(size - len(head), 4_000) * 2 // 3)
    quote = "\r\n".join(f"> {line}" for line in _text(chance, min(size - len(head), 4_000) // 4).split("\r\n"))
    body = f"{text}\r\n\r\nOn Mon, 30 Nov 2026 at 09:00, Agent <{to}> wrote:\r\n{quote}\r\n"
    if size <= 8_192:
        return f"{head}Content-Type: text/plain; charset=utf-8\r\n\r\n{body}".encode()
    page = f"<html><body><p>{_text(chance, size // 6)}</p></body></html>"
    left = size - len(head) - len(body) - len(page) - 500
    paper = base64.encodebytes(chance.randbytes(max(200, left * 57 // 78))).decode().replace("\n", "\r\n")
    return (
        f'{head}Content-Type: multipart/mixed; boundary="=_edge"\r\n\r\n'
        f"--=_edge\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{body}"
        f"--=_edge\r\nContent-Type: text/html; charset=utf-8\r\n\r\n{page}\r\n"
        '--=_edge\r\nContent-Type: application/pdf; name="figure.pdf"\r\n'
        'Content-Disposition: attachment; filename="figure.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\n'
        f"{paper}--=_edge--\r\n"
    ).encode()


def _head(chance: random.Random, message_id: str, to: str) -> str:
    trace = "".join(
        f"Received: from mx{n}.sender.example (mx{n}.sender.example [203.0.113.{n + 1}])\r\n"
        f"\tby {AUTHSERV_ID} with ESMTPS id {chance.getrandbits(48):012x}\r\n"
        f"\tfor <{to}>; Mon, 30 Nov 2026 10:00:0{n} +0000\r\n"
        for n in range(3)
    )
    signature = base64.b64encode(chance.randbytes(256)).decode()
    return (
        f"{trace}Authentication-Results: {AUTHSERV_ID}; dkim=pass header.d=sender.example;\r\n"
        "\tspf=pass smtp.mailfrom=sender.example; dmarc=pass header.from=sender.example\r\n"
        "DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=sender.example; s=s1;\r\n"
        f"\th=from:to:subject:date:message-id; bh={signature[:43]}=;\r\n\tb={signature[:300]}\r\n"
        f'From: "Alice Example" <{SENDER}>\r\nTo: Agent <{to}>\r\n'
        f"Subject: Re: [#{chance.randint(1, 99_999)}] problem with the assay\r\n"
        f"Date: Mon, 30 Nov 2026 10:00:00 +0000\r\nMessage-ID: <{message_id}@sender.example>\r\n"
        f"In-Reply-To: <{chance.getrandbits(64):016x}@in.holdfast.example>\r\n"
        f"References: <{chance.getrandbits(64):016x}@in.holdfast.example>\r\nMIME-Version: 1.0\r\n"
    )


def _text(chance: random.Random, octets: int) -> str:
    """Lines of some seventy characters."""
    lines, line, total = list[str](), list[str](), 0
    while total < octets:
        word = chance.choice(_WORDS)
        line.append(word)
        total += len(word) + 1
        if sum(map(len, line)) > 58:
            lines.append(" ".join(line))
            line = []
    return "\r\n".join([*lines, " ".join(line)])
