"""S3 objects that could not be taken in: counted, and at last quarantined beside the mails."""

import hashlib
from datetime import datetime
from typing import Final

from django.db import connection

from inbound.models import Intake, ObjectTrouble

TRIES: Final = 3


def count(key: str, error: str) -> bool:
    """One failure more; whether it was one too many."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            INSERT INTO inbound_objecttrouble AS t (key, failures, last_error) VALUES (%s, 1, %s)
            ON CONFLICT (key) DO UPDATE SET failures = t.failures + 1, last_error = excluded.last_error, last_at = now()
            RETURNING failures""",
            [key, error[:2000].replace("\0", "\ufffd")],
        )
        [failures] = cursor.fetchone()
    return bool(failures >= TRIES)


def forget(key: str) -> None:
    ObjectTrouble.objects.filter(key=key).delete()


def quarantine(key: str, error: str, *, arrived_at: datetime) -> None:
    """Its row among the failed mails, without bytes: those are in failed/."""
    digest = hashlib.sha256(b"s3 object\0" + key.encode("utf-8", "replace")).digest()
    Intake.objects.get_or_create(
        dedup_key=digest,
        defaults={
            "recipient": "",
            "content_hash": digest,
            "ingress": Intake.Ingress.S3,
            "source_key": key,
            "state": Intake.State.FAILED,
            "reason": "s3-object",
            "detail": error[:2000].replace("\0", "\ufffd"),
            "received_at": arrived_at,
        },
    )
