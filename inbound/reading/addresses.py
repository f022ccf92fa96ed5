"""Addresses as senders write them: groups, quotes, comments, routes, missing brackets, trailing commas, IDNs.

RFC 5322 §3.4 and §4.4 read leniently and in linear time; RFC 6531 for what is not ASCII; RFC 5890 for domains.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import idna

from .clean import one_line
from .headers import decoded

MAX_ADDRESSES = 2_000
_TOKEN = re.compile(
    r'(?P<word>=\?[^?\s]{1,60}\?[bBqQ]\?[^?\s]{0,1000}\?=)|"(?P<quoted>(?:[^"\\]++|\\.){0,64}+)"|<(?P<angle>[^<>]{0,1000})>?'
    r"|(?P<mark>[,;:()])|(?P<atom>[^\s\",;:<>()]+)|(?P<space>\s+)|(?P<stray>.)",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Address:
    """One mailbox: display name as a person reads it, local part and domain as written."""

    name: str
    local: str
    domain: str

    @property
    def spec(self) -> str:
        """``local@domain`` as it was written."""
        return f"{self.local}@{self.domain}"

    @property
    def folded(self) -> str:
        """The form to compare by: see `fold`."""
        return fold(self.spec)


def parse(fields: Iterable[str], limit: int = MAX_ADDRESSES) -> tuple[Address, ...]:
    """All mailboxes of the given (undecoded) field values, in order, at most `limit`; what is no address is skipped."""
    found: list[Address] = []
    for value in fields:
        for address in _mailboxes(value):
            found.append(address)
            if len(found) == limit:
                return tuple(found)
    return tuple(found)


def of(text: str) -> Address | None:
    """The single address in `text` (an envelope address, a setting), or None."""
    found = parse([text], limit=2)
    return found[0] if len(found) == 1 else None


def fold(spec: str) -> str:
    """`spec` in the one form that equal addresses share: lower case, quotes undone, domain as A-labels."""
    local, at, domain = spec.strip().strip("<>").rpartition("@")
    if not at:
        return unicodedata.normalize("NFC", domain).lower()
    local = _unquoted(local)
    local = local if local.isascii() else unicodedata.normalize("NFC", local)
    return f"{local.lower()}@{fold_domain(domain)}"


@lru_cache(maxsize=4096)
def fold_domain(domain: str) -> str:
    """`domain` in lower case, without a root dot, as A-labels (``bücher.example`` → ``xn--bcher-kva.example``)."""
    domain = domain.strip().rstrip(".").lower()
    if domain.isascii():
        return domain
    try:
        return idna.encode(domain[:255], uts46=True).decode("ascii")
    except (idna.IDNAError, UnicodeError):
        return unicodedata.normalize("NFKC", domain).lower()


_SRS0 = re.compile(r"^srs0[=+-][^=]{1,20}=[^=]{1,10}=([^=]+)=(.+)$", re.IGNORECASE)
_SRS1 = re.compile(r"^srs1[=+-][^=]{1,20}=[^=]+==[^=]{1,20}=[^=]{1,10}=([^=]+)=(.+)$", re.IGNORECASE)
_BATV = re.compile(r"^(?:prvs|msprvs1|btv1)=+(?:[0-9a-z]{4,20}=)?=*([^=].*)$", re.IGNORECASE)
_BATV_REVERSED = re.compile(r"^(.+)/prvs=[0-9a-z]{4,20}$", re.IGNORECASE)


def unwrapped(spec: str) -> str:
    """`spec` without SRS and BATV wrapping: the address that a forwarder or a signer rewrote."""
    for _ in range(3):
        local, _, domain = spec.rpartition("@")
        if match := _SRS0.match(local) or _SRS1.match(local):
            spec = f"{match[2]}@{match[1]}"
        elif match := _BATV.match(local) or _BATV_REVERSED.match(local):
            spec = f"{match[1]}@{domain}"
        else:
            break
    return spec


def _mailboxes(value: str) -> Iterator[Address]:
    """Cut one field into mailboxes at commas, semicolons and group names."""
    words: list[str] = []
    spaced: list[bool] = []
    angle = comment = None
    depth, gap = 0, True
    for match in _TOKEN.finditer(value):
        kind, text = match.lastgroup, match[0]
        if kind == "mark" and text in "()":
            depth = max(0, depth + (1 if text == "(" else -1))
        elif depth:
            comment = (comment or "") + text if len(comment or "") < 200 else comment
        elif kind == "mark" and text == ":":
            words, spaced, angle = [], [], None
        elif kind == "mark":
            if address := _mailbox(words, spaced, angle, comment):
                yield address
            words, spaced, angle, comment, gap = [], [], None, None, True
        elif kind == "angle":
            if angle and "@" in angle and (address := _mailbox(words, spaced, angle, comment)):
                yield address  # no comma between two: a From with two addresses is nobody's
                words, spaced, comment = [], [], None
            angle = match["angle"]
        elif kind == "space":
            gap = True
        else:
            words.append(text)
            spaced.append(gap)
            gap = False
    if address := _mailbox(words, spaced, angle, comment):
        yield address


def _mailbox(words: list[str], spaced: list[bool], angle: str | None, comment: str | None) -> Address | None:
    if angle is not None and "@" in angle:
        return _address(" ".join(map(_unquoted, words)), angle)
    parts: list[str] = []
    for word, gap in zip(words[:100], spaced, strict=False):
        if parts and (not gap or word.startswith("@") or parts[-1].endswith("@")):
            parts[-1] += word
        else:
            parts.append(word)
    for position, part in enumerate(map(_unquoted, parts)):
        if "@" in part.strip("@"):
            name = " ".join(map(_unquoted, parts[:position] + parts[position + 1 :])) or comment or ""
            return _address(name, part)
    return None


def _address(name: str, spec: str) -> Address | None:
    spec = one_line(decoded(spec) if "=?" in spec else spec).removeprefix("mailto:")
    if spec.startswith("@") and ":" in spec:
        spec = spec.rpartition(":")[2]
    local, _, domain = spec.rpartition("@")
    local = _unquoted(local.strip()) if '"' in local else local.replace(" ", "")
    domain = domain.replace(" ", "").strip("<>.,;'\"")
    if not local or not domain or len(local) > 320 or len(domain) > 255:
        return None
    return Address(one_line(decoded(name), 200), local.strip("'"), domain)


def _unquoted(word: str) -> str:
    """The content of a quoted string (RFC 5322 §3.2.4), or `word` as it stands."""
    if len(word) > 1 and word[0] == word[-1] == '"':
        return re.sub(r"\\(.)", r"\1", word[1:-1])
    return word
