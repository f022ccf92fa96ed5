"""Held mail: the reviewer is told without fail and once; one decision; what it frees goes out once."""

import re
import threading
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from pytest_django.fixtures import Settings

from notifications import agent_mail, checks, holds, idempotency
from notifications import events as told
from notifications.models import AgentMessage, Event, Hold, MailOutage, MailPolicy, OutgoingEmail
from tests import recipes
from tests.notifications.conftest import use_smtp
from tests.notifications.sink import Server, Sink
from worker.models import Job
from worker.testing import drain, hurry

pytestmark = pytest.mark.django_db(transaction=True)


def _now() -> datetime:
    return datetime.now(UTC)


def _submit(**more: Any) -> AgentMessage:
    agent = more.pop("agent", None) or recipes.agent.make(bot_name="Hedy")
    draft = agent_mail.Draft(**{"to": "guest@partner.example", "subject": "A question", "text": "May we?", **more})
    with transaction.atomic():
        return agent_mail.submit(agent, draft, now=_now())


def _hold() -> Hold:
    return Hold.objects.get()


def _path(sink: Sink) -> str:
    """The link as it stands in the reviewer's mail."""
    part = sink.got[0].get_body(("plain",))
    assert part is not None
    found = re.search(r"https?://[^/\s]+(/holds/\S+)", part.get_content())
    assert found
    return found[1]


def test_a_held_mail_its_hold_and_the_reviewers_mail_commit_together(sink: Sink) -> None:
    message = _submit()
    assert (message.state, _hold().state) == ("held", "pending")
    assert _hold().reviewer == message.agent.owner
    assert OutgoingEmail.objects.get().category == "hold_review"
    assert Job.objects.unfinished().get().kind == "send_email"
    assert _hold().notified_at is None
    drain("mail")
    assert sink.recipients == [message.agent.owner.email]
    assert _hold().notified_at is not None


def test_what_rolls_back_holds_nothing_and_tells_nobody(sink: Sink) -> None:
    agent = recipes.agent.make()
    with transaction.atomic():
        agent_mail.submit(agent, agent_mail.Draft("a@b.example", "Hi", "Hello"), now=_now())
        transaction.set_rollback(True)
    drain("mail")
    assert sink.got == []
    assert not Hold.objects.exists()
    assert not AgentMessage.objects.exists()


def test_an_agent_that_may_send_at_once_is_not_held(sink: Sink) -> None:
    agent = recipes.agent.make(bot_name="Hedy")
    MailPolicy.objects.create(agent=agent, outgoing="queue")
    message = _submit(agent=agent, in_reply_to="<1@partner.example>", html="<p>May we?</p>")
    drain("mail")
    assert not Hold.objects.exists()
    (mail,) = sink.got
    assert sink.recipients == ["guest@partner.example"]
    assert str(mail["From"]).startswith("Hedy <")
    assert mail["Reply-To"] == agent_mail.address_of(agent)
    assert mail["In-Reply-To"] == "<1@partner.example>"
    message.refresh_from_db()
    assert message.fate == "sent"


def test_the_link_in_the_mail_shows_on_get_and_sends_on_post_exactly_once(sink: Sink, client: Client) -> None:
    """N11: a scanner that follows the link decides nothing."""
    message = _submit()
    drain("mail")
    path = _path(sink)
    for _ in range(3):
        shown = client.get(path)
        assert shown.status_code == 200
        assert "May we?" in shown.content.decode()
    assert _hold().is_pending

    decided = Client(enforce_csrf_checks=True).post(path, {"decision": "approve"})
    assert decided.status_code == 200
    assert "on its way to guest@partner.example" in decided.content.decode()
    again = client.post(path, {"decision": "approve"})
    assert again.status_code == 409
    assert "approved" in again.content.decode()
    drain("mail")
    assert sink.recipients == [message.agent.owner.email, "guest@partner.example"]
    assert Event.objects.filter(kind="hold.resolved").count() == 1


def test_a_rejected_mail_is_never_sent(sink: Sink, client: Client) -> None:
    message = _submit()
    drain("mail")
    assert client.post(_path(sink), {"decision": "reject"}).status_code == 200
    assert client.post(_path(sink), {"decision": "approve"}).status_code == 409
    drain("mail")
    message.refresh_from_db()
    assert message.fate == "rejected"
    assert len(sink.got) == 1


