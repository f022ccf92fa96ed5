"""Bytes to text, whatever the label says.

A label is a hint: it may be unknown, misspelt, a subset of what was meant (gb2312 for GBK), the name of a codec that
is no charset at all (``base64``, ``punycode``), or simply wrong. Order: the label's superset, strict UTF-8, the label
with replacement where little is wrong, windows-1252 for Latin text, a detector last. Labels and their supersets
follow the WHATWG Encoding Standard, §4.2.
"""

import codecs
import re
from functools import lru_cache

from charset_normalizer import from_bytes

from . import jis
from .charset_labels import ALIASES, SUPERSETS
from .clean import whole

_NO_CHARSETS = {"idna", "punycode", "raw_unicode_escape", "unicode_escape", "undefined", "mbcs", "oem"}
_TOKEN = re.compile(r"[A-Za-z0-9][\w.:+-]*")

_WESTERN = {"cp1252", "ascii"}
_SHIFTING = ("utf-7", "utf-16", "utf-32", "hz", "iso2022")
"""How the codecs begin for which ASCII octets stand for something else."""
_NON_ASCII = re.compile(rb"[\x80-\xff]+")
_BEYOND_ASCII = re.compile(rb"[\xc2-\xf4][\x80-\xbf]+")
MIN_DETECTED = 24
"""Octets below which a detector only guesses."""
MIN_UTF_8 = 5
"""Characters beyond ASCII that are UTF-8 by chance in fewer than one short text of ten thousand in a legacy charset."""


def decode(raw: bytes, label: str | None, *, detects: bool = True) -> tuple[str, str | None]:
    """The text of `raw`, and a warning when the label did not do: ``charset: <label>: <what was done>``.

    Detecting takes milliseconds, so where there may be thousands of texts it is not to be asked for.
    """
    named = codec_named(label) if label else None
    if named and raw.isascii() and b"\x1b" not in raw and not named.startswith(_SHIFTING):
        return raw.decode("ascii"), None
    codec = _as_the_octets_say(raw, named)
    shown = repr((label or "none")[:60])
    if raw.isascii() and not (codec or "").startswith(_SHIFTING):
        fits = named == codec and (named or not label)
        return raw.decode("ascii"), None if fits else f"charset: {shown} does not fit; read as ascii"
    if codec and (text := _strict(raw, codec)) is not None:
        return text, None if codec == named else f"charset: {shown} but the bytes are {codec}"
    if codec and codec.startswith("iso2022_jp") and b"\x1b" in raw:
        return jis.as_cp932(raw).decode("cp932", "replace"), f"charset: {shown} read with the characters of Windows"
    if codec and codec.startswith(_SHIFTING) and raw.isascii():
        return whole(raw.decode(codec, "replace")), f"charset: {shown} is broken; read with replacements"
    if (text := _strict(raw, "utf-8")) is not None:
        return text, f"charset: {shown} did not decode; read as utf-8" if label else None
    text, used = _repaired(raw, codec, detects=detects)
    return text, f"charset: {shown} did not decode; read as {used}"


def _as_the_octets_say(raw: bytes, named: str | None) -> str | None:
    """The codec that the label named, unless the octets are beyond doubt something else."""
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) and not (named or "").startswith("utf-32"):
        return "utf-16"
    if named and named.startswith(("utf-16", "utf-32")):
        if raw.isascii() and b"\0" not in raw:
            return "ascii"
        even, odd = raw[::2].count(0), raw[1::2].count(0)
        return named if named != "utf-16" or even == odd else "utf-16-be" if even > odd else "utf-16-le"
    if raw.isascii():
        return "iso2022_jp_ext" if b"\x1b$B" in raw and not (named or "").startswith(_SHIFTING) else named
    if named is None or named == "utf-8" or _strict(raw, "utf-8") is None:
        return named
    return "utf-8" if named in _WESTERN or len(_BEYOND_ASCII.findall(raw[:4096])) >= MIN_UTF_8 else named


@lru_cache(maxsize=512)
def codec_named(label: str) -> str | None:
    """The Python text codec that reads what `label` stands for, or None when it names no charset."""
    match = _TOKEN.search(label.replace("_charset", "").rpartition("charset=")[2])
    if match is None:
        return None
    name = match[0].lower().rstrip(".:-")
    for candidate in (
        ALIASES.get(name, name),
        re.sub(r"^(?:x|cs)-?", "", name),
        name.replace("windows", "cp").replace("-", "").replace("_", ""),
    ):
        try:
            info = codecs.lookup(candidate)
        except (LookupError, ValueError):
            continue
        if info._is_text_encoding and info.name not in _NO_CHARSETS and info.name.replace("-", "_") not in _NO_CHARSETS:
            return SUPERSETS.get(info.name, info.name)
    return None


def _strict(raw: bytes, codec: str) -> str | None:
    try:
        return raw.decode(codec)
    except (UnicodeError, ValueError):
        return None


def _repaired(raw: bytes, codec: str | None, *, detects: bool) -> tuple[str, str]:
    """What to make of bytes that are neither what the label says nor UTF-8, and the name of it."""
    if codec == "utf-8" or codec is None:
        joined = _cesu8(raw)
        if joined is not None:
            return joined, "cesu-8"
    if codec and codec != "cp1252":
        text = whole(raw.decode(codec, "replace"))
        if text.count("\ufffd") <= 2 + len(text) // 20:
            return text, f"{codec} with replacements"
    high = sum(map(len, _NON_ASCII.findall(raw[:4096])))
    if (
        detects
        and len(raw) >= MIN_DETECTED
        and high * 3 > len(raw[:4096])
        and (best := from_bytes(raw[:4096]).best()) is not None
    ):
        return whole(raw.decode(best.encoding, "replace")), f"{best.encoding} (detected)"
    return raw.decode("cp1252", "replace"), "windows-1252"


def _cesu8(raw: bytes) -> str | None:
    """UTF-8 in which characters beyond the BMP were written as two encoded surrogates (Java, Oracle)."""
    try:
        return whole(raw.decode("utf-8", "surrogatepass"))
    except UnicodeDecodeError:
        return None
