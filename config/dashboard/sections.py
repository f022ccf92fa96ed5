"""The tables of the dashboard. A figure is a link to the list that it counts."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from django.urls import reverse

from config import minutes
from config.dashboard.lists import listed
from inbound import figures as inbound
from notifications import figures as notifications
from onboarding import figures as onboarding
from worker import figures as worker
from worker import health
from worker.figures import MOST


@dataclass(frozen=True, slots=True)
class Cell:
    text: str
    link: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """The first cell names the row. `tone`: bad, or nothing."""

    cells: list[Cell]
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
    doors, held = inbound.accepted(), inbound.held()
    waiting = inbound.waiting(doors)
    link, tone = listed("inbound_intake", state="accepted"), "bad" if waiting.oldest > 60 else ""
    oldest = age(waiting.oldest) if waiting.count else "–"
    rows = [Row(linked(link, "accepted, waiting", shown(waiting.count), oldest), tone)]
    rows += [
        Row(linked(f"{link}&ingress__exact={door}", f"by {door}", shown(each.count), age(each.oldest)))
        for door, each in doors.items()
    ]
    rows += [
        Row(linked(listed("inbound_intake", state="held", reason=reason), f"held: {reason}", shown(count), ""))
        for reason, count in held.items()
    ]
    return Section(
        "mail-in", "Mail in", ["state", "mails", "oldest"], rows, listed("inbound_intake"), is_bad=bool(tone)
    )


def quarantine() -> Section:
    reasons = inbound.quarantined()
    rows = [
        Row(linked(listed("inbound_intake", state="failed", reason=reason), reason or "(none)", shown(count)), "bad")
        for reason, count in reasons.items()
    ]
    link = listed("inbound_intake", state="failed")
    return _counted("quarantine", "Quarantine", "reason", rows, reasons.values(), link)


def failed_jobs() -> Section:
    failed = worker.failed()
    rows = [
        Row(linked(listed("worker_job", state="failed", kind=kind), kind, shown(count)), "bad")
        for kind, count in failed.items()
    ]
    return _counted("failed-jobs", "Failed jobs", "kind", rows, failed.values(), listed("worker_job", state="failed"))


def lanes(*, now: datetime) -> Section:
    rates = minutes.rates("jobs", now=now)
    rows = [_lane(lane, rates.get(lane.name, 0), now=now) for lane in worker.lanes()]
    columns = ["lane", "due", "oldest", "running", "ended a minute", "workers", ""]
    return Section("lanes", "Lanes", columns, rows, listed("worker_job"), is_bad=any(row.tone for row in rows))


def _lane(lane: worker.Lane, rate: float, *, now: datetime) -> Row:
    bad = bool(lane.paused_by) or not lane.workers or (lane.due > 0 and lane.oldest > 60)
    due = listed("worker_job", lane=lane.name, state="pending", run_at__lte=now)
    ended = listed("worker_job", lane=lane.name, state="completed", completed_at__gte=now - minutes.KEEP)
    cells = [
        Cell(lane.name, listed("worker_job", lane=lane.name)),
        *linked(due, shown(lane.due), age(lane.oldest) if lane.due else "–"),
        Cell(f"{lane.running:,}", listed("worker_job", lane=lane.name, state="running")),
        Cell(f"{rate:.1f}", ended),
        Cell(f"{lane.workers}", listed("worker_workerprocess")),
        Cell(f"paused by {lane.paused_by}: {lane.paused_reason}".rstrip(": ") if lane.paused_by else ""),
    ]
    return Row(cells, "bad" if bad else "", lane=lane.name, is_paused=bool(lane.paused_by))


def processes() -> Section:
    found, late = worker.processes(), health.look().late_sweeps
    rows = [
        Row(
            [
                Cell(one.name, reverse("admin:worker_workerprocess_change", args=[one.id])),
                Cell(one.lanes),
                Cell(f"{one.threads}"),
                Cell(age(one.beat_age)),
            ],
            "bad" if one.beat_age > 10 else "",
        )
        for one in found
    ]
    rows += [Row(linked(listed("worker_sweep"), f"the sweep {name} is late", "", "", ""), "bad") for name in late]
    rows.append(Row(linked(listed("worker_writerslot"), "writer slots free", f"{worker.slots_free()}", "", "")))
    columns, link = ["process", "lanes", "threads", "last beat"], listed("worker_workerprocess")
    return Section("workers", "Workers and slots", columns, rows, link, is_bad=not found or bool(late))


def mail_out() -> Section:
    unsettled = {mails.state: mails for mails in notifications.unsettled()}
    rows = []
    for state, count in notifications.newest().items():
        waiting = unsettled.get(state)
        number, oldest = (waiting.count, waiting.oldest) if waiting else (count, 0.0)
        tone = "bad" if state in ("refused", "unknown") or oldest > 900 else ""
        link = listed("notifications_outgoingemail", state=state)
        rows.append(Row(linked(link, state, shown(number), age(oldest) if waiting else ""), tone))
    away = notifications.outage()
    if away is not None:
        link = listed("notifications_outgoingemail", state="queued")
        rows.insert(0, Row(linked(link, f"the provider is away: {away[0]}", "", age(away[1])), "bad"))
    title, link = f"Mail out (of the newest {MOST:,})", listed("notifications_outgoingemail")
    return Section("mail-out", title, ["outcome", "mails", "oldest"], rows, link, is_bad=away is not None)


def rungs() -> Section:
    found = notifications.rungs()
    order = ["daily", "twice_weekly", "weekly", "biweekly", "monthly", "off"]
    rows = [_rung(rung, *found[rung]) for rung in order if rung in found]
    link = listed("notifications_preference", category="proposal_review")
    return Section("ladder", "The ladder, for proposals", ["rung", "members", "paused"], rows, link)


def _rung(rung: str, members: int, paused: int) -> Row:
    link = listed("notifications_preference", category="proposal_review", frequency=rung)
    paused_ = Cell(shown(paused), f"{link}&paused_by_system__exact=1") if paused else Cell("")
    return Row([*linked(link, rung.replace("_", " "), shown(members)), paused_])


def holds() -> Section:
    found = notifications.holds()
    link = listed("notifications_hold", state="pending")
    rows = [
        Row(linked(f"{link}&direction__exact={way}", {"in": "incoming", "out": "outgoing"}[way], shown(count)))
        for way, count in found.items()
    ]
    return Section("holds", "Holds waiting", ["direction", "mails"], rows, link, total=shown(sum(found.values())))


def signups() -> Section:
    count = onboarding.stuck()
    link = listed("onboarding_stucksignup")
    rows = [Row(linked(link, "would not go on by themselves", shown(count)), "bad")] if count else []
    return Section("signups", "Stuck signups", ["", "members"], rows, link, "None, as it should be.", is_bad=count > 0)


def _counted(id: str, title: str, column: str, rows: list[Row], counts: Iterable[int], link: str) -> Section:
    total = sum(counts)
    return Section(id, title, [column, "how many"], rows, link, "None.", shown(total), total > 0)


def linked(link: str, *texts: str) -> list[Cell]:
    """Cells that all lead to the same list."""
    return [Cell(text, link if text else "") for text in texts]


def shown(count: int) -> str:
    return f"{count:,}+" if count >= MOST else f"{count:,}"


def age(seconds: float) -> str:
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"
