# ruff: noqa: E501 (tables)
"""I1–I5, I9: every odd mail is read; what is derived from it is clean; bombs cost nothing."""

import base64
import json
import time
from pathlib import Path
from typing import Any

import pytest

from inbound import reading
from inbound.reading import charsets, transfer
from inbound.reading.flowed import unflow

EML = Path(__file__).resolve().parents[2] / "eml"
CASES = {case["file"]: case["expect"] for case in json.loads((EML / "MANIFEST.json").read_text())["cases"]}
READABLE = sorted(
    name for name, expect in CASES.items() if name.endswith(".eml") and "quarantine" not in str(expect.get("outcome"))
)


def mail(body: bytes, headers: str = "") -> reading.Reading:
    return reading.read(b"From: a@b.example\r\nTo: c@d.example\r\n" + headers.encode() + b"\r\n" + body)


def folded(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("name", READABLE)
def test_an_odd_mail_is_read_as_its_manifest_says(name: str) -> None:
    """I1–I5: nothing raises, derived text is clean, words are where they should be."""
    found = reading.read((EML / name).read_bytes())
    answer = reading.answer(found)
    expect = CASES[name]
    texts = [found.subject, found.text, found.html, found.message_id, answer.new, answer.elided, *found.warnings]
    assert not any("\x00" in text for text in texts)
    "".join(texts).encode()
    assert folded(answer.new) == folded(expect.get("text", answer.new))
    assert expect.get("text_contains", "") in answer.new
    assert all(words in answer.new for words in expect.get("text_contains_all", []))
    assert len(found.attachments) == expect.get("attachments", len(found.attachments))
    assert found.subject == expect.get("subject", found.subject)


@pytest.mark.parametrize(
    ("raw", "label", "text"),
    [
        ("café".encode("cp1252"), "x-bogus-99", "café"),
        ("naïve".encode(), "uft-8", "naïve"),
        ("Grüße".encode("cp1252"), "us-ascii", "Grüße"),
        ("Grüße".encode(), "iso-8859-1", "Grüße"),
        ("“quoted” – yes".encode("cp1252"), "iso-8859-1", "“quoted” – yes"),
        ("镕基".encode("gbk"), "gb2312", "镕基"),
        ("שלום".encode("iso8859-8"), "iso-8859-8-i", "שלום"),
        ("한국어".encode("cp949"), "ks_c_5601-1987", "한국어"),
        ("承認".encode("cp932"), "x-sjis", "承認"),
        ("Привет".encode("koi8-r"), "koi8-r", "Привет"),
        ("été".encode("utf-7"), "unicode-1-1-utf-7", "été"),
        (b"bad \xed\xa0\xbd\xed\xb8\x80 end", "utf-8", "bad 😀 end"),
        (b"plain", "utf-8\x00; x", "plain"),
        ("ü".encode(), "", "ü"),
        ("Привет".encode("koi8-r"), "charset=koi8-r,utf-8", "Привет"),
        ("한국어".encode("cp949"), "iso-ir-149", "한국어"),
        ("Привет".encode(), "gb2312", "Привет"),
        ("承認します。".encode(), "koi8-r", "承認します。"),
        (b"3, sounds great!", "utf-16", "3, sounds great!"),
        ("3, ça va".encode("utf-16-be"), "utf-16", "3, ça va"),
        ("3, ça va".encode("utf-16-le"), "unicode", "3, ça va"),
        ("Grüße".encode("utf-16"), "us-ascii", "Grüße"),
        (b"\x1b$B>5G'\x1b(B ok", "", "承認 ok"),
        (b"\x1b$B>5G'\x1b(B ok", "us-ascii", "承認 ok"),
        (b"\x1b$B>5G'\x1b(B \x1b(I1\x1b(B", "cp50221", "承認 ｱ"),
        (b"\x1b$B-!-j\x1b(B \x1b(I1\x1b(B", "iso-2022-jp", "①㈱ ｱ"),
        (b"\x1b$B>5G'\n>5", "iso-2022-jp", "承認\n承"),
    ],
)
def test_text_is_read_whatever_the_label_says(raw: bytes, label: str, text: str) -> None:
    """I1"""
    assert charsets.decode(raw, label)[0] == text


@pytest.mark.parametrize(
    "label", ["base64", "hex", "zlib", "punycode", "idna", "unicode_escape", "undefined", "rot13", "mbcs"]
)
def test_a_codec_that_is_no_charset_is_not_used(label: str) -> None:
    """I1: bytes-to-bytes codecs raise, and punycode takes quadratic time."""
    assert charsets.codec_named(label) is None
    text, warning = charsets.decode(b"aGVsbG8= \\x41", label)
    assert text == "aGVsbG8= \\x41"
    assert warning
    assert label in warning


def test_a_label_that_did_not_do_leaves_a_warning() -> None:
    """I1"""
    found = mail("é".encode("cp1252"), "Content-Type: text/plain; charset=x-none\r\n")
    assert found.text == "é"
    assert any(warning.startswith("charset") for warning in found.warnings)


@pytest.mark.parametrize("where", ["subject", "name", "body", "id", "file"])
def test_nuls_and_lone_surrogates_reach_no_derived_text(where: str) -> None:
    """I2"""
    bad = "x\x00y\ud83dz"
    octets = bad.encode("utf-8", "surrogatepass")
    encoded = "=?utf-8?b?" + base64.b64encode(octets).decode() + "?="
    raw = (
        b"From: " + (octets if where == "name" else b"Ada") + b" <a@b.example>\r\n"
        b"Subject: " + (encoded.encode() if where == "subject" else b"s") + b"\r\n"
        b"Message-ID: <" + (octets if where == "id" else b"i") + b"@b.example>\r\n"
        b'Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n\r\n'
        + (octets if where == "body" else b"t")
        + b"\r\n"
        b'--b\r\nContent-Disposition: attachment; filename="'
        + (octets if where == "file" else b"f")
        + b'"\r\n\r\nx\r\n--b--\r\n'
    )
    found = reading.read(raw)
    for text in (found.subject, found.from_[0].name, found.text, found.message_id, found.attachments[0].filename):
        assert "\x00" not in text
        text.encode()


@pytest.mark.parametrize(
    ("body", "encoding", "wanted"),
    [
        (b"U2hpcCBpdA", "base64", b"Ship it"),
        (b"U2hpcCBpdA=", "base64", b"Ship it"),
        (b"U2hp\r\nc*C!Bp\r\ndA==", "base64", b"Ship it"),
        (b"U2hpcA==U2hpcA==", "base64", b"ShipShip"),
        (b"U2hpcCBpdAU", "BASE64 ", b"Ship it\x05"),
        (b"100=% =ZZ caf=C3=A9=", "quoted-printable", "100=% =ZZ café".encode()),
        (b"as it is", "8-bit/utf", b"as it is"),
        (b"begin 644 x\r\n#86)C\r\n`\r\nend\r\n", "x-uuencode", b"abc"),
        (b"", "base64", b""),
        (b"MywgeWVz\r\n-- \r\nlist footer here\r\n", "base64", b"3, yes\n-- \r\nlist footer here\r\n"),
        (b"MywgeWVz\r\n____\r\nunsubscribe", "base64", b"3, yes\n____\r\nunsubscribe"),
        (b"3, sounds great to me\r\n", "base64", b"3, sounds great to me\r\n"),
        (b"MywgeWVz", "base64 (by hand)", b"3, yes"),
        (b"MywgeWVz", "base64;", b"3, yes"),
    ],
)
def test_a_broken_transfer_encoding_is_repaired(body: bytes, encoding: str, wanted: bytes) -> None:
    """I3"""
    assert transfer.undo(body, encoding)[0] == wanted


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"From: a@b\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\nhello\n", "hello"),
        (b"From: a@b\nContent-Type: multipart/mixed; boundary=x\n\njust words\n", "just words"),
        (b"From: a@b\nContent-Type: ;;;\n\nwords\n", "words"),
        (b"\xef\xbb\xbfFrom: a@b\n\nwords\n", "words"),
        (b"\n\nFrom: a@b\n\nwords\n", "words"),
        (b"From : a@b\nSubject\t: s\n\nwords : yes\n", "words : yes"),
        ("From: a@b\nContent-Type: text/html\n\n<meta charset=koi8-r><p>слова".encode("koi8-r"), "<p>слова"),
        (b">From x Tue Feb  3\nFrom: a@b\n\nwords\n", "words"),
        (b"From: a@b\nno header this\nwords\n", "no header this"),
        (b"From x Tue Feb  3 10:15:30 2026\nFrom: a@b\n\nwords\n", "words"),
        (b"From: a@b\r\rclassic mac\r", "classic mac"),
        (b"From: a@b\nContent-Type: text/plain; charset*0*=utf-8''ut; charset*1=f-8\n\nw\xc3\xb6rds\n", "wörds"),
    ],
)
def test_a_broken_structure_still_has_its_words(raw: bytes, text: str) -> None:
    """I3"""
    found = reading.read(raw)
    assert text in found.text + found.html
    assert found.from_[0].spec == "a@b"


