"""The tables of the dashboard. A figure is a link to the list that it counts."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from urllib.parse import urlencode

from django.urls import reverse

from config import minutes
from inbound import figures as inbound
from notifications import figures as notifications
from onboarding import figures as onboarding
from worker import figures as worker
from worker import health
from worker.figures import MOST


@dataclass(frozen=True, slots=True)
class Row:
    """`cells` are texts; the first names the row, and is a link. `tone`: good, bad, or nothing."""

    cells: list[str]
    link: str = ""
    tone: str = ""
    lane: str = ""
    is_paused: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    id: str
    title: str
    columns: list[str]
    rows: list[Row]
    link: str = ""
    empty: str = "Nothing."
    total: str = ""
    is_bad: bool = field(default=False)


def sections(*, now: datetime) -> list[Section]:
    return [
        mail_in(),
        quarantine(),
        failed_jobs(),
        lanes(now=now),
        processes(),
        mail_out(),
        rungs(),
        holds(),
        signups(),
    ]


def mail_in() -> Section:
    waiting, held = inbound.waiting(), inbound.held()
    rows = [
        Row(
            ["accepted, waiting", shown(waiting.count), age(waiting.oldest) if waiting.count else "–"],
            listed("inbound_intake", state="accepted"),
            "bad" if waiting.oldest > 60 else "",
        )
    ]
    rows += [
        Row([f"held: {reason}", shown(count), ""], listed("inbound_intake", state="held", reason=reason))
        for reason, count in held.items()
    ]
    link = listed("inbound_intake")
    return Section("mail-in", "Mail in", ["state", "mails", "oldest"], rows, link, is_bad=waiting.oldest > 60)


def quarantine() -> Section:
    reasons = inbound.quarantined()
    rows = [
        Row([reason or "(none)", shown(count)], listed("inbound_intake", state="failed", reason=reason), "bad")
        for reason, count in reasons.items()
    ]
    link = listed("inbound_intake", state="failed")
    return _counted("quarantine", "Quarantine", "reason", rows, reasons.values(), link)


def failed_jobs() -> Section:
    failed = worker.failed()
    rows = [
        Row([kind, shown(count)], listed("worker_job", state="failed", kind=kind), "bad")
        for kind, count in failed.items()
    ]
    return _counted("failed-jobs", "Failed jobs", "kind", rows, failed.values(), listed("worker_job", state="failed"))


def lanes(*, now: datetime) -> Section:
    rates = minutes.rates("jobs", now=now)
    rows = []
    for lane in worker.lanes():
        bad = bool(lane.paused_by) or not lane.workers or (lane.due > 0 and lane.oldest > 60)
        cells = [lane.name, shown(lane.due), age(lane.oldest) if lane.due else "–", f"{lane.running:,}"]
        cells += [f"{rates.get(lane.name, 0):.1f}", f"{lane.workers}"]
        cells += [f"paused by {lane.paused_by} {lane.paused_reason}".strip() if lane.paused_by else ""]
        link = listed("worker_job", lane=lane.name, state="pending")
        rows.append(Row(cells, link, "bad" if bad else "", lane=lane.name, is_paused=bool(lane.paused_by)))
    columns = ["lane", "due", "oldest", "running", "ended a minute", "workers", ""]
    return Section("lanes", "Lanes", columns, rows, listed("worker_job"), is_bad=any(row.tone for row in rows))


def processes() -> Section:
    found, late = worker.processes(), health.look().late_sweeps
    link = listed("worker_workerprocess")
    rows = [
        Row([one.name, one.lanes, str(one.threads), age(one.beat_age)], link, "bad" if one.beat_age > 10 else "")
        for one in found
    ]
    rows += [Row([f"the sweep {name} is late", "", "", ""], listed("worker_sweep"), "bad") for name in late]
    rows.append(Row(["writer slots free", str(worker.slots_free()), "", ""], listed("worker_writerslot")))
    columns = ["process", "lanes", "threads", "last beat"]
    return Section("workers", "Workers and slots", columns, rows, link, is_bad=not found or bool(late))


def mail_out() -> Section:
    unsettled = {mails.state: mails for mails in notifications.unsettled()}
    rows = []
    for state, count in notifications.newest().items():
        waiting = unsettled.get(state)
        number, oldest = (waiting.count, waiting.oldest) if waiting else (count, 0.0)
        tone = "bad" if state in ("refused", "unknown") or oldest > 900 else ""
        cells = [state, shown(number), age(oldest) if waiting else ""]
        rows.append(Row(cells, listed("notifications_outgoingemail", state=state), tone))
    away = notifications.outage()
    if away is not None:
        rows.insert(0, Row([f"the provider is away: {away[0]}", "", age(away[1])], tone="bad"))
    title, link = f"Mail out (of the newest {MOST:,})", listed("notifications_outgoingemail")
    return Section("mail-out", title, ["outcome", "mails", "oldest"], rows, link, is_bad=away is not None)


def rungs() -> Section:
    found = notifications.rungs()
    order = ["daily", "twice_weekly", "weekly", "biweekly", "monthly", "off"]
    rows = [
        Row(
            [rung.replace("_", " "), shown(found[rung][0]), shown(found[rung][1]) if found[rung][1] else ""],
            listed("notifications_preference", category="proposal_review", frequency=rung),
        )
        for rung in order
        if rung in found
    ]
    link = listed("notifications_preference")
    return Section("ladder", "The ladder, for proposals", ["rung", "members", "paused"], rows, link)


def holds() -> Section:
    found = notifications.holds()
    rows = [
        Row([{"in": "incoming", "out": "outgoing"}[way], shown(count)], listed("notifications_hold", state="pending"))
        for way, count in found.items()
    ]
    link = listed("notifications_hold", state="pending")
    return Section("holds", "Holds waiting", ["direction", "mails"], rows, link, total=shown(sum(found.values())))


def signups() -> Section:
    count = onboarding.stuck()
    link = listed("onboarding_stucksignup")
    rows = [Row(["would not go on by themselves", shown(count)], link, "bad")] if count else []
    return Section("signups", "Stuck signups", ["", "members"], rows, link, "None, as it should be.", is_bad=count > 0)


def _counted(id: str, title: str, column: str, rows: list[Row], counts: Iterable[int], link: str) -> Section:
    total = sum(counts)
    return Section(id, title, [column, "how many"], rows, link, "None.", shown(total), total > 0)


def listed(name: str, **filters: str) -> str:
    """The address of a list in the admin, filtered."""
    query = urlencode({key if key in OWN_FILTERS else f"{key}__exact": value for key, value in filters.items()})
    return reverse(f"admin:{name}_changelist") + (f"?{query}" if query else "")


OWN_FILTERS = {"kind", "lane"}
"""These are named as the admin's own filter classes name them: worker/admin/jobs.py."""


def shown(count: int) -> str:
    return f"{count:,}+" if count >= MOST else f"{count:,}"


def age(seconds: float) -> str:
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"
