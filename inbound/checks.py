"""With mail taken in and a prerequisite missing, nothing starts: `manage.py check`, the edge and the S3 door refuse.

The steps themselves stand in the checklists (docs/inbound-email.md); those that need the database run where Django says
that it may be asked (`check --database default`, `migrate`) and at the doors, those that need S3 at the doors.
"""

from collections.abc import Sequence
from typing import Any, Final

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import InterfaceError, OperationalError, ProgrammingError

from inbound.checklist import bucket, prerequisites
from worker import checklist as ledger
from worker.steps import Result, Status

PURE: Final = {
    "inbound.E001": prerequisites.charset_fallback,
    "inbound.E002": prerequisites.rating_coercion,
    "inbound.E003": prerequisites.pagination,
}
WITH_DATABASE: Final = {
    "inbound.E004": prerequisites.quarantine,
    "inbound.E005": ledger.writer_slots,
}
WITH_S3: Final = {
    "inbound.E006": bucket.bucket_failed,
}


@register()
def prerequisites_in_code(**_: Any) -> list[CheckMessage]:
    return _errors(PURE) if settings.INBOUND_ENABLED else []


@register(Tags.database)
def prerequisites_in_database(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    try:
        return _errors(WITH_DATABASE) if settings.INBOUND_ENABLED and databases else []
    except ProgrammingError:  # `manage.py migrate` asks before it has made the tables
        return []


@register(deploy=True)
def senders_are_verified(**_: Any) -> list[CheckMessage]:
    if settings.INBOUND_ENABLED and not settings.VERIFY_SENDERS:
        hint = "Without it, anybody who knows a reply address may answer. HOLDFAST_VERIFY_SENDERS=on"
        return [Warning("HOLDFAST_VERIFY_SENDERS is off.", hint=hint, id="inbound.W001")]
    return []


def missing() -> list[CheckMessage]:
    """What a door asks before it opens. A database that is away is not a prerequisite that is missing: see S2."""
    found = _errors(PURE)
    try:
        found += _errors(WITH_DATABASE)
    except (OperationalError, InterfaceError):
        pass
    return found + (_errors(WITH_S3) if "s3" in settings.DOORS else [])


def _errors(steps: Any) -> list[CheckMessage]:
    results: list[tuple[str, Result]] = [(number, step()) for number, step in steps.items()]
    return [
        Error(f"Mail must not be taken in: {result.detail}", hint=result.fix, id=number)
        for number, result in results
        if result.status == Status.FAIL
    ]
