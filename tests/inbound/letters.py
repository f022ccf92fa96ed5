"""Mails as people and programs send them, small."""

from email.message import EmailMessage
from email.utils import make_msgid

DOMAIN = "in.holdfast.example"


def letter(
    text: str = "3, sounds great", *, author: str = "ann@example.org", to: str = f"bot@{DOMAIN}", **headers: str
) -> bytes:
    mail = EmailMessage()
    mail["From"] = author
    mail["To"] = to
    mail["Subject"] = headers.pop("subject", "Re: a proposal")
    mail["Message-ID"] = headers.pop("message_id", make_msgid(domain="example.org"))
    for name, value in headers.items():
        mail[name.replace("_", "-")] = value
    mail.set_content(text)
    return mail.as_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