@pytest.mark.parametrize("declared", ["", "; boundary=Q", "; boundary=other; boundary=q", '; boundary="'])
def test_parts_are_told_apart_where_the_boundary_is_another_than_declared(declared: str) -> None:
    """I3: else a word in base64 is lost, and a part's header is taken for words"""
    raw = (
        f"From: a@b\r\nContent-Type: multipart/mixed{declared}\r\n\r\n--q\r\nContent-Type: text/plain\r\n"
        "Content-Transfer-Encoding: base64\r\n\r\nMywgeWVz\r\n--q\r\nContent-Type: image/png\r\n\r\nx\r\n--q--\r\n"
    )
    found = reading.read(raw.encode())
    assert (found.text.strip(), len(found.attachments)) == ("3, yes", 1)
    assert found.warnings[-1].startswith("mime")


def test_a_mail_about_boundaries_has_all_its_words() -> None:
    words = "I see this:\n--q\nContent-Type: text/plain\n\nand more\n"
    assert mail(words.encode()).text == words


def nested(levels: int, *, width: int = 1) -> bytes:
    names = [b"d%0*d" % (width, n) for n in range(levels)]
    parts = b"".join(b'Content-Type: multipart/mixed; boundary="%s"\r\n\r\n--%s\r\n' % (n, n) for n in names)
    return b"From: a@b\r\n" + parts + b"\r\nhello\r\n"


