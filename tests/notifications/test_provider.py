"""The provider: SES behind HTTP (a moto server), its events, and what they do to mails, questions and addresses."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.checks import run_checks
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from notifications import asking, outbox, provider_events, rendering, reports, settling
from notifications.models import Notification, OutgoingEmail, Suppression
from tests import recipes
from tests.aws import aws, moto_url  # noqa: F401  fixtures
from tests.notifications.conftest import Scene
from tests.notifications.sink import Sink
from worker.models import Job
from worker.testing import drain, hurry

pytestmark = pytest.mark.django_db
committed = pytest.mark.django_db(transaction=True)
TOPIC = "arn:aws:sns:eu-west-1:123456789012:mail"


@pytest.fixture
def ses(aws: Callable[[str], Any], settings: Settings) -> Any:  # noqa: F811
    settings.MAIL_OUTLET = "ses"
    settings.MAILERS = {"default": {"BACKEND": "notifications.outlets.ses.Backend"}}
    return aws("ses")


def event(kind: str, mail: OutgoingEmail, *, tagged: bool = True, **details: Any) -> dict[str, Any]:
    about: dict[str, Any] = {"messageId": mail.provider_id or "0100-ses", "destination": [mail.to]}
    if tagged:
        about["tags"] = {"holdfast-mail": [str(mail.pk)]}
    return {"eventType": kind, "mail": about, **details}


def bounce(mail: OutgoingEmail, kind: str = "Permanent") -> dict[str, Any]:
    recipients = [{"emailAddress": mail.to.upper(), "diagnosticCode": "smtp; 550 5.1.1 unknown"}]
    return event("Bounce", mail, bounce={"bounceType": kind, "bouncedRecipients": recipients})


def apply(*events: dict[str, Any]) -> None:
    for each in events:
        provider_events.apply(each, now=timezone.now())


def put() -> OutgoingEmail:
    member = recipes.member.make()
    parts = rendering.Parts("Hello", "Words.\n", "")
    return outbox.put(category="confirmation", to=member.email, member=member, parts=parts)


@committed
def test_ses_takes_a_mail_with_our_tag_and_its_id_is_kept(ses: Any) -> None:
    ses.verify_domain_identity(Domain="holdfast.example")
    mail = put()
    drain("mail")
    mail.refresh_from_db()
    assert mail.state == "sent", mail.reason
    assert mail.provider_id
    assert float(ses.get_send_quota()["SentLast24Hours"]) > 0


@committed
def test_what_ses_rejects_is_refused_with_its_words(ses: Any) -> None:
    """N2: the sender's identity is not verified there."""
    mail = put()
    drain("mail")
    mail.refresh_from_db()
    assert mail.state == "refused"
    assert "Did not have authority to send" in mail.reason


@committed
def test_without_rights_a_mail_waits_for_them(ses: Any, settings: Settings) -> None:
    """N2: what an operator can mend is tried again, and nothing was sent."""
    settings.AWS_SES_REGION_ENDPOINT_URL = "http://127.0.0.1:1"
    mail = put()
    drain("mail")
    mail.refresh_from_db()
    assert (mail.state, mail.doubts) == ("queued", 0)
    assert Job.objects.get().state == "pending"


def test_the_event_before_our_own_record_settles_the_mail(scene: Scene) -> None:
    """N24: delivery arrives while the row still says `sending`; our own record then changes nothing."""
    question = scene.ask()
    mail = OutgoingEmail.objects.get()
    mail.begins()
    apply(event("Delivery", mail), event("Send", mail))
    mail.refresh_from_db()
    question.refresh_from_db()
    assert (mail.state, mail.provider_id) == ("sent", "0100-ses")
    assert question.state == "sent"
    settling.was_taken(mail, provider_id="other", now=timezone.now())
    mail.refresh_from_db()
    assert mail.provider_id == "0100-ses"


@committed
def test_an_event_settles_a_doubt_so_that_no_second_copy_goes_out(sink: Sink) -> None:
    """N3."""
    sink.answers = ["drop"]
    mail = put()
    drain("mail")
    mail.refresh_from_db()
    assert mail.state == "unknown"
    apply(event("Delivery", mail))
    hurry()
    drain("mail")
    mail.refresh_from_db()
    assert mail.state == "sent"
    assert len(sink.got) == 1


def test_a_hard_bounce_bars_the_address_and_ends_the_question(scene: Scene) -> None:
    """N12."""
    question = scene.ask()
    mail = OutgoingEmail.objects.get()
    mail.begins()
    apply(bounce(mail), bounce(mail))
    question.refresh_from_db()
    mail.refresh_from_db()
    assert Suppression.objects.get().email == scene.member.email
    assert question.state == "suppressed"
    assert "5.1.1 unknown" in mail.reason


