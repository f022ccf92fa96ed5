"""The Date field: kept as text, parsed where it can be believed. The server's clock is what counts."""

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

_FIRST_YEAR, _LAST_YEAR = 1970, 2200


def parse(text: str) -> datetime | None:
    """`text` as an aware UTC datetime, or None when it is missing, impossible or absurd (RFC 5322 §3.3, §4.3)."""
    if not text or len(text) > 200:
        return None
    try:
        moment = parsedate_to_datetime(text)
        moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, TypeError, IndexError, OverflowError, ArithmeticError):
        return None
    return moment if _FIRST_YEAR <= moment.year < _LAST_YEAR else None
