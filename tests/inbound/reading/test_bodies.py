"""I1–I4: what of a mail are its words, and what hides them."""

import base64

import pytest

from inbound import reading
from inbound.reading.attachments import safe_name

ARMOUR = b"-----BEGIN PGP MESSAGE-----\r\n\r\nhQEMA0000000000\r\n=abcd\r\n-----END PGP MESSAGE-----\r\n"
CALENDAR = b"BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nCOMMENT:3\\, fine\r\nEND:VCALENDAR\r\n"


def mail(head: bytes, body: bytes = b"3, sounds great") -> reading.Reading:
    return reading.read(b"From: a@b.example\r\nTo: c@d.example\r\n" + head + b"\r\n\r\n" + body)


def parted(*parts: bytes, kind: bytes = b"mixed") -> reading.Reading:
    body = b"".join(b"--q\r\n" + part + b"\r\n" for part in parts)
    return mail(b"Content-Type: multipart/" + kind + b"; boundary=q", body + b"--q--\r\n")


@pytest.mark.parametrize(
    "head",
    [
        b'Content-Type: text/plain; name="text_0.txt"',
        b'Content-Type: text/plain\r\nContent-Disposition: inline; filename="text_0.txt"',
        b'Content-Type: text/plain\r\nContent-Disposition: attachment; filename="reply.txt"',
        b'Content-Type: text/html; name="reply.html"\r\nContent-Disposition: attachment',
        b"Content-Type: text/markdown",
        b"Content-Type: text/enriched",
        b"Content-Type: text/x-unknown",
        b"Content-Type: text",
        b"Content-Type: plain",
        b"Content-Type: multipart/alternative",
        b'Content-Type: multipart/mixed; boundary=""',
        b"Content-Type: text/plain charset=utf-8",
        b"Content-Type: text/plain;; charset",
    ],
)
def test_the_only_words_of_a_mail_are_its_text_however_they_are_declared(head: bytes) -> None:
    """I3: nothing lost"""
    assert reading.answer(mail(head)).new == "3, sounds great"


def test_a_mobile_gateways_file_of_text_is_the_text() -> None:
    """I13: words are never lost"""
    words = b'Content-Type: text/plain; name="text_0.txt"\r\nContent-Disposition: inline\r\n\r\n3, sounds great'
    picture = b"Content-Type: image/png; name=logo.png\r\n\r\nx"
    assert reading.answer(parted(picture, words)).new == "3, sounds great"


def test_a_file_beside_the_words_is_no_words() -> None:
    notes = b"Content-Type: text/plain; name=notes.txt\r\nContent-Disposition: attachment\r\n\r\nof last week"
    found = parted(b"\r\n3, sounds great", notes)
    assert reading.answer(found).new == "3, sounds great"
    assert [part.filename for part in found.attachments] == ["notes.txt"]
    assert reading.answer(parted(notes)).lack == "no text"


@pytest.mark.parametrize(
    ("found", "kind", "lack"),
    [
        (mail(b"Content-Type: application/pkcs7-mime; name=smime.p7m", b"MIIB"), "smime", "opaque-smime"),
        (mail(b"Content-Type: application/octet-stream; name=smime.p7m", b"MIIB"), "smime", "opaque-smime"),
        (mail(b"", ARMOUR), "pgp", "opaque-pgp"),
        (
            parted(
                b"Content-Type: application/pgp-encrypted\r\n\r\nVersion: 1",
                b"Content-Type: application/octet-stream; name=encrypted.asc\r\n\r\n" + ARMOUR,
                kind=b"encrypted",
            ),
            "pgp",
            "opaque-pgp",
        ),
        (mail(b"Content-Type: application/ms-tnef"), "tnef", "tnef-only"),
        (mail(b"Content-Type: application/octet-stream; name=WINMAIL.DAT"), "tnef", "tnef-only"),
        (mail(b"Content-Type: text/calendar; method=REPLY", CALENDAR), "calendar", "calendar"),
        (mail(b"Content-Type: application/ics; name=invite.ics", CALENDAR), "calendar", "calendar"),
        (mail(b"Content-Type: image/png; name=x.png"), "none", "no text"),
    ],
)
def test_what_hides_the_words_is_told_apart(found: reading.Reading, kind: str, lack: str) -> None:
    """I13: what cannot be read is said to be that, and is no instruction"""
    assert (found.kind, reading.answer(found).lack) == (kind, lack)


def test_words_beside_what_is_hidden_are_the_words() -> None:
    tnef = b"Content-Type: application/ms-tnef; name=winmail.dat\r\n\r\nx"
    signature = b"Content-Type: application/pkcs7-signature; name=smime.p7s\r\n\r\nMIIB"
    for found in (
        parted(b"\r\n3, yes", tnef),
        parted(b"\r\n3, yes", signature, kind=b"signed"),
        mail(b"", b"3, yes\r\n\r\n" + ARMOUR),
        parted(b"\r\n3, yes", b"Content-Type: text/calendar\r\n\r\n" + CALENDAR, kind=b"alternative"),
    ):
        assert (found.kind, reading.answer(found).new) == ("text", "3, yes")


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("../../etc/passwd", "etc_passwd"),
        ("C:\\temp\\x.exe", "C_temp_x.exe"),
        ("\u202egpj.exe", "gpj.exe"),
        ("\u061c\u200bgpj.exe", "gpj.exe"),
        (".htaccess", "htaccess"),
        ("a\r\nb.txt", "a b.txt"),
        ("invoice.pdf" + " " * 200 + ".exe", "invoice.pdf .exe"),
        ("", "unnamed.zip"),
        ("..", "unnamed.zip"),
        ("CON", "_CON"),
        ("nul.txt", "_nul.txt"),
        ("console.txt", "console.txt"),
        ("x" * 500 + ".pdf", "x" * 116 + ".pdf"),
        ("日" * 500 + ".pdf", "日" * 78 + ".pdf"),
    ],
)
def test_an_attachment_is_named_safely_and_never_unpacked(given: str, shown: str) -> None:
    """I4"""
    zipped = base64.b64encode(b"PK\x03\x04" + b"\x00" * 1_000)
    name = "=?utf-8?b?" + base64.b64encode(given.encode()).decode() + "?="
    head = "Content-Type: application/zip\r\nContent-Transfer-Encoding: base64\r\n"
    head += f'Content-Disposition: attachment; filename="{name}"'
    [part] = mail(head.encode(), zipped).attachments
    assert (part.filename, part.size) == (shown, 1_004)
    assert len(safe_name(given).encode()) <= 240
