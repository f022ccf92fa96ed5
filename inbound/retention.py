"""What is kept, and for how long.

bodies   72 hours after they were last needed; never while an intake is accepted, held or failed, or while an
         instruction that came in one is not posted yet
keys     30 days after an intake has ended: senders retry for five days, undeletable S3 objects come round for longer
failed   until somebody dismisses it
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import connection, transaction

from inbound.models import Intake, ObjectTrouble

BODIES: Final = timedelta(hours=72)
KEYS: Final = timedelta(days=30)
BATCH: Final = 500

_CANDIDATES = """
SELECT sha256 FROM inbound_rawmessage WHERE stored_at < %s AND sha256 > %s
ORDER BY sha256 LIMIT %s FOR UPDATE SKIP LOCKED"""
_DELETE = """
DELETE FROM inbound_rawmessage AS raw WHERE sha256 = ANY(%s)
    AND NOT EXISTS (
        SELECT FROM inbound_intake AS i WHERE i.raw_id = raw.sha256 AND i.state IN ('accepted', 'held', 'failed'))
    AND NOT EXISTS (
        SELECT FROM inbound_intake AS i
        JOIN inbound_receivedemail AS e ON e.intake_id = i.id
        JOIN notifications_notification AS n ON n.id = e.notification_id
        JOIN notifications_instruction AS s
            ON s.proposal_id = n.proposal_id AND s.agent_id = n.agent_id AND s.state = 'pending'
        WHERE i.raw_id = raw.sha256)"""


def prune_bodies(*, now: datetime) -> int:
    """How many went. A body that an arrival needs at the same moment is locked by it, and stays or is stored again."""
    gone, last = 0, b""
    while True:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(_CANDIDATES, [now - BODIES, last, BATCH])
            digests = [bytes(digest) for (digest,) in cursor.fetchall()]
            if not digests:
                return gone
            # A statement of its own, so that it sees what those whose locks we waited for have committed.
            cursor.execute(_DELETE, [digests])
            gone += cursor.rowcount
            last = digests[-1]


def forget_keys(*, now: datetime) -> int:
    """Intakes that ended long ago. What was read in them stays."""
    gone = 0
    while ids := list(Intake.objects.filter(ended_at__lt=now - KEYS).values_list("pk", flat=True)[:BATCH]):
        with transaction.atomic():
            Intake.objects.filter(pk__in=ids).delete()
        gone += len(ids)
    ObjectTrouble.objects.filter(last_at__lt=now - KEYS).delete()
    return gone
