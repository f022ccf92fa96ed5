"""The S3 door: SES puts mail into a bucket, and we collect it from there (every 60 s, or `manage.py poll_s3`).

list all pages, keep the oldest → read → accept → and only then delete. An object that is still there after a crash is
known by its key and its content, and has no second effect. Trouble is told apart:

    of the object      counted in the database; the third time it is copied to failed/ with the reason and quarantined
    of the database    the poll ends, nothing is counted
    of S3              the poll ends, nothing is counted
    of the deletes     the poll ends, loudly: what cannot be deleted would come round for ever
"""

import heapq
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import InterfaceError, OperationalError

from inbound import intake, reading, strays
from inbound.arrival import Arrival
from inbound.bucket import Bucket, Found, S3Trouble
from inbound.models import Intake
from inbound.reading import routing
from inbound.verdicts import border
from notifications import aws

log = logging.getLogger(__name__)

MOST_AT_ONCE: Final = 500
DELETES_THAT_FAIL: Final = 3


class DeletesFail(Exception):
    """Mail was accepted, but its objects cannot be deleted: see to s3:DeleteObject on the bucket."""


@dataclass(slots=True)
class Summary:
    accepted: int = 0
    known: int = 0
    gone: int = 0
    failed: int = 0
    quarantined: int = 0

    def __str__(self) -> str:
        return (
            f"{self.accepted} accepted, {self.known} known already, {self.gone} gone, "
            f"{self.failed} failed, {self.quarantined} quarantined"
        )


def poll(*, most: int = MOST_AT_ONCE) -> Summary:
    """Takes in the oldest objects. Raises S3Trouble, DeletesFail, or what the database raised."""
    bucket = Bucket(aws.client("s3"))
    summary = Summary()
    undeletable = 0
    for found in oldest(bucket.listing(), most):
        if not _take(bucket, found, summary):
            continue
        if bucket.delete(found.key):
            undeletable = 0
            continue
        undeletable += 1
        if undeletable >= DELETES_THAT_FAIL:
            raise DeletesFail(f"{DELETES_THAT_FAIL} objects in a row could not be deleted, the last: {found.key}")
    return summary


def take_one(key: str, *, size: int, arrived_at: datetime) -> Summary:
    """One object that a notification named, at once; the same as when a poll finds it."""
    bucket, summary = Bucket(aws.client("s3")), Summary()
    if _take(bucket, Found(arrived_at, key, size), summary):
        bucket.delete(key)
    return summary


def oldest(listing: Iterator[Found], most: int) -> list[Found]:
    """The `most` oldest of any number, in the memory of `most`; a key that is listed twice counts once."""
    heap: list[tuple[float, str, Found]] = []
    keys: set[str] = set()
    for found in listing:
        if found.key in keys:
            continue
        keys.add(found.key)
        heapq.heappush(heap, (-found.arrived_at.timestamp(), found.key, found))
        if len(heap) > most:
            keys.discard(heapq.heappop(heap)[1])
    return sorted(found for _, _, found in heap)


def _take(bucket: Bucket, found: Found, summary: Summary) -> bool:
    """Whether the object is done with, and may be deleted."""
    if Intake.objects.filter(source_key=found.key).exists():
        summary.known += 1
        return True
    try:
        raw = bucket.read(found)
        if raw is None:
            summary.gone += 1
            return False
        intake.accept([_arrival(found, raw)])
    except (OperationalError, InterfaceError, S3Trouble):
        raise
    except Exception as error:
        return _count(bucket, found, error, summary)
    strays.forget(found.key)
    summary.accepted += 1
    return True


def _count(bucket: Bucket, found: Found, error: Exception, summary: Summary) -> bool:
    reason = f"{type(error).__name__}: {error}"
    log.warning("the object %s failed: %s", found.key, reason)
    if not strays.count(found.key, reason):
        summary.failed += 1
        return False
    if not bucket.copy_to_failed(found.key, reason):
        summary.failed += 1
        return False
    strays.quarantine(found.key, reason, arrived_at=found.arrived_at)
    summary.quarantined += 1
    return True


def _arrival(found: Found, raw: bytes) -> Arrival:
    return Arrival(
        raw=raw,
        recipients=_recipients(raw),
        ingress=Intake.Ingress.S3,
        source_key=found.key,
        auth_results=border.topmost(raw),
        arrived_at=found.arrived_at,
    )


def _recipients(raw: bytes) -> tuple[str, ...]:
    """Ours among those whom the header names; S3 has no envelope. At least one, since nothing is dropped."""
    try:
        named = routing.recipients(reading.read(raw))
        ours = [each.address for each in named if each.address.rpartition("@")[2] == settings.INBOUND_DOMAIN]
    except reading.Unreadable:
        ours = []
    return tuple(ours[:100]) or (f"undisclosed@{settings.INBOUND_DOMAIN}",)