@pytest.mark.parametrize("method", ["get", "post"])
def test_an_altered_link_is_400(method: str, client: Client) -> None:
    _submit()
    for token in (f"{_hold().pk}:AAAA", f"{_hold().pk}", "x", "9:8:7"):
        answer = getattr(client, method)(f"/holds/{token}/", {"decision": "approve"})
        assert answer.status_code == 400, token
        assert "does not work" in answer.content.decode()
    assert _hold().is_pending


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_link_whose_time_is_over_is_410(method: str, sink: Sink, client: Client) -> None:
    """I29: approve after expiry, before the sweep came by."""
    _submit()
    drain("mail")
    Hold.objects.update(expires_at=_now() - timedelta(seconds=1))
    answer = getattr(client, method)(_path(sink), {"decision": "approve"})
    assert answer.status_code == 410
    assert "Too late" in answer.content.decode()
    assert _hold().is_pending


def test_a_link_to_something_that_is_gone_is_410(sink: Sink, client: Client) -> None:
    _submit()
    drain("mail")
    path = _path(sink)
    Hold.objects.all().delete()
    assert client.get(path).status_code == 410


def test_a_post_without_a_decision_is_400_and_decides_nothing(sink: Sink, client: Client) -> None:
    _submit()
    drain("mail")
    assert client.post(_path(sink), {"decision": "maybe"}).status_code == 400
    assert _hold().is_pending


