"""Header fields under accessors that never raise: the stdlib's compat32 parser keeps what it could not understand.

Values are unfolded text; `text()` also decodes encoded words (RFC 2047), `parameters()` reads MIME parameters with
their RFC 2231 continuations, in whatever order and with whatever nonsense they arrive.
"""

import re
from collections.abc import Iterator
from email.message import Message
from urllib.parse import unquote_to_bytes

from . import charsets, transfer
from .clean import clean, one_line

MAX_FIELD = 600_000
_FOLD = re.compile(r"(?:\r\n|[\r\n])[ \t]*")
_ENCODED = re.compile(r"=\?([^?\s]{1,60})\?([bBqQ])\?((?:[^?=]++|\?(?!=)|=(?!\?[^=])){0,4000})\?=")
"""Also with question marks in it, as some write "How are you?"; one that never ends reaches to the next at most."""
_BETWEEN_WORDS = re.compile(r"(\?=)\s+(?==\?[^?\s]{1,60}\?[bBqQ]\?)")
_PARAMETER = re.compile(r""";\s*([^\s=;"]{1,100})\s*=\s*(?:"((?:[^"\\]|\\.){0,4000})"?|([^;]{0,4000}))""")
_CONTINUED = re.compile(r"^([^*]+)\*(?:(\d{1,3})(\*)?)?$")


class Headers:
    """The header fields of one part, by lower-case name, in order of appearance."""

    def __init__(self, part: "Message[str, str]") -> None:
        self._fields: dict[str, list[str]] = {}
        self._raw = list(part.raw_items())
        for name, value in self._raw:
            self._fields.setdefault(name.lower(), []).append(value)

    def __contains__(self, name: str) -> bool:
        return name in self._fields

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return ((name, _unfolded(value)) for name, value in self._raw)

    def all(self, name: str, limit: int = 1_000) -> list[str]:
        """Every value of `name` (lower case), unfolded, undecoded, cleaned."""
        return [_unfolded(value) for value in self._fields.get(name, ())[:limit]]

    def first(self, name: str) -> str:
        """The topmost value of `name`, or an empty string."""
        values = self._fields.get(name)
        return _unfolded(values[0]) if values else ""

    def text(self, name: str, limit: int = 998) -> str:
        """The topmost value of `name` as a person reads it, in one line."""
        values = self._fields.get(name)
        return one_line(decoded(_unfolded(values[0], detects=True)), limit) if values else ""

    def token(self, name: str) -> str:
        """The topmost value before any ``;`` or comment, lower case: for Content-Type, Precedence and their kind."""
        return self.first(name).partition(";")[0].partition("(")[0].strip().lower()

    def parameters(self, name: str) -> dict[str, str]:
        """The parameters of `name`, by lower-case name, decoded (RFC 2231); the first of each wins."""
        return _parameters(self.first(name))


def decoded(value: str) -> str:
    """`value` with its encoded words decoded; adjacent ones are joined, also where a character is cut in two."""
    if "=?" not in value:
        return value
    pieces: list[str] = []
    pending: list[tuple[str, bytes]] = []
    end = 0
    joined = _BETWEEN_WORDS.sub(r"\1", value)
    for match in _ENCODED.finditer(joined):
        if match.start() > end:
            pieces += [_flush(pending), joined[end : match.start()]]
        charset, encoding, payload = match.groups()
        charset = charset.partition("*")[0].lower()
        if pending and pending[-1][0] != charset:
            pieces.append(_flush(pending))
        pending.append((charset, _word_bytes(encoding.lower(), payload)))
        end = match.end()
    return "".join([*pieces, _flush(pending), joined[end:]])


def _flush(pending: list[tuple[str, bytes]]) -> str:
    if not pending:
        return ""
    text = charsets.decode(b"".join(payload for _, payload in pending), pending[0][0], detects=False)[0]
    pending.clear()
    return clean(text)


def _word_bytes(encoding: str, payload: str) -> bytes:
    raw = payload.encode("utf-8", "surrogateescape")
    if encoding == "b":
        return transfer.undo(raw, "base64")[0]
    return transfer.undo(raw.replace(b"_", b" ").replace(b"\n", b""), "quoted-printable")[0]


def _unfolded(value: str, *, detects: bool = False) -> str:
    """Raw 8-bit octets (surrogates, for the parser) read as UTF-8 or windows-1252, line ends taken out."""
    value = str(value)[:MAX_FIELD]
    if not value.isascii():
        value = charsets.decode(value.encode("utf-8", "surrogateescape"), None, detects=detects)[0]
    if not value.isprintable():
        value = clean(_FOLD.sub(" ", value))
    return value.strip()


def _parameters(value: str) -> dict[str, str]:
    plain: dict[str, str] = {}
    pieces: dict[str, dict[int, tuple[str, bool]]] = {}
    for count, match in enumerate(_PARAMETER.finditer(value)):
        if count == 200:
            break
        name, quoted, bare = match.groups()
        content = re.sub(r"\\(.)", r"\1", quoted) if quoted is not None else bare.strip()
        if (continued := _CONTINUED.match(name)) is None:
            plain.setdefault(name.lower(), decoded(content))
        else:
            number, encoded = int(continued[2] or 0), continued[2] is None or bool(continued[3])
            pieces.setdefault(continued[1].lower(), {}).setdefault(number, (content, encoded))
    return plain | {name: _continued(parts) for name, parts in pieces.items()}


def _continued(parts: dict[int, tuple[str, bool]]) -> str:
    """RFC 2231 §3–4: pieces by number, the first carrying ``charset'language'``."""
    charset, raw = "utf-8", b""
    for position, (_, (content, encoded)) in enumerate(sorted(parts.items())):
        if encoded and position == 0 and content.count("'") >= 2:
            charset, _, content = content.split("'", 2)
        raw += unquote_to_bytes(content) if encoded else content.encode("utf-8", "replace")
    return clean(charsets.decode(raw, charset, detects=False)[0])
