"""What each kind of row has to tell."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import models

from config.trace.moments import Moment, link_to
from inbound.models import Intake, ReceivedEmail
from notifications.models import Hold, Instruction, Notification, OutgoingEmail, Review
from worker.models import Job

_A_TICK = timedelta(microseconds=1)
"""What is written in one transaction has one time; a tick keeps cause before effect."""


def intake(row: Intake) -> Iterator[Moment]:
    of, link = f"mail {row.pk}", link_to(row)
    way = " ".join(word for word in (row.remote_ip, f"({row.helo})" if row.helo else "") if word)
    came = f"accepted at the door {row.get_ingress_display()} for {row.recipient}"
    came += f", from {row.sender or '<> (no envelope sender)'}" + (f", over {way}" if way else "")
    came += f", connection {row.connection}" if row.connection else ""
    named = f"Message-ID {row.message_id}" if row.message_id else "no Message-ID"
    size = f", {row.raw.size:,} octets" if row.raw else ", its bytes are not kept any more"
    yield Moment(
        row.received_at, of, came, link, detail=named + size + (f", {row.source_key}" if row.source_key else "")
    )
    for delivery in row.deliveries:
        where = f"{delivery.get('sender') or '<>'} over {delivery.get('ip') or 'an unknown way'}"
        where += f", connection {delivery['connection']}" if delivery.get("connection") else ""
        yield Moment(row.received_at + _A_TICK, of, f"the same mail was delivered once more, by {where}", link)
    if row.redriven_at:
        yield Moment(row.redriven_at, of, "started afresh", link)
    if row.approved_at:
        yield Moment(row.approved_at, of, f"approved by {row.approved_by}", link)
    if row.state != Intake.State.ACCEPTED:
        yield _ended(row, end_of(row))
    yield from operators(row, of)


def _ended(row: Intake, at: datetime) -> Moment:
    text = f"{row.state}: {row.reason}" + (f", {row.detail}" if row.detail else "")
    bad = row.state in (Intake.State.FAILED, Intake.State.REJECTED)
    return Moment(at, f"mail {row.pk}", text, link_to(row), bad, str(row.verdicts or ""))


def end_of(row: Intake) -> datetime:
    """When its state was written: with its job, where it ended by one. Quarantine and hold have no end of their own."""
    job = Job.objects.filter(pk=row.job_id or 0).first()
    of_job = (job and (job.failed_at or job.completed_at)) or None
    if row.ended_at and of_job:
        return min(row.ended_at, of_job)
    return row.ended_at or of_job or row.redriven_at or row.received_at


def read_at(row: Intake) -> datetime:
    """Between the claim of its job and all that came of it: what that wrote has times before the end of the job."""
    job, end = Job.objects.filter(pk=row.job_id or 0).first(), end_of(row) - _A_TICK
    return min(job.started_at + _A_TICK, end) if job and job.started_at else end


def email(row: ReceivedEmail, at: datetime) -> Iterator[Moment]:
    text = f"read as {row.kind} mail for the mailbox {row.mailbox}, from {row.from_address or 'nobody'}: {row.subject}"
    said = f" and understood as {row.classification}" if row.classification else ""
    warned = f" ({', '.join(map(str, row.warnings))})" if row.warnings else ""
    yield Moment(at, "reading", text + said + warned, link_to(row), detail=row.text[:2000])


def job(row: Job) -> Iterator[Moment]:
    of, link = f"job {row.pk}", link_to(row)
    asked = f", in the web request {row.payload['request_id']}" if row.payload.get("request_id") else ""
    yield Moment(row.created_at + _A_TICK, of, f"{row.kind} queued in the lane {row.lane}{asked}", link)
    for entry in row.errors:
        at = datetime.fromtimestamp(float(entry.get("time") or 0), UTC)
        attempt = f"attempt {entry['attempt']} failed: " if entry.get("attempt") else ""
        text = attempt + str(entry.get("exception") or entry.get("note") or "")
        yield Moment(at, of, text, link, bool(attempt), str(entry.get("traceback") or ""))
    if row.started_at:
        yield Moment(row.started_at, of, f"attempt {row.attempt} of {row.max_attempts} claimed", link)
    if row.completed_at:
        yield Moment(row.completed_at + 2 * _A_TICK, of, "completed", link)
    if row.failed_at:
        yield Moment(row.failed_at + 2 * _A_TICK, of, "failed for good", link, is_bad=True)
    if row.state == "pending":
        due = max(row.run_at, row.created_at + 2 * _A_TICK)
        yield Moment(due, of, f"is due, attempt {row.attempt + 1} of {row.max_attempts}", link)


def outgoing(row: OutgoingEmail) -> Iterator[Moment]:
    of, link = f"outgoing mail {row.pk}", link_to(row)
    yield Moment(row.created_at + 3 * _A_TICK, of, f"{row.category} to {row.to} decided: {row.subject}", link)
    if row.sending_at and row.state != "queued":
        yield Moment(row.sending_at, of, "handed to the provider", link)
    handed = row.sending_at or row.created_at + 3 * _A_TICK
    end = max(row.sent_at or row.ended_at or handed, handed + _A_TICK)  # sent_at is when its job began
    if row.state == "sent":
        named = f"; the provider calls it {row.provider_id}" if row.provider_id else ""
        yield Moment(end, of, f"sent{named}", link)
    elif row.state != "queued":
        yield Moment(end, of, f"{row.state}: {row.reason}", link, is_bad=row.state in ("refused", "unknown"))
    for waiting in Job.objects.unfinished().filter(kind__startswith="send_", key=f"mail:{row.pk}"):
        yield from job(waiting)
    yield from operators(row, of)


def notification(row: Notification) -> Iterator[Moment]:
    of, link = f"notification {row.pk}", link_to(row)
    yield Moment(row.created_at, of, f"{row.category} for {row.member.email} about “{row.proposal}”", link)
    if row.sent_at:
        yield Moment(row.sent_at, of, "sent", link)
    if row.ended_at:
        yield Moment(row.ended_at, of, f"{row.state} {row.reason}".strip(), link, is_bad=row.state == "failed")


def review(row: Review) -> Moment:
    text = f"rated {row.rating} via {row.via} by {row.reviewer or 'somebody who is gone'}"
    return Moment(row.changed_at + _A_TICK, f"review {row.pk}", text, link_to(row), detail=row.comment[:2000])


def instruction(row: Instruction) -> Iterator[Moment]:
    of, link = f"instruction {row.pk}", link_to(row)
    yield Moment(
        row.created_at + _A_TICK, of, "kept, to be posted in the proposal's thread", link, detail=row.text[:2000]
    )
    if row.posted_at:
        yield Moment(row.posted_at, of, "posted", link)
    elif row.state == Instruction.State.FAILED:
        yield Moment(row.created_at + 2 * _A_TICK, of, f"could not be posted: {row.reason}", link, is_bad=True)


def hold(row: Hold) -> Iterator[Moment]:
    of, link = f"hold {row.pk}", link_to(row)
    yield Moment(row.created_at, of, "waits for a person: " + " ".join(map(str, row.reasons)), link)
    if row.notified_at:
        yield Moment(row.notified_at, of, f"{row.reviewer or 'the reviewer'} was told", link)
    if row.resolved_at:
        by = f" by {row.resolved_by}" if row.resolved_by else ""
        yield Moment(row.resolved_at, of, f"{row.state} by {row.via}{by}", link)


def operators(row: models.Model, of: str) -> Iterator[Moment]:
    """What operators did to it in the admin."""
    kind = ContentType.objects.get_for_model(row)
    for entry in LogEntry.objects.filter(content_type=kind, object_id=str(row.pk)).select_related("user"):
        yield Moment(entry.action_time, of, f"{entry.user}: {entry.get_change_message()}", link_to(row))