BOMBS = {
    "1,500 levels": (nested(1_500), "too-deep"),
    "1,500 mails in mails": (b"From: a@b\r\n" + b"Content-Type: message/rfc822\r\n\r\n" * 1_500 + b"x", "too-deep"),
    "20,000 parts": (b"From: a@b\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n" + b"--a\r\nx:y\r\n\r\n" * 20_000, "too-many-parts"),
    "2 MB header": (b"From: a@b\r\nX-Long: " + b"x" * 2_000_000 + b"\r\n\r\nhello", ""),
    "100,000 fields": (b"From: a@b\r\n" + b"X-Y: z\r\n" * 100_000 + b"\r\nhello", ""),
    "20,000 recipients": (b"From: a@b\r\nTo: " + b",\r\n ".join(b"u%d@e.example" % n for n in range(20_000)) + b"\r\n\r\nhello", ""),
    "colons": (b"From: a@b\r\nTo: x" + b":" * 100_000 + b"\r\n\r\nhello", ""),
    "quotes": (b"From: a@b\r\nTo: " + b'"\\' * 100_000 + b"\r\n\r\nhello", ""),
    "parentheses": (b"From: a@b\r\nTo: " + b"(" * 100_000 + b"\r\n\r\nhello", ""),
    "angles": (b"From: a@b\r\nTo: " + b"<" * 100_000 + b"\r\n\r\nhello", ""),
    "encoded words": (b"From: a@b\r\nSubject: " + b"=?utf-8?q?x?= " * 20_000 + b"\r\n\r\nhello", ""),
    "an id of spaces": (b"From: a@b\r\nIn-Reply-To: <" + b" " * 1_800 + b"\r\n\r\nhello", ""),
    "an address of spaces": (b"From: a@b\r\n\r\nhello\r\nOriginal-Rcpt-To:" + b" " * 80_000, ""),
    "deep HTML of spaces": (b"From: a@b\r\nContent-Type: text/html\r\n\r\n" + b"<div>" * 2_100 + b"hello" + b" " * 90_000 + b"x", ""),
    "blanks in an id": (b"From: a@b\r\nReferences: <" + b" " * 3_900 + b"x\r\n\r\nhello", ""),
    "references": (b"From: a@b\r\nReferences: " + b"<a@b>" * 100_000 + b"\r\n\r\nhello", ""),
    "parameters": (b"From: a@b\r\nContent-Type: text/plain" + b"; x*0*=y" * 50_000 + b"\r\n\r\nhello", ""),
    "verdicts": (b"From: a@b\r\nAuthentication-Results: x" + b"; dkim=pass (" * 20_000 + b"\r\n\r\nhello", ""),
    "deep HTML": (b"From: a@b\r\nContent-Type: text/html\r\n\r\n" + b"<div>" * 100_000 + b"hello", ""),
    "formatting": (b"From: a@b\r\nContent-Type: text/html\r\n\r\n<p>" + b"".join(b"<b id=%d>" % n for n in range(400)) + b"<p>hello" * 50_000, ""),
    "attributes": (b"From: a@b\r\nContent-Type: text/html\r\n\r\n<p>hello<p x='>' " + b" ".join(b"a%d=b" % n for n in range(72_000)) + b">x", ""),
    "a style": (b"From: a@b\r\nContent-Type: text/html\r\n\r\n<p>hello<p style='" + b"height:0;" * 60_000 + b"'>x", ""),
    "another style": (b"From: a@b\r\nContent-Type: text/html\r\n\r\n<p>hello<p style='" + b"overflow:hidden;" * 35_000 + b"'>x", ""),
    "styles": (b"From: a@b\r\nContent-Type: text/html\r\n\r\nhello" + b"<style>" * 80_000, ""),
    "attributions": (b"From: a@b\r\n\r\nhello\r\n" + b"On 2 Feb 2026 at 09:00\r\n" * 30_000, ""),
    "angle quotes": (b"From: a@b\r\n\r\nhello\r\n" + b">" * 500_000, ""),
    "underscores": (b"From: a@b\r\n\r\nhello\r\n" + (b"_" * 78 + b"\r\n") * 8_000, ""),
    "one flowing line": (b"From: a@b\r\nContent-Type: text/plain; format=flowed\r\n\r\nhello \n" + b"a \n" * 330_000, ""),
    "dashes": (b"From: a@b\r\n\r\nhello\r\n" + b"- " * 300_000, ""),
    "lines of angles": (b"From: a@b\r\n\r\nhello\r\n" + b"<\r\n" * 330_000, ""),
    "longer lines of angles": (b"From: a@b\r\n\r\nhello\r\n" + (b"<" * 78 + b"\r\n") * 12_500, ""),
    "20,000 parts, carriage returns": (b"From: a@b\rContent-Type: multipart/mixed; boundary=a\r\r" + b"--a\rx:y\r\r" * 20_000, "too-many-parts"),
    "20,000 parts, a boundary in pieces": (b"From: a@b\r\nContent-Type: multipart/mixed; boundary*0=a; boundary*1=b\r\n\r\n" + b"--ab\r\nx:y\r\n\r\n" * 20_000, "too-many-parts"),
    "1,500 levels, long boundaries": (nested(1_500, width=250), "too-deep"),
    "49 levels, short lines": (nested(48) + b"--hello\n" * 100_000, ""),
    "a delimiter of spaces": (b"From: a@b\r\n\r\nhello\r\n" + b"--\r\n" * 1_000 + b"--" + b" " * 2_000_000 + b"x", ""),
    "words to detect": (b"From: a@b\r\nSubject: " + b"".join(b"=?x-%d?q?=F0=D2=C9=D7=C5=D4_=F0=D2=C9=D7=C5=D4_=F0=D2=C9=D7=C5=D4_=F0=D2=C9=D7=C5=D4?= " % (n % 9) for n in range(5_000)) + b"\r\n\r\nhello", ""),
    "names to detect": (b"From: a@b\r\n" + b"".join(b"To: %s%d <u@e.example>\r\n" % ("Привет как дела сегодня".encode("koi8-r"), n) for n in range(1_000)) + b"\r\nhello", ""),
    "parts to detect": (b"From: a@b\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n\r\nhello\r\n" + b"".join(b"--a\r\n\r\n%s%d\r\n" % ("Привет как дела сегодня ".encode("koi8-r") * 40, n) for n in range(900)), ""),
    "words that never end": (b"From: a@b\r\nSubject: " + b"=?x?q? " * 80_000 + b"\r\n\r\nhello", ""),
}  # fmt: skip


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_costs_bounded_time(name: str) -> None:
    """I4, I14: seconds on a slow and busy machine, where careless code takes minutes or the stack."""
    raw, reason = BOMBS[name]
    began = time.process_time()
    assert _reason(raw) == reason
    reading.content_hash(raw)
    assert time.process_time() - began < 10


