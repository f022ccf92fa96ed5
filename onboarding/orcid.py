"""ORCID iDs: 16 characters in four groups, the last one a check character (ISO 7064 MOD 11-2). Pure.

https://support.orcid.org/hc/en-us/articles/360006897674-Structure-of-the-ORCID-Identifier
"""

import re

_SHAPE = re.compile(r"(?:https?://orcid\.org/)?(\d{4})-?(\d{4})-?(\d{4})-?(\d{3}[\dX])/?", re.IGNORECASE)


class NotAnOrcid(ValueError):
    """An ORCID iD looks like 0000-0002-1825-0097, and its last character must match the others."""


def normalised(text: str) -> str:
    """`0000-0002-1825-0097` from any usual way to write it (as a URL, without hyphens); raises NotAnOrcid."""
    match = _SHAPE.fullmatch(text.strip())
    if match is None:
        raise NotAnOrcid(NotAnOrcid.__doc__)
    groups = [group.upper() for group in match.groups()]
    digits = "".join(groups)
    if check_character(digits[:15]) != digits[15]:
        raise NotAnOrcid(NotAnOrcid.__doc__)
    return "-".join(groups)


def check_character(digits: str) -> str:
    total = 0
    for digit in digits:
        total = (total + int(digit)) * 2
    remainder = (12 - total % 11) % 11
    return "X" if remainder == 10 else str(remainder)