def test_what_the_provider_took_and_then_would_not_send_on_is_told_and_costs_no_miss(scene: Scene) -> None:
    """N2: a Reject comes after our own record of the send; nobody will answer, so nobody is waited for."""
    question = scene.ask()
    mail = OutgoingEmail.objects.get()
    settling.was_taken(mail, provider_id="0100-abc", now=timezone.now())
    apply(event("Reject", mail, reject={"reason": "Bad content"}))
    question.refresh_from_db()
    mail.refresh_from_db()
    assert (mail.state, question.state, question.reason) == ("sent", "failed", "Bad content")
    assert "Bad content" in mail.reason


@pytest.mark.parametrize("kind", ["Transient", "Undetermined"])
def test_a_soft_bounce_bars_nobody(scene: Scene, kind: str) -> None:
    """N12."""
    question = scene.ask()
    mail = OutgoingEmail.objects.get()
    mail.begins()
    apply(bounce(mail, kind))
    question.refresh_from_db()
    mail.refresh_from_db()
    assert not Suppression.objects.exists()
    assert question.state == "sent"
    assert "for the time being" in mail.reason


def test_a_complaint_bars_the_address(scene: Scene) -> None:
    """N12: also found without a tag, by the provider's id."""
    scene.ask()
    mail = OutgoingEmail.objects.get()
    settling.was_taken(mail, provider_id="0100-abc", now=timezone.now())
    mail.refresh_from_db()
    details = {"complainedRecipients": [{"emailAddress": mail.to}], "complaintFeedbackType": "abuse"}
    apply(event("Complaint", mail, tagged=False, complaint=details))
    assert Suppression.objects.get().cause == "complaint"
    assert Notification.objects.get().state == "suppressed"


@committed
def test_an_address_that_the_mail_server_does_not_know_is_barred(sink: Sink) -> None:
    """N12: for SMTP the refusal at RCPT is the hard bounce."""
    sink.rcpt_answers = ["550 5.1.1 no such user", "550 5.7.1 not from you"]
    first, second = put(), put()
    drain("mail")
    assert list(Suppression.objects.values_list("email", flat=True)) == [first.to]
    second.refresh_from_db()
    assert second.state == "refused"


def test_a_bounce_that_came_as_mail_is_told_in_the_same_way(scene: Scene) -> None:
    """N12: what inbound calls with a delivery status notification."""
    scene.ask()
    mail = OutgoingEmail.objects.get()
    found = reports.mail_of(message_id=mail.message_id)
    assert found == mail
    reports.bounced(mail.to, is_hard=True, detail="user unknown", mail=found, now=timezone.now())
    assert Suppression.objects.exists()


@pytest.mark.parametrize("kind", ["Open", "Click", "DeliveryDelay", "Subscription", ""])
def test_events_that_mean_nothing_to_us_change_nothing(scene: Scene, kind: str) -> None:
    scene.ask()
    mail = OutgoingEmail.objects.get()
    apply(event(kind, mail))
    assert OutgoingEmail.objects.get().state == "queued"


def test_an_event_about_no_mail_of_ours_is_taken_and_forgotten(scene: Scene) -> None:
    stranger = OutgoingEmail(pk=10**9, to="x@example.org", provider_id="nobody")
    apply(event("Delivery", stranger), bounce(stranger, "Transient"))


def posted(client: Client, body: dict[str, Any]) -> int:
    answer = client.post(reverse("provider-events"), json.dumps(body), content_type="text/plain")
    return int(answer.status_code)


def test_only_signed_events_of_a_trusted_topic_count(client: Client, scene: Scene, settings: Settings) -> None:
    scene.ask()
    mail = OutgoingEmail.objects.get()
    mail.begins()
    letter = {"Type": "Notification", "TopicArn": TOPIC, "Message": json.dumps(bounce(mail))}
    assert posted(client, letter) == 404
    settings.MAIL_EVENTS, settings.AWS_SNS_EVENT_TRUSTED_TOPIC_ARNS = True, [TOPIC]
    assert posted(client, letter) == 400, "it bears no signature"
    settings.AWS_SES_VERIFY_EVENT_SIGNATURES = False
    assert posted(client, {**letter, "TopicArn": TOPIC + "-evil"}) == 400
    assert not Suppression.objects.exists()
    assert posted(client, letter) == 200
    assert Suppression.objects.exists()


def test_events_without_a_trusted_topic_are_a_mistake_in_the_settings(settings: Settings) -> None:
    settings.MAIL_EVENTS, settings.AWS_SNS_EVENT_TRUSTED_TOPIC_ARNS = True, []
    assert "notifications.E002" in {problem.id for problem in run_checks()}


def test_reply_keys_of_the_wrong_form_are_a_mistake_in_the_settings(settings: Settings) -> None:
    settings.REPLY_KEYS = ["short:secret"]
    assert "notifications.E001" in {problem.id for problem in run_checks()}


def test_nothing_is_sent_to_a_barred_address_until_it_is_lifted(scene: Scene) -> None:
    """N12."""
    now = timezone.now()
    Suppression.objects.create(email=scene.member.email, cause="bounce")
    assert asking.ask_now(scene.member, now=now) is None
    Suppression.objects.all().delete()
    assert asking.ask_now(scene.member, now=now) is not None
