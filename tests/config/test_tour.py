"""The tour, as its visitor's browser asks for it."""

import random
import re

import pytest
from django.test import Client
from pytest_django import Settings

from config.demo import cast, odd, people, road, troubles
from inbound.models import Intake
from notifications.fakes.slack import FakeSlack
from notifications.models import (
    AgentMessage,
    Category,
    Hold,
    Notification,
    OutgoingEmail,
    Preference,
    Proposal,
    Suppression,
)
from onboarding.models import Agent, Member, ProfileBuild
from tests import recipes
from tests.inbound.road import arrive
from tests.ports import free_port
from worker.models import Job
from worker.testing import drain

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.urls("tests.config.tour_urls")]


@pytest.fixture
def demo(settings: Settings) -> None:
    settings.HOLDFAST_MODE = "demo"
    settings.SMTP_LISTEN = ("127.0.0.1", free_port())
    people.ensure(tell=lambda _: None)
    drain("mail", "notify")


@pytest.mark.usefixtures("demo")
def test_thirty_members_stand_on_all_rungs_and_some_are_asked() -> None:
    assert Member.objects.filter(is_staff=False).count() == 30
    assert set(Preference.objects.values_list("frequency", flat=True)) == set(Preference.Frequency.values)
    assert Proposal.objects.count() == len(cast.IDEAS)
    asked = Notification.objects.filter(category=Category.PROPOSAL_REVIEW, state=Notification.State.SENT)
    assert asked.count() >= 12
    assert not asked.filter(member__preferences__frequency="off").exists()


@pytest.mark.usefixtures("demo")
def test_there_is_trouble_for_an_operator_to_look_at() -> None:
    troubles.ensure()
    drain("inbound", "mail", "notify", "slack")
    assert set(Intake.objects.values_list("state", flat=True)) >= {"failed", "processed"}
    assert Hold.objects.filter(state="pending").exists()
    job = Job.objects.get(kind="post_instruction")
    assert "there is no channel" in str(job.errors)
    assert ProfileBuild.objects.filter(member__name="Zoe Lund").exists()
    assert Suppression.objects.exists()


@pytest.mark.usefixtures("demo")
def test_a_second_start_goes_on_where_the_first_ended() -> None:
    people.ensure(tell=lambda _: None)
    assert Agent.objects.count() == 30


@pytest.mark.usefixtures("demo")
def test_who_comes_from_this_machine_is_its_operator(client: Client) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert page.context["user"].email == cast.OPERATOR
    assert "Reef" in page.content.decode()
    assert page.headers["Content-Security-Policy"].startswith("default-src 'self'")


@pytest.mark.usefixtures("demo")
def test_who_comes_from_elsewhere_has_to_sign_in(client: Client) -> None:
    assert client.get("/", REMOTE_ADDR="192.0.2.7").status_code == 302


@pytest.mark.usefixtures("demo")
def test_a_member_sees_no_tour_and_no_mail_of_others(client: Client) -> None:
    client.force_login(Member.objects.get(email="amara@reef.example"))
    mail = OutgoingEmail.objects.exclude(member__email="amara@reef.example").first()
    assert mail is not None
    for path in ("/", f"/tour/mails/{mail.pk}", "/tour/mailbox", "/tour/road"):
        assert "Mailbox" not in client.get(path).content.decode()
        assert mail.to not in client.get(path).content.decode()


@pytest.mark.usefixtures("demo")
def test_a_mail_is_shown_in_a_frame_that_can_do_nothing(client: Client) -> None:
    mail = OutgoingEmail.objects.filter(state="sent").exclude(html="").first()
    assert mail is not None
    shown = client.get(f"/tour/mails/{mail.pk}")
    policy = shown.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "sandbox allow-popups" in policy
    assert "allow-scripts" not in policy
    assert shown.headers["X-Frame-Options"] == "SAMEORIGIN"


@pytest.mark.usefixtures("demo")
def test_without_an_edge_the_visitor_is_told(client: Client) -> None:
    mail = OutgoingEmail.objects.filter(category=Category.PROPOSAL_REVIEW, state="sent").first()
    assert mail is not None
    answer = client.post(f"/tour/mails/{mail.pk}/reply", {"text": "3"}, follow=True)
    assert "Connection refused" in answer.content.decode()


