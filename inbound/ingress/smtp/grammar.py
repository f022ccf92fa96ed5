"""Paths and parameters of MAIL and RCPT: RFC 5321 section 4.1.2, RFC 6531 section 3.3 for UTF-8.

Wider than the RFC where real senders are (`a..b@`, `abc.@`, a space after the colon), never where that is ambiguous.
"""

import re
from functools import lru_cache

_ATEXT = r"A-Za-z0-9!#$%&'*+/=?^_`{|}~\-\u00a0-\U0010ffff"
_LOCAL = rf"[{_ATEXT}.]++"
_QUOTED = r'"(?:[ !#-\[\]-~\u00a0-\U0010ffff]|\\[ -~])*+"'
_LABEL = r"[A-Za-z0-9_\u00a0-\U0010ffff](?:[A-Za-z0-9_\-\u00a0-\U0010ffff]*+)"
_DOMAIN = rf"{_LABEL}(?:\.{_LABEL})*+"
_LITERAL = r"\[[!-Z^-~]{1,250}\]"
_ROUTE = rf"(?:@{_DOMAIN}(?:,@{_DOMAIN})*+:)?"
_PATH = re.compile(rf"<{_ROUTE}(?:(?P<local>{_LOCAL}|{_QUOTED})(?:@(?P<domain>{_DOMAIN}|{_LITERAL})\.?)?)?>")
_PARAMETER = re.compile(r"([A-Za-z0-9][A-Za-z0-9\-]*)(?:=([!-<>-~\u00a0-\U0010ffff]+))?")
_ESCAPE = re.compile(r"\\(.)")

MAX_LOCAL, MAX_DOMAIN = 256, 255  # the RFC's 64 is too little for SRS and BATV in the wild


class Malformed(ValueError):
    """Not a path and parameters as RFC 5321 writes them."""


@lru_cache(maxsize=4096)
def path(argument: bytes) -> tuple[str, dict[str, str]]:
    """`b"<Local@Example.ORG> SIZE=10"` as `("Local@example.org", {"SIZE": "10"})`; the null path is `""`.

    The domain is folded, a needless quoting of the local part undone, a source route dropped. Raises Malformed.
    """
    try:
        text = argument.decode()
    except UnicodeDecodeError:
        raise Malformed("the address is neither ASCII nor UTF-8") from None
    text = text.strip(" ")
    match = _PATH.match(text)
    if not match:
        raise Malformed("an address in angle brackets is expected, as in <name@example.org>")
    local, domain = match["local"] or "", (match["domain"] or "").lower()
    if len(local.encode()) > MAX_LOCAL or len(domain.encode()) > MAX_DOMAIN:
        raise Malformed("the address is too long")
    return _joined(_unquoted(local), domain), _parameters(text[match.end() :])


def _unquoted(local: str) -> str:
    if not local.startswith('"'):
        return local
    bare = _ESCAPE.sub(r"\1", local[1:-1])
    return bare if re.fullmatch(_LOCAL, bare) else local


def _joined(local: str, domain: str) -> str:
    return f"{local}@{domain}" if domain else local


def _parameters(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in text.split():
        match = _PARAMETER.fullmatch(word)
        if not match or match[1].upper() in found:
            raise Malformed(f"the parameter {word[:40]!a} is not understood")
        found[match[1].upper()] = match[2] or ""
    return found
