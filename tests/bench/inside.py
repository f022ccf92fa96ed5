"""`python -m tests.bench.inside WHAT …`: measures inside a process of ours; prints figures as JSON."""

import json
import resource
import statistics
import sys
import time
from collections.abc import Callable
from datetime import datetime

import django

django.setup()

from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.utils import timezone  # noqa: E402

from notifications import nudging  # noqa: E402
from onboarding.models import Member  # noqa: E402
from worker.broker import LedgerBroker  # noqa: E402
from worker.consumer import POLL, SLACK  # noqa: E402
from worker.ledger.claim import claim, connect, fresh_claim  # noqa: E402

COMPLETE = """
UPDATE worker_job SET state = 'completed', claim = NULL, worker = NULL, completed_at = now() WHERE id = ANY(%s)"""
PAGES = (
    "/admin/",
    "/admin/inbound/intake/",
    "/admin/inbound/intake/?state__exact=failed",
    "/admin/inbound/intake/?state__exact=processed",
    "/admin/inbound/receivedemail/",
    "/admin/worker/job/",
    "/admin/worker/job/?state__exact=failed",
    "/admin/worker/job/?lane=mail&state__exact=pending",
    "/admin/worker/job/?kind=send_email",
    "/admin/notifications/outgoingemail/",
    "/admin/notifications/notification/",
)


def claims(churned: str, measured: str) -> dict[str, float]:
    """`churned` jobs are claimed and completed in batches, then `measured` one by one, each claim timed, with the
    consumer's floor: carried from claim to claim, forgotten at each poll. Milliseconds, the mean and the worst."""
    process, floor, took = LedgerBroker(), None, list[float]()
    poll_at = time.monotonic() + POLL
    with connect() as conn:
        left = int(churned)
        while left > 0 or len(took) < int(measured):
            limit = 20 if left > 0 else 1
            begun = time.monotonic()
            if begun >= poll_at:
                poll_at, floor = begun + POLL, None
            jobs, last = claim(
                conn, fence=fresh_claim(), process=process, worker=1, kinds=["bench"], limit=limit, floor=floor
            )
            took += [(time.monotonic() - begun) * 1_000] if left <= 0 else []
            left -= limit
            assert last is not None, "there is nothing left to claim"
            floor = _floor(last)
            conn.execute(COMPLETE, [[job.id for job in jobs]])
    return {"claim": statistics.fmean(took), "p50": statistics.median(took), "worst": max(took)}


def _floor(last: datetime) -> datetime:
    return last - SLACK


def sweep() -> dict[str, float]:
    """Asks whoever is due: seconds, and by how many MB the process has grown at its highest."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    before, begun = _highest(), time.monotonic()
    asked = nudging.ask_about_proposals(now=timezone.now())
    return {"seconds": time.monotonic() - begun, "grown": _highest() - before, "asked": asked}


def _highest() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def pages() -> dict[str, float]:
    """The slowest page's database time in ms, after one visit that warms caches; and how many queries the most took."""
    client = Client()
    client.force_login(Member.objects.create_superuser(f"reader-{time.time_ns()}@bench.example", "pw"))
    took: dict[str, float] = {}
    most = 0
    for page in PAGES:
        assert client.get(page).status_code == 200, page
        with CaptureQueriesContext(connection) as queries:
            client.get(page)
        took[page] = sum(float(query["time"]) for query in queries.captured_queries) * 1_000
        most = max(most, len(queries))
    slowest = max(took, key=lambda page: took[page])
    print(f"slowest: {slowest}", file=sys.stderr)
    return {"slowest": took[slowest], "dashboard": took["/admin/"], "most queries": most}


if __name__ == "__main__":
    known: dict[str, Callable[..., dict[str, float]]] = {"claims": claims, "sweep": sweep, "pages": pages}
    print(json.dumps(known[sys.argv[1]](*sys.argv[2:])))