@pytest.mark.usefixtures("demo")
def test_two_agents_propose_something_when_asked_to(client: Client) -> None:
    before = Proposal.objects.count()
    client.get("/")
    client.post("/tour/ask")
    assert Proposal.objects.count() == before + 1


@pytest.mark.usefixtures("demo")
def test_those_who_wait_for_nothing_are_asked_first() -> None:
    proposal = people.propose_something(random.Random(1))
    assert Notification.objects.filter(proposal=proposal).exists()


@pytest.mark.usefixtures("demo")
def test_an_agents_mail_is_held_approved_by_the_link_in_the_mailbox_and_sent(client: Client) -> None:
    client.get("/")
    said = client.post("/tour/agent-writes", headers={"HX-Request": "true"}).content.decode()
    assert "It is held" in said
    message = AgentMessage.objects.get()
    drain("mail")
    notice = OutgoingEmail.objects.get(category=Category.HOLD_REVIEW, state="sent")
    assert notice.subject in client.get("/tour/mailbox").content.decode()
    found = re.search(r"/holds/[^\s\"]+", client.get(f"/tour/mails/{notice.pk}").content.decode())
    assert found
    assert message.subject in client.get(found[0]).content.decode()
    assert AgentMessage.objects.get().fate == "held"
    assert client.post(found[0], {"decision": "approve"}).status_code == 200
    drain("mail")
    assert AgentMessage.objects.get().fate == "sent"
    assert message.subject in client.get("/tour/mailbox").content.decode()


def test_a_page_that_refreshes_itself_does_not_take_the_session_back_from_who_just_signed_up(client: Client) -> None:
    client.cookies["sessionid"] = "ended-by-the-sign-up"
    answer = client.get("/", headers={"HX-Request": "true"})
    assert (answer.status_code, answer.content) == (204, b"")
    assert "sessionid" not in answer.cookies


@pytest.mark.usefixtures("demo")
def test_a_newcomer_signs_up_and_their_profile_is_begun(client: Client) -> None:
    client.get("/")
    page = client.post("/tour/sign-up", {"orcid": "0000-0000-1000-0013"}, follow=True)
    member = Member.objects.get(name="Mira Okonkwo")
    assert page.context["user"] == member
    assert ProfileBuild.objects.filter(member=member).exists()
    assert "Back to the tour" in page.content.decode()
    assert client.post("/tour/back", follow=True).context["user"].email == cast.OPERATOR


@pytest.mark.usefixtures("demo")
def test_who_comes_from_elsewhere_does_not_become_the_operator(client: Client) -> None:
    assert client.post("/tour/back", REMOTE_ADDR="192.0.2.7").status_code == 403


@pytest.mark.parametrize("oddity", odd.ODDITIES, ids=lambda oddity: oddity.name)
def test_an_odd_mail_ends_in_a_state_with_a_reason(oddity: odd.Oddity) -> None:
    agent = recipes.agent.make()
    recipient = f"{agent.slug}@in.holdfast.example"
    intake = arrive(oddity.write(agent.owner.email, recipient), recipient, sender=agent.owner.email)
    assert intake.state != Intake.State.ACCEPTED
    assert intake.reason


def test_slack_is_taken_down_and_brought_back(client: Client, settings: Settings, demo: None) -> None:
    with FakeSlack().running() as fake:
        settings.FAKE_SLACK = ("127.0.0.1", fake.server_address[1])
        client.get("/")
        client.post("/tour/slack-mood", {"mood": "down"})
        assert fake.mood == "down"
        assert "Bring Slack back" in client.get("/tour/slack").content.decode()
        client.post("/tour/slack-mood", {"mood": "up"})
        assert fake.mood == "up"


def test_a_road_tells_each_step_in_milliseconds_since_the_250() -> None:
    agent = recipes.agent.make()
    intake = Intake.objects.create(
        recipient=f"{agent.slug}@in.holdfast.example",
        message_id="one@laptop.example",
        content_hash=b"1",
        dedup_key=b"1",
        ingress=Intake.Ingress.SMTP,
    )
    journey = road.of_message("<one@laptop.example>")
    assert journey is not None
    assert [step.milliseconds for step in journey.steps] == [0, None, None, None]
    assert not journey.is_over
    intake.refresh_from_db()
    assert intake.end(Intake.State.PROCESSED, "filed")
    over = road.of_message("one@laptop.example")
    assert over is not None
    assert over.is_over
    assert over.steps[2].milliseconds is not None
