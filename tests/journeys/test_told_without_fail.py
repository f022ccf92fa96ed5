"""Holds and events while the workers are killed: every reviewer is told, every event arrives, an approval counts once.

The oracle is outside: the subscriber's own list of what it was sent, and the mail provider's files.
"""

import email
import email.policy
import random
import re
from collections import Counter
from collections.abc import Iterator
from email.message import EmailMessage

import pytest
from django.test import Client
from standardwebhooks import Webhook

from notifications import events
from notifications.event_kinds import MemberOnboarded
from notifications.models import AgentMessage, AgentToken, Event, Hold, WebhookDelivery, WebhookEndpoint
from onboarding.models import Agent
from tests import recipes
from tests.journeys.conftest import Story
from tests.journeys.processes import Process, eventually, worker
from tests.notifications.receiver import Receiver, receiver

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

LANES = "mail,notify,webhook:6"
MESSAGES = 8
KILLS = 2


@pytest.fixture
def subscriber() -> Iterator[Receiver]:
    with receiver() as running:
        yield running


def test_every_reviewer_is_told_every_event_arrives_and_approvals_count_once(
    story: Story, subscriber: Receiver
) -> None:
    """I29, I30, N3, N18."""
    agent = recipes.agent.make(slug="writer", bot_name="Writer")
    endpoint = WebhookEndpoint.objects.create(owner=agent.owner, url=subscriber.url)
    _, token = AgentToken.issue(agent, "its server")
    for round_ in range(KILLS):
        with worker(story.env, story.directory, LANES) as doomed:
            for number in range(round_, MESSAGES, KILLS):
                _write(agent, token, number)
            _until_some_are_told(random.Random(round_), doomed)
    with worker(story.env, story.directory, LANES) as process:
        eventually(lambda: not _untold(), within=150, why=process.said)
        links = _links(story)
        assert len(links) == MESSAGES
        for link in sorted(links):
            assert Client().post(link, {"decision": "approve"}).status_code == 200
            assert Client().post(link, {"decision": "approve"}).status_code == 409
        eventually(lambda: {each.fate for each in _messages()} == {"sent"}, within=150, why=process.said)
        eventually(lambda: _all_delivered(endpoint), within=150, why=process.said)

    assert all(count <= 1 + KILLS for count in links.values())
    sent = Counter(str(mail["Subject"]) for mail in _mails(story) if mail["To"] == "guest@partner.example")
    assert set(sent) == {f"Question {number}" for number in range(MESSAGES)}
    assert sum(sent.values()) <= MESSAGES + KILLS
    _the_subscriber_knows_all(endpoint, subscriber)


def _write(agent: Agent, token: str, number: int) -> None:
    answer = Client().post(
        f"/api/agents/{agent.slug}/messages",
        {"to": "guest@partner.example", "subject": f"Question {number}", "text": "May we?"},
        content_type="application/json",
        headers={"Authorization": f"Bearer {token}", "Idempotency-Key": str(number)},
    )
    assert answer.status_code == 202


def _until_some_are_told(chance: random.Random, process: Process) -> None:
    """Then the worker is killed, in the middle of what it does."""
    enough = chance.randrange(_untold() + 1)
    eventually(lambda: _untold() <= enough, why=process.said)


def _untold() -> int:
    return Hold.objects.filter(notified_at=None).count()


def _messages() -> list[AgentMessage]:
    return list(AgentMessage.objects.select_related("mail"))


def _all_delivered(endpoint: WebhookEndpoint) -> bool:
    mine = Event.objects.filter(agent__owner=endpoint.owner)
    delivered = WebhookDelivery.objects.filter(endpoint=endpoint, state="delivered")
    return mine.count() == MESSAGES == delivered.count()


def _the_subscriber_knows_all(endpoint: WebhookEndpoint, subscriber: Receiver) -> None:
    """At least once each, and verified by the receiver's own library."""
    heard = Counter(request.headers["webhook-id"] for request in subscriber.received)
    assert set(heard) == set(Event.objects.filter(kind="hold.resolved").values_list("uid", flat=True))
    for request in subscriber.received:
        assert Webhook(endpoint.secret).verify(request.body, request.headers)["data"]["outcome"] == "approved"


def _mails(story: Story) -> list[EmailMessage]:
    """What the mail provider was given."""
    found = []
    for path in (story.directory / "var" / "mail").iterdir():
        for part in re.split(rb"\n-{79}\n", path.read_bytes()):
            if part.strip():
                found.append(email.message_from_bytes(part.lstrip(), policy=email.policy.default))
    return found


def _links(story: Story) -> Counter[str]:
    """The signed links of reviewers' mails, and how many copies of each went out."""
    bodies = [body.get_content() for mail in _mails(story) if (body := mail.get_body(("plain",)))]
    return Counter(found[1] for body in bodies if (found := re.search(r"https?://[^/\s]+(/holds/\S+)", body)))


def test_a_worker_killed_during_a_post_leaves_a_delivery_that_another_brings(
    story: Story, subscriber: Receiver
) -> None:
    """N18: the receiver has it perhaps twice, with one id, and never not at all."""
    agent = recipes.agent.make()
    endpoint = WebhookEndpoint.objects.create(owner=agent.owner, url=subscriber.url)
    event = _an_event(agent)
    subscriber.drip = 0.05  # it has read the request, and does not come to an end with its answer
    with worker(story.env, story.directory, LANES) as doomed:
        eventually(lambda: subscriber.received, why=doomed.said)
    assert WebhookDelivery.objects.get(endpoint=endpoint).state == "pending"
    subscriber.drip = 0.0
    with worker(story.env, story.directory, LANES) as heir:
        eventually(lambda: _is_delivered(endpoint), within=120, why=heir.said)
    assert {request.headers["webhook-id"] for request in subscriber.received} == {event.uid}
    assert len(subscriber.received) == 2


def _an_event(agent: Agent) -> Event:
    events.publish(MemberOnboarded(member=agent.owner_id), member=agent.owner)
    return Event.objects.get()


def _is_delivered(endpoint: WebhookEndpoint) -> bool:
    return WebhookDelivery.objects.filter(endpoint=endpoint, state="delivered").exists()