def _reason(raw: bytes) -> str:
    """Why it cannot be read; else it has been read in every way, and its words were found."""
    try:
        found = reading.read(raw)
    except reading.Unreadable as error:
        return error.reason
    assert "hello" in reading.answer(found).new
    reading.automatic.judge(found)
    reading.bounces.bounce(found)
    reading.bounces.complained_of(found)
    list(reading.routing.recipients(found))
    reading.verdicts.judged(found.headers.all("authentication-results"), authserv_ids=["x"])
    return ""


@pytest.mark.parametrize(
    ("field", "ids"),
    [
        ("<a@b>", ["a@b"]),
        ("\r\n <a@b>", ["a@b"]),
        ("a@b", ["a@b"]),
        ("<[x====@y.example]>", ["[x====@y.example]"]),
        ("=?utf-8?q?=3Ca=40b=3E?=", ["a@b"]),
        ("<a\r\n b@c>", ["ab@c"]),
        ("", []),
        ("<>", []),
    ],
)
def test_a_message_id_is_read_as_it_comes(field: str, ids: list[str]) -> None:
    """I5"""
    assert list(mail(b"", f"Message-ID: {field}\r\n").message_ids) == ids


def test_long_message_ids_are_short_and_stay_apart() -> None:
    """I5, I36"""
    one, other = (mail(b"", f"Message-ID: <{'x' * 3_000}{end}@b>\r\n").message_id for end in "ab")
    assert one != other
    assert len(one) == len(other) == 250


