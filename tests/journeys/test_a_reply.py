"""A reply, from the SMTP session to the confirmation, through real processes."""

import smtplib
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection, transaction

from inbound.models import Intake, RawMessage
from notifications.models import Category, Notification, OutgoingEmail, Proposal, Review
from tests.journeys.conftest import Story
from tests.journeys.processes import edge, eventually, worker
from worker.models import Job

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(240)]


def sent(category: str) -> "list[OutgoingEmail]":
    return list(OutgoingEmail.objects.filter(category=category, state=OutgoingEmail.State.SENT))


def test_a_reply_over_smtp_becomes_a_review_and_is_confirmed(story: Story) -> None:
    one, _ = story.agents
    with (
        edge(story.env, story.directory) as client,
        worker(story.env, story.directory, "inbound,mail,notify:4") as process,
    ):
        eventually(lambda: len(sent(Category.PROPOSAL_REVIEW)) == 2, why=process.said)
        with client() as smtp:
            assert smtp.send_message(story.answer(one, "3, sounds great")) == {}
        [confirmation] = eventually(lambda: sent(Category.CONFIRMATION), why=process.said)
    review = Review.objects.get()
    assert (review.agent, review.rating, review.via, review.reviewer) == (one, 3, "email", one.owner)
    assert "sounds great" in review.comment
    assert confirmation.to == one.owner.email
    assert Intake.objects.get().state == Intake.State.PROCESSED
    assert Notification.objects.get(agent=one).state == Notification.State.RESPONDED
    written = list((story.directory / "var" / "mail").iterdir())
    assert any("Auto-Submitted: auto-replied" in path.read_text() for path in written)


def test_a_worker_killed_between_claim_and_commit_leaves_one_review(story: Story) -> None:
    """W3, W6: what it held is taken over, and what it had begun never counts."""
    one, _ = story.agents
    with edge(story.env, story.directory) as client:
        with client() as smtp:
            smtp.send_message(story.answer(one, "4 - let us start"))
        with transaction.atomic():
            Proposal.objects.select_for_update().get(pk=story.proposal.pk)  # what the answer will wait for
            with worker(story.env, story.directory, "inbound:2") as doomed:
                eventually(somebody_waits_for_us, why=doomed.said)
                job = Job.objects.get(kind="process_intake")
                assert job.state == "running"
        assert not Review.objects.exists()
        with worker(story.env, story.directory, "inbound,mail,notify:2") as heir:
            eventually(lambda: sent(Category.CONFIRMATION), within=90, why=heir.said)
    assert Review.objects.get().rating == 4
    assert len(sent(Category.CONFIRMATION)) == 1
    job.refresh_from_db()
    assert (job.state, job.attempt) == ("completed", 2)
    assert "lost" in str(job.errors)


def somebody_waits_for_us() -> bool:
    """pg_locks is live; pg_stat_activity would be a snapshot of our transaction's first look."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_locks WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid)) LIMIT 1")
        return cursor.fetchone() is not None


def test_when_the_insert_fails_the_client_hears_451_and_its_retry_is_stored_once(story: Story) -> None:
    """S1."""
    one, _ = story.agents
    message = story.answer(one, "2, not yet")
    with edge(story.env, story.directory) as client:
        with refused_by_the_database("inbound_intake"), client() as smtp, pytest.raises(smtplib.SMTPDataError) as no:
            smtp.send_message(message)
        assert no.value.smtp_code == 451
        assert b"Traceback" not in no.value.smtp_error
        assert not Intake.objects.exists()
        assert not RawMessage.objects.exists()
        with client() as smtp:
            smtp.send_message(message)
    assert Intake.objects.count() == 1
    assert Job.objects.filter(kind="process_intake").count() == 1


@contextmanager
def refused_by_the_database(table: str) -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'disk full'; END $$;"
            f"CREATE TRIGGER refuse BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION refuse()"
        )
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP FUNCTION refuse CASCADE")


def test_one_mail_for_two_recipients_is_two_intakes_and_one_body(story: Story) -> None:
    """S4."""
    one, other = story.agents
    addresses = [story.question(agent).reply_address or "" for agent in (one, other)]
    with edge(story.env, story.directory) as client, client() as smtp:
        smtp.send_message(story.answer(one, "3"), to_addrs=addresses)
    assert sorted(Intake.objects.values_list("recipient", flat=True)) == sorted(addresses)
    assert RawMessage.objects.count() == 1
