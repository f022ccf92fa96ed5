"""SPF and DKIM as our own edge finds them."""

import logging
import warnings
from typing import Any, Final

import dkim

from inbound.verdicts import dns
from inbound.verdicts.dns import DnsTrouble

with warnings.catch_warnings():
    warnings.simplefilter("ignore", SyntaxWarning)  # an escape in one of its docstrings
    import spf

log = logging.getLogger(__name__)

MOST_SIGNATURES: Final = 5
MOST_OCTETS: Final = 10_000_000  # beyond that DKIM costs too much, and nobody answers a question so


def spf_result(*, remote_ip: str, sender: str, helo: str) -> tuple[str, str]:
    """The result's word and the domain it speaks of (of the envelope sender, else of HELO). Raises DnsTrouble."""
    domain = sender.rpartition("@")[2] or helo
    if not remote_ip or not domain:
        return "none", ""
    try:
        query = spf.query(i=remote_ip, s=sender or f"postmaster@{helo}", h=helo, timeout=10, querytime=20)
        word, _, explanation = query.check()
    except (UnicodeError, ValueError) as error:
        return "permerror", str(error)
    if word == "temperror":
        raise DnsTrouble(f"SPF of {domain}: {explanation}")
    return str(word), domain.lower()


def dkim_domains(raw: bytes) -> list[str]:
    """The domains whose signature is good, in the order of the signatures. Raises DnsTrouble when none is good and one
    could not be asked about."""
    if b"dkim-signature" not in raw[:200_000].lower() or len(raw) > MOST_OCTETS:
        return []
    good, trouble = [], None
    message = dkim.DKIM(raw, logger=None, minkey=1024, timeout=5, debug_content=False)
    count = sum(name.lower() == b"dkim-signature" for name, _ in message.headers)
    for number in range(min(count, MOST_SIGNATURES)):
        try:
            if message.verify(number, dnsfunc=_key):
                good.append(message.domain.decode("ascii", "replace").lower())
        except DnsTrouble as error:
            trouble = error
        except Exception as error:  # dkimpy raises many things on what is not quite a signature: it does not pass
            log.debug("a DKIM signature could not be checked: %s", error)
    if trouble and not good:
        raise trouble
    return good


def _key(name: bytes, timeout: int = 5) -> bytes | None:
    return next(iter(dns.texts(name.decode("ascii", "replace"))), None)


def _lookup(name: str, kind: str, *_: Any, **__: Any) -> list[tuple[tuple[str, str], Any]]:
    """pyspf's own question, put to our resolver: ((name, type), value) pairs."""
    try:
        found = dns.records(name, kind)
    except DnsTrouble as error:
        raise spf.TempError(str(error)) from error
    return [((name, kind), _value(record, kind)) for record in found]


def _value(record: Any, kind: str) -> Any:
    if kind in ("TXT", "SPF"):
        return tuple(record.strings)
    if kind == "MX":
        return (record.preference, record.exchange.to_text(omit_final_dot=True))
    return record.to_text().rstrip(".") if kind in ("PTR", "CNAME") else record.address


spf.DNSLookup = _lookup
