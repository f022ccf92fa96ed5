"""What has to be so before mail is taken in: each was missing once in some system, and cost people their answers."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from django.db import DatabaseError, connection, transaction

from inbound.bucket import Bucket
from inbound.classify import seam
from inbound.models import Intake
from inbound.reading import charsets
from worker.steps import Result, failed, passed, step

_BUG = "Report this: it cannot happen."


@step("charset-fallback", "A mail with a charset that nobody knows is read all the same")
def charset_fallback() -> Result:
    for label in ("x-unknown", "iso-8859-8-i", "utf-8\0", "base64"):
        text, _ = charsets.decode("drei, prima: größer".encode(), label)
        if "drei" not in text:
            return failed(f"{label!r} loses the text", fix=_BUG)
    return passed("unknown, misspelt and dangerous labels lose nothing")


@step("rating-coercion", "A rating is understood however a classifier writes it")
def rating_coercion() -> Result:
    good: tuple[object, ...] = ("3", " 3 ", 3.0, "3.0", "3/4", 3)
    for written in good:
        if seam.rating(written) != 3:
            return failed(f"{written!r} is not read as 3", fix=_BUG)
    bad: tuple[object, ...] = (True, 2.5, "abc", None, 7, [])
    if any(seam.rating(written) is not None for written in bad):
        return failed("what is no rating is read as one", fix=_BUG)
    return passed("numbers, texts and fractions")


class _TwoPages:
    """An S3 that has more than one page."""

    def list_objects_v2(self, **question: Any) -> dict[str, Any]:
        number = int(question.get("ContinuationToken", 0))
        entry = {"Key": f"inbound/{number}", "Size": 1, "LastModified": datetime.now(UTC)}
        return {"Contents": [entry], "IsTruncated": number < 2, "NextContinuationToken": str(number + 1)}


@step("pagination", "All pages of the bucket's listing are read")
def pagination() -> Result:
    client: Any = _TwoPages()
    found: Iterator[Any] = Bucket(client).listing()
    count = sum(1 for _ in found)
    return passed("also what comes late in the alphabet") if count == 3 else failed(f"{count} of 3 pages", fix=_BUG)


@step("quarantine", "What fails can be put into quarantine")
def quarantine() -> Result:
    try:
        with transaction.atomic():
            Intake.objects.create(
                recipient="nobody", content_hash=b"\0" * 32, dedup_key=b"\0" * 32, ingress="pipe", state="failed"
            )
            transaction.set_rollback(True)
    except DatabaseError as error:
        return failed(str(error).strip(), fix=f"GRANT INSERT ON inbound_intake TO {connection.settings_dict['USER']}")
    return passed("inbound_intake takes rows")
