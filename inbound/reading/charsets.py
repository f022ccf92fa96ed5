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

from .charset_labels import ALIASES, SUPERSETS
from .clean import whole

_NO_CHARSETS = {"idna", "punycode", "raw_unicode_escape", "unicode_escape", "undefined", "mbcs", "oem"}
_TOKEN = re.compile(r"[A-Za-z0-9][\w.:+-]*")

_WESTERN = {"cp1252", "ascii"}
_NON_ASCII = re.compile(rb"[\x80-\xff]+")


def decode(raw: bytes, label: str | None) -> tuple[str, str | None]:
    """The text of `raw`, and a warning when the label did not do: ``charset: <label>: <what was done>``."""
    codec = codec_named(label) if label else None
    if raw.isascii() and codec not in _STATEFUL:
        return raw.decode("ascii"), None if codec or not label else f"charset: {label[:60]!r} is unknown; read as ascii"
    if codec in _WESTERN and (text := _strict(raw, "utf-8")) is not None:
        return text, f"charset: {label} but the bytes are utf-8"
    if codec and (text := _strict(raw, codec)) is not None:
        return text, None
    if codec in _STATEFUL and raw.isascii():
        return whole(raw.decode(codec, "replace")), f"charset: {label} is broken; read with replacements"
    if (text := _strict(raw, "utf-8")) is not None:
        return text, f"charset: {(label or 'none')[:60]!r} did not decode; read as utf-8" if label else None
    text, used = _repaired(raw, codec)
    return text, f"charset: {(label or 'none')[:60]!r} did not decode; read as {used}"


MIN_DETECTED = 24
"""Octets below which a detector only guesses."""
_STATEFUL = {
    "utf-7",
    "utf-16",
    "utf-16-le",
    "utf-16-be",
    "utf-32",
    "hz",
    "iso2022_jp_ext",
    "iso2022_jp_2",
    "iso2022_jp_3",
    "iso2022_kr",
}


@lru_cache(maxsize=512)
def codec_named(label: str) -> str | None:
    """The Python text codec that reads what `label` stands for, or None when it names no charset."""
    match = _TOKEN.search(label.replace("_charset", ""))
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


def _repaired(raw: bytes, codec: str | None) -> tuple[str, str]:
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
        len(raw) >= MIN_DETECTED
        and high * 3 > len(raw[:4096])
        and (best := from_bytes(raw[:20_000]).best()) is not None
    ):
        return whole(raw.decode(best.encoding, "replace")), f"{best.encoding} (detected)"
    return raw.decode("cp1252", "replace"), "windows-1252"


def _cesu8(raw: bytes) -> str | None:
    """UTF-8 in which characters beyond the BMP were written as two encoded surrogates (Java, Oracle)."""
    try:
        return whole(raw.decode("utf-8", "surrogatepass"))
    except UnicodeDecodeError:
        return None
