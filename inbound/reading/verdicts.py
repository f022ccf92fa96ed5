"""Authentication-Results, read so that only our own border can speak (RFC 8601).

A sender can write any such field, with our name in a comment, in a quoted string, or in full. So only the *topmost*
field counts, only when its authserv-id is exactly ours, and its grammar is read with comments and quoted strings taken
out first. A result that is given twice with different answers counts as the worse one.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from .addresses import fold_domain

MAX_FIELD = 20_000
_QUOTED = re.compile(r'"((?:[^"\\]|\\.){0,2000})"')
_RESULT = re.compile(r"^\s*([a-z][a-z0-9-]{0,30})(?:\s*/\s*\d+)?\s*=\s*([a-z]{1,20})\b", re.IGNORECASE)
_PROPERTY = re.compile(r"\b(smtp|header|body|policy)\s*\.\s*([a-z0-9_-]{1,30})\s*=\s*([^\s;]{1,500})", re.IGNORECASE)
_MARKS = re.compile(r'["()\\]')
"""Of comments, quoted strings and quoted pairs: most fields have none, and are read as they are."""
_VERSION = re.compile(r"^([^\s;]+)(?:\s+1)?$")
WORDS = ("pass", "none", "neutral", "policy", "temperror", "permerror", "softfail", "fail")
"""Result words, best first."""


@dataclass(frozen=True, slots=True)
class Result:
    """One resinfo: ``dkim=pass header.d=example.com``; properties are {"header.d": "example.com"}."""

    method: str
    word: str
    properties: dict[str, str] = field(default_factory=dict)

    @property
    def domain(self) -> str:
        """The domain that the result speaks of, folded, or an empty string."""
        for name in ("header.d", "header.from", "smtp.mailfrom", "header.i", "smtp.helo"):
            if value := self.properties.get(name):
                return fold_domain(value.rpartition("@")[2].strip("<>\"'"))
        return ""


@dataclass(frozen=True, slots=True)
class Verdicts:
    """What our border found. `trusted` is false when the topmost field is not ours: then nothing is known."""

    trusted: bool
    results: tuple[Result, ...] = ()

    def word(self, method: str) -> str:
        """The worst word given for `method` ("spf", "dkim", "dmarc"), or "none"."""
        words = [result.word for result in self.results if result.method == method]
        return max(words, key=WORDS.index) if words else "none"

    def passing(self, method: str) -> tuple[str, ...]:
        """The domains for which `method` passed."""
        return tuple(
            result.domain
            for result in self.results
            if result.method == method and result.word == "pass" and result.domain
        )


def judged(fields: Iterable[str], *, authserv_ids: Iterable[str]) -> Verdicts:
    """The verdicts in the topmost of `fields` (Authentication-Results values) when it is from one of `authserv_ids`."""
    top = next(iter(fields), None)
    if top is None:
        return Verdicts(trusted=False)
    named, results = parse(top)
    if not named or named not in {fold_domain(ours) for ours in authserv_ids}:
        return Verdicts(trusted=False)
    return Verdicts(trusted=True, results=results)


def parse(value: str) -> tuple[str, tuple[Result, ...]]:
    """The authserv-id (folded) and the results of one field value; comments and quoted strings cannot inject either."""
    strings: list[str] = []

    def shelve(match: re.Match[str]) -> str:
        strings.append(re.sub(r"\\(.)", r"\1", match[1]))
        return f"\x00{len(strings) - 1}\x00"

    bare = _without_comments(value[:MAX_FIELD].replace("\x00", ""), shelve)
    head, *infos = bare.split(";")
    match = _VERSION.match(head.strip())
    named = fold_domain(_restored(match[1], strings)) if match else ""
    return named, tuple(result for info in infos[:100] if (result := _result(info, strings)))


def authserv_id(value: str) -> str:
    """Who says that it has written this field (folded): the first half of what `parse` finds."""
    head = value[:MAX_FIELD].partition(";")[0].replace("\x00", "")
    if _MARKS.search(head):
        return parse(value)[0]
    match = _VERSION.match(head.strip())
    return fold_domain(match[1]) if match else ""


def _without_comments(value: str, shelve: Callable[[re.Match[str]], str]) -> str:
    """`value` without (nested) comments and with quoted strings shelved: what is inside one cannot open the other."""
    if not _MARKS.search(value):
        return value
    kept: list[str] = []
    depth = position = 0
    while position < len(value):
        char = value[position]
        if char == "\\":
            position += 2
            continue
        if depth == 0 and char == '"' and (match := _QUOTED.match(value, position)):
            kept.append(shelve(match))
            position = match.end()
            continue
        if char == "(":
            depth += 1
        elif char == ")":
            depth = max(0, depth - 1)
        elif depth == 0:
            kept.append(char)
        position += 1
    return "".join(kept)


def _result(info: str, strings: list[str]) -> Result | None:
    match = _RESULT.match(info)
    if match is None:
        return None
    word = match[2].lower()
    properties = {
        f"{kind.lower()}.{name.lower()}": _restored(content, strings)
        for kind, name, content in _PROPERTY.findall(info, match.end())
    }
    return Result(match[1].lower(), {"hardfail": "fail"}.get(word, word if word in WORDS else "permerror"), properties)


def _restored(content: str, strings: list[str]) -> str:
    return re.sub(r"\x00(\d+)\x00", lambda match: strings[int(match[1])], content) if strings else content
