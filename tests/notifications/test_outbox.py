"""Mail leaves by way of the outbox, through a real SMTP server that may refuse, stall or break off."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.db.models import F
from pytest_django import Settings

from notifications import outbox, rendering
from notifications.models import Notification, OutgoingEmail, Review, Suppression
from notifications.outbox import CRASHES_ALLOWED, SILENCES_ALLOWED
from tests import recipes
from tests.notifications.conftest import Scene, use_smtp
from tests.notifications.sink import Sink
from worker.models import Job
from worker.testing import drain, hurry

pytestmark = pytest.mark.django_db(transaction=True)
HELLO = rendering.Parts("Hello", "Words.\n", "<p>Words.</p>")


def put_confirmation(**about: object) -> OutgoingEmail:
    member = recipes.member.make()
    return outbox.put(category="confirmation", to=member.email, member=member, parts=HELLO, **about)  # type: ignore[arg-type]


def patience_is_over() -> None:
    """As if the wait for an answer had passed."""
    OutgoingEmail.objects.update(sending_at=F("sending_at") - timedelta(hours=1))
    hurry()


def test_a_mail_goes_out_once_and_is_recorded(sink: Sink) -> None:
    mail = put_confirmation()
    drain("mail")
    mail.refresh_from_db()
    assert mail.state == "sent"
    (got,) = sink.got
    assert got["Message-ID"] == mail.message_id
    assert got["Auto-Submitted"] == "auto-replied"
    assert sink.recipients == [mail.to]


def test_a_mail_whose_cause_is_rolled_back_never_goes_out(sink: Sink) -> None:
    with transaction.atomic():
        put_confirmation()
        transaction.set_rollback(True)
    drain("mail")
    assert sink.got == []


def test_one_effect_is_one_mail(sink: Sink) -> None:
    """I28: a replay causes no second mail."""
    first, second = (
        put_confirmation(effect_key="intake:1/confirmation"),
        put_confirmation(effect_key="intake:1/confirmation"),
    )
    drain("mail")
    assert first == second
    assert len(sink.got) == 1


def test_a_question_carries_its_reply_address_and_a_way_out(sink: Sink, scene: Scene) -> None:
    question = scene.ask()
    drain("notify")
    question.refresh_from_db()
    mail = OutgoingEmail.objects.get()
    (got,) = sink.got
    assert question.state == "sent"
    assert question.sent_at is not None
    assert got["Reply-To"] == mail.reply_address
    assert got["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert scene.proposal.title in got["Subject"]
    assert scene.proposal.summary in str(got.get_body(("plain",)))


def test_what_the_provider_refuses_is_not_marked_sent(sink: Sink, scene: Scene) -> None:
    """N2: the row says why, and the member can be asked about the next proposal."""
    sink.rcpt_answers = ["550 5.7.1 not from you"]
    question = scene.ask()
    drain("notify")
    question.refresh_from_db()
    mail = OutgoingEmail.objects.get()
    assert (mail.state, question.state) == ("refused", "failed")
    assert "not from you" in mail.reason
    recipes.proposal.make(agent_b=scene.agent)
    assert scene.ask() != question


def test_a_temporary_no_is_tried_again(sink: Sink) -> None:
    """N2."""
    sink.answers = ["450 4.7.1 greylisted, come back later"]
    mail = put_confirmation()
    drain("mail")
    mail.refresh_from_db()
    assert mail.state == "queued"
    assert "come back later" in mail.reason
    hurry()
    drain("mail")
    mail.refresh_from_db()
    assert mail.state == "sent"
    assert len(sink.got) == 1


def test_a_provider_that_is_not_there_is_tried_again(settings: Settings) -> None:
    """N2."""
    use_smtp(settings, 1)
    mail = put_confirmation()
    drain("mail")
    mail.refresh_from_db()
    assert (mail.state, mail.doubts) == ("queued", 0)
    job = Job.objects.get()
    assert (job.state, job.attempt) == ("pending", 0)


def test_an_answer_lost_after_data_costs_one_second_copy_with_the_same_address(sink: Sink, scene: Scene) -> None:
    """N3: unknown first; after the wait the same mail again, so either copy can be answered."""
    sink.answers = ["drop"]
    scene.ask()
    drain("notify")
    mail = OutgoingEmail.objects.get()
    assert (mail.state, mail.doubts) == ("unknown", 1)
    hurry()
    drain("notify")
    assert len(sink.got) == 1, "it was sent again before the provider's event had its chance"
    patience_is_over()
    drain("notify")
    mail.refresh_from_db()
    assert mail.state == "sent"
    first, second = sink.got
    assert first["Reply-To"] == second["Reply-To"]
    assert first["Message-ID"] == second["Message-ID"]


def test_doubt_does_not_send_for_ever(sink: Sink, scene: Scene) -> None:
    """N3: after two copies that may have arrived an operator has to look; the question is open and will expire."""
    sink.answers = ["drop"] * 5
    question = scene.ask()
    for _ in range(5):
        drain("notify")
        patience_is_over()
    question.refresh_from_db()
    assert len(sink.got) == SILENCES_ALLOWED
    assert OutgoingEmail.objects.get().state == "unknown"
    assert Job.objects.get().state == "failed"
    assert question.state == "sent"


def test_a_process_killed_between_the_call_and_its_record_leaves_a_doubt_not_a_second_mail(sink: Sink) -> None:
    """N3."""
    mail = put_confirmation()
    mail.begins()
    drain("mail")
    mail.refresh_from_db()
    assert (mail.state, mail.doubts) == ("unknown", 1)
    assert sink.got == []


def test_a_mail_outlives_crashes_but_not_one_process_after_the_other(sink: Sink) -> None:
    """Mostly the provider was not reached: a reviewer who hears nothing is worse off than one who hears twice."""
    mail = put_confirmation()
    for crashes in range(1, CRASHES_ALLOWED):
        dies_over(mail)
        assert (mail.state, mail.doubts) == ("unknown", crashes)
    patience_is_over()
    drain("mail")
    mail.refresh_from_db()
    assert (mail.state, len(sink.got)) == ("sent", 1)
    deadly = put_confirmation()
    for _ in range(CRASHES_ALLOWED):
        dies_over(deadly)
    assert (deadly.state, Job.objects.get(key=f"mail:{deadly.pk}").state, len(sink.got)) == ("unknown", "failed", 1)


def dies_over(mail: OutgoingEmail) -> None:
    mail.begins()
    hurry()
    drain("mail")
    mail.refresh_from_db()


def test_a_late_finisher_does_not_touch_its_successors_attempt() -> None:
    mail = put_confirmation()
    mail.begins()
    late = OutgoingEmail.objects.get(pk=mail.pk)
    mail.is_doubtful("lost")
    mail.begins()
    assert not late.must_wait("I was told to come back later")
    mail.refresh_from_db()
    assert mail.state == "sending"


@pytest.mark.parametrize(
    "change", ["suppressed", "switched off", "answered", "revoked", "inactive agent", "inactive member"]
)
def test_what_changes_between_decision_and_call_is_respected(sink: Sink, scene: Scene, change: str) -> None:
    """N10."""
    delegate = recipes.delegation.make(agent=scene.agent).member
    question = scene.ask(delegate)
    match change:
        case "suppressed":
            Suppression.objects.create(email=delegate.email, cause="bounce")
        case "switched off":
            delegate.preferences.update(frequency="off")
        case "answered":
            Review.objects.create(proposal=scene.proposal, agent=scene.agent, rating=3, via="web")
        case "revoked":
            scene.agent.delegations.update(revoked_at=question.created_at)
        case "inactive agent":
            type(scene.agent).objects.update(status="inactive")
        case "inactive member":
            type(delegate).objects.filter(pk=delegate.pk).update(is_active=False)
    drain("notify")
    question.refresh_from_db()
    mail = OutgoingEmail.objects.get()
    assert sink.got == []
    assert mail.state == "dropped"
    assert mail.reason
    assert question.state in (Notification.State.SUPPRESSED, Notification.State.RETIRED)


def test_with_inbound_off_no_mail_invites_a_reply(sink: Sink, scene: Scene, settings: Settings) -> None:
    """N14."""
    settings.INBOUND_ENABLED = False
    scene.ask()
    drain("notify")
    (got,) = sink.got
    assert got["Reply-To"] is None
    assert "reply" not in str(got.get_body(("plain",))).lower()
    assert "reply" not in str(got.get_body(("html",))).lower()


def test_a_mail_about_a_private_proposal_invites_no_reply(sink: Sink, scene: Scene) -> None:
    """I24, N14."""
    type(scene.proposal).objects.update(visibility="private")
    scene.ask()
    drain("notify")
    (got,) = sink.got
    assert got["Reply-To"] is None
    assert "reply" not in str(got.get_body(("plain",))).lower()
    assert "Answer on the page" in str(got.get_body(("plain",)))
    assert "reply" not in str(got.get_body(("html",))).lower()


def test_names_cannot_add_header_fields_and_html_is_escaped(sink: Sink, scene: Scene) -> None:
    """N13."""
    type(scene.agent).objects.filter(pk=scene.agent.pk).update(bot_name="Bot\r\nBcc: all@example.org")
    type(scene.proposal).objects.update(title="<script>x</script>\nX-Evil: 1", summary="<img src=x>")
    scene.ask()
    drain("notify")
    (got,) = sink.got
    assert got["Bcc"] is None
    assert got["X-Evil"] is None
    html = str(got.get_body(("html",)))
    assert "<script>" not in html
    assert "<img" not in html


def test_words_that_no_attempt_can_send_do_not_loop(sink: Sink) -> None:
    mail = put_confirmation()
    OutgoingEmail.objects.update(to="no address at all")
    drain("mail")
    mail.refresh_from_db()
    assert mail.state == "refused"