@pytest.mark.parametrize(
    ("date", "year"),
    [
        ("Tue, 03 Feb 2026 10:15:30 +0100", 2026),
        *[
            (date, None)
            for date in ("", "Tue, 03 Feb 9999999999 10:15:30 +0100", "yesterday", "31 Feb 2026", "Feb 2026 3")
        ],
        *[(date, None) for date in ("Tue, 03 Feb 101 10:15:30", "x" * 100_000, "Tue, 03 Feb 2026 10:15:30 +9999999")],
    ],
)
def test_a_date_is_believed_only_when_it_can_be(date: str, year: int | None) -> None:
    """I9"""
    found = mail(b"", f"Date: {date}\r\n")
    assert (found.date.year if found.date else None) == year
    assert found.date_text == date[:200]


def test_flowed_text_is_joined_and_quotes_keep_their_depth() -> None:
    """I13, RFC 3676"""
    assert unflow("one \ntwo\n> q \n> r\n-- \nme") == "one two\n> q r\n-- \nme"
    assert unflow("wrap \nped", delete_space=True) == "wrapped"


def test_the_same_mail_by_another_way_is_the_same() -> None:
    """I6"""
    body = b"From: a@b\r\nSubject: s\r\nMessage-ID: <1@b>\r\n\r\nhello\r\n"
    same = [
        b"Received: from x\r\n\tby y; now\r\n" + body,
        b"Return-Path: <>\r\nAuthentication-Results: q; spf=pass\r\nARC-Seal: i=1\r\n" + body,
        body.replace(b"\r\n", b"\n"),
        body + b"\r\n\r\n",
    ]
    assert {reading.content_hash(each) for each in same} == {reading.content_hash(body)}
    assert reading.content_hash(body.replace(b"hello", b"hallo")) != reading.content_hash(body)
    assert reading.content_hash(body.replace(b"Subject: s", b"Subject: t")) != reading.content_hash(body)


def test_defects_of_the_structure_are_kept_as_warnings() -> None:
    found: Any = reading.read(b"From: a@b\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\nhello\n")
    assert any(warning.startswith("mime") for warning in found.warnings)


TWO_PARTS = b"""\
From: ada@example.org
Content-Type: multipart/mixed; boundary=b

--b

one
--b

two
--b--
"""


def test_a_mail_is_not_too_slow_because_the_machine_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that is stopped in the middle of a mail reads on where it was."""
    decode = charsets.decode

    def stopped_meanwhile(raw: bytes, label: str | None, *, detects: bool) -> tuple[str, str | None]:
        time.sleep(0.2)
        return decode(raw, label, detects=detects)

    monkeypatch.setattr(charsets, "decode", stopped_meanwhile)
    assert reading.read(TWO_PARTS, max_seconds=0.1).text == "one\ntwo"


def test_a_mail_that_takes_too_much_work_is_unreadable(monkeypatch: pytest.MonkeyPatch) -> None:
    decode = charsets.decode

    def hard_work(raw: bytes, label: str | None, *, detects: bool) -> tuple[str, str | None]:
        end = time.thread_time() + 0.2
        while time.thread_time() < end:
            pass
        return decode(raw, label, detects=detects)

    monkeypatch.setattr(charsets, "decode", hard_work)
    with pytest.raises(reading.Unreadable, match="too-slow"):
        reading.read(TWO_PARTS, max_seconds=0.1)
