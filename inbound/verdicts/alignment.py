"""Whose mail is it? Relaxed alignment (RFC 7489 section 3.1): the same organisational domain. Pure."""

from functools import cache
from typing import Final

from publicsuffixlist import PublicSuffixList

from inbound.reading.addresses import fold_domain

NONE: Final = ""


def organisational(domain: str) -> str:
    """`cs.univ.example` → `univ.example`, by the public suffix list; a public suffix itself has none."""
    return _suffixes().privatesuffix(fold_domain(domain)) or NONE


def is_aligned(domain: str, author_domain: str) -> bool:
    mine = organisational(domain)
    return domain != NONE and (
        fold_domain(domain) == fold_domain(author_domain) or (mine != NONE and mine == organisational(author_domain))
    )


@cache
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList()