def test_approve_and_reject_at_once_have_one_outcome() -> None:
    """I29: sixteen threads, real transactions."""
    _submit()
    outcomes: list[str] = []
    barrier = threading.Barrier(16)

    def decide(outcome: str) -> None:
        held = _hold()
        barrier.wait()
        try:
            holds.decide(held, outcome, via="link", now=_now())
            outcomes.append(outcome)
        except holds.AlreadyResolved:
            pass
        finally:
            connection.close()

    threads = [threading.Thread(target=decide, args=(("approved", "rejected")[n % 2],)) for n in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(outcomes) == 1
    assert _hold().state == outcomes[0]
    queued = OutgoingEmail.objects.filter(category="agent_message").count()
    assert queued == (1 if outcomes == ["approved"] else 0)
    assert Event.objects.filter(kind="hold.resolved").count() == 1


@pytest.mark.parametrize("outcome", ["approved", "rejected"])
def test_a_hold_that_was_resolved_meanwhile_sends_its_reviewer_nothing(sink: Sink, outcome: str) -> None:
    """I30."""
    _submit()
    holds.decide(_hold(), outcome, via="admin", now=_now())
    drain("mail")
    assert [mail for mail in sink.got if "Approve" in str(mail["Subject"])] == []
    notice = OutgoingEmail.objects.get(category="hold_review")
    assert (notice.state, notice.reason) == ("dropped", f"it was {outcome} meanwhile")


def test_a_hold_that_is_gone_or_over_sends_its_reviewer_nothing(sink: Sink) -> None:
    """I30."""
    _submit()
    Hold.objects.all().delete()
    _submit()
    Hold.objects.update(expires_at=_now() - timedelta(seconds=1))
    drain("mail")
    assert sink.got == []


def test_a_reviewer_is_told_once_per_hold(sink: Sink) -> None:
    """I30: whatever runs again, the mail does not."""
    message = _submit()
    drain("mail")
    assert holds.reconcile() == 0
    with transaction.atomic():
        holds.hold(
            direction="out",
            subject_id=message.pk,
            agent=message.agent,
            reasons=[],
            sender="",
            recipient="",
            title="",
            text="",
            now=_now(),
        )
    drain("mail")
    assert len(sink.got) == 1


def test_a_refused_reviewers_mail_stops_and_says_why(sink: Sink) -> None:
    sink.rcpt_answers = ["550 no such person"]
    _submit()
    drain("mail")
    assert (holds.reconcile(), holds.reconcile()) == (0, 0)
    drain("mail")
    assert sink.got == []
    assert _hold().is_pending
    assert "550" in _hold().untellable


def test_an_outage_spends_none_of_the_attempts_to_tell_the_reviewer(settings: Settings) -> None:
    """N2, I30: the mail that was decided with the hold is the one that tells, and it tells once."""
    use_smtp(settings, 1)
    _submit()
    for _ in range(20):
        drain("mail")
        MailOutage.objects.update(until=_now() - timedelta(seconds=1))
        hurry()
        assert holds.reconcile() == 0
    job = Job.objects.get(kind="send_email")
    assert (job.state, job.attempt) == ("pending", 0)
    assert _hold().notified_at is None
    with Server() as server:
        use_smtp(settings, server.port)
        drain("mail")
        assert len(server.sink.got) == 1
    assert _hold().notified_at is not None
    assert OutgoingEmail.objects.count() == 1


def test_when_the_mails_job_is_used_up_by_temporary_refusals_the_reconciler_tells_all_the_same(sink: Sink) -> None:
    sink.rcpt_answers = ["451 try later"] * 12
    _submit()
    for _ in range(12):
        drain("mail")
        hurry()
    assert OutgoingEmail.objects.get().state == "refused"
    assert holds.reconcile() == 1
    assert holds.reconcile() == 0
    drain("mail")
    assert len(sink.got) == 1
    assert _hold().notified_at is not None


def test_without_a_base_url_it_is_held_without_a_mail_until_there_is_one(settings: Settings, sink: Sink) -> None:
    settings.BASE_URL = ""
    assert [warning.id for warning in checks.links()] == ["notifications.W003"]
    _submit()
    drain("mail")
    assert _hold().is_pending
    assert not OutgoingEmail.objects.exists()
    settings.BASE_URL = "https://holdfast.example"
    assert checks.links() == []
    assert holds.reconcile() == 1
    drain("mail")
    assert len(sink.got) == 1


def test_an_inactive_reviewer_is_not_mailed_and_the_admin_says_so(sink: Sink) -> None:
    _submit(agent=recipes.agent.make(owner=recipes.member.make(is_active=False)))
    drain("mail")
    assert sink.got == []
    assert "nobody to tell" in _hold().untellable


@pytest.mark.parametrize(("action", "outcome", "sent"), [("reject", "rejected", 0), ("approve", "approved", 1)])
def test_after_seven_days_it_is_decided_as_configured(
    settings: Settings, sink: Sink, action: str, outcome: str, sent: int
) -> None:
    settings.HOLD_EXPIRY = action
    _submit()
    assert holds.expire(now=_now() + timedelta(days=6, hours=23)) == 0
    assert holds.expire(now=_now() + timedelta(days=7, minutes=1)) == 1
    assert (_hold().state, _hold().via) == (outcome, "expiry")
    assert OutgoingEmail.objects.filter(category="agent_message").count() == sent


def test_one_hold_that_cannot_be_ended_delays_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """N1."""
    for _ in range(3):
        _submit()
    poison = Hold.objects.order_by("pk")[1].pk
    real = AgentMessage.leaves_hold

    def leaves(message: AgentMessage, new: Any) -> bool:
        if message.hold_id == poison:
            raise RuntimeError("poison")
        return real(message, new)

    monkeypatch.setattr(AgentMessage, "leaves_hold", leaves)
    assert holds.expire(now=_now() + timedelta(days=8)) == 2
    assert list(Hold.objects.pending().values_list("pk", flat=True)) == [poison]


def test_the_reviewer_can_be_somebody_else_than_the_owner() -> None:
    agent, deputy = recipes.agent.make(), recipes.member.make()
    MailPolicy.objects.create(agent=agent, reviewer=deputy)
    _submit(agent=agent)
    assert OutgoingEmail.objects.get().to == deputy.email


def test_a_hostile_subject_neither_breaks_the_mail_nor_the_page(sink: Sink, client: Client) -> None:
    """N13."""
    _submit(subject="<script>alert(1)</script>", text="<img src=x onerror=alert(1)>", html="<b>other words</b>")
    drain("mail")
    page = client.get(_path(sink)).content.decode()
    assert "<script>alert" not in page
    assert "<img" not in page
    assert "&lt;b&gt;other words" in page


def test_while_the_gate_is_quiet_nothing_is_decided_told_or_forgotten(settings: Settings) -> None:
    """N20."""
    settings.NOTIFICATIONS = "quiet"
    _submit()
    OutgoingEmail.objects.all().delete()
    later = _now() + timedelta(days=40)
    assert holds.expire(now=later) == holds.reconcile() == told.prune(now=later) == idempotency.forget(now=later) == 0
    assert _hold().is_pending
