"""An SMTP connection's number: in the edge's lines, with the mail, in its jobs, and in the story that `trace` tells."""

import asyncio
import re
from collections.abc import Iterator

import pytest
import structlog
from django.db import connection
from django.utils import timezone

from config.trace import find
from inbound.arrival import Arrival
from inbound.ingress.smtp.accepting import Acceptor
from inbound.mailboxes import standing
from inbound.models import Intake
from notifications import asking
from notifications.models import Category, OutgoingEmail
from notifications.reply_address import reply_address
from tests import recipes
from tests.config.logged import Lines, logged
from tests.inbound.letters import DOMAIN, letter
from tests.inbound.smtp import Running, running
from worker.models import Job
from worker.testing import drain

pytestmark = pytest.mark.django_db(transaction=True)
POSTMASTER = f"postmaster@{DOMAIN}"


@pytest.fixture
def edge() -> Iterator[Running]:
    with running(Acceptor(), standing=standing) as edge:
        yield edge


@pytest.fixture
def lines() -> Iterator[Lines]:
    with logged() as lines:
        yield lines


def send(edge: Running, raw: bytes, to: str = POSTMASTER) -> None:
    with edge.client() as client:
        client.sendmail("ann@example.org", [to], raw)


def test_what_comes_by_a_connection_is_stored_and_logged_with_its_number(edge: Running, lines: Lines) -> None:
    with edge.client() as client:
        for words in ("one", "two"):
            client.sendmail("ann@example.org", [POSTMASTER], letter(words))
    send(edge, letter("three"))
    first, second, third = Intake.objects.order_by("pk")
    assert re.fullmatch(r"[0-9a-f]{12}", first.connection)
    assert first.connection == second.connection != third.connection
    for intake in (first, second, third):
        assert lines.of(connection=intake.connection, intake=intake.pk) == ["accepted"]


def test_trace_begins_with_the_connection_and_tells_of_the_one_that_brought_it_again(edge: Running) -> None:
    raw = letter("hello")
    send(edge, raw)
    with edge.client() as client:
        client.ehlo("another.example")
        client.sendmail("ann@example.org", [POSTMASTER], raw)
    intake = Intake.objects.get()
    [again] = intake.deliveries
    assert again["connection"] not in ("", intake.connection)
    story = [moment.text for moment in find(str(intake.pk))[0].moments]
    assert f"connection {intake.connection}" in story[0]
    assert [text for text in story if f"connection {again['connection']}" in text]


def test_the_same_way_taken_again_is_no_further_delivery(edge: Running) -> None:
    """Its number alone is another: a retry for days would fill the ten that are kept."""
    raw = letter("hello")
    for _ in range(3):
        send(edge, raw)
    assert Intake.objects.get().deliveries == []


def test_one_number_goes_the_whole_road_to_the_confirmation(edge: Running, lines: Lines) -> None:
    proposal = recipes.proposal.make()
    owner = proposal.agent_a.owner
    question = asking.ask_now(owner, category=Category.PROPOSAL_REVIEW, now=timezone.now())
    drain()
    assert question
    address = reply_address(notification_id=question.pk, generation=question.tokens.get().generation)
    send(edge, letter("3, sounds great", author=owner.email, to=address), address)
    drain()
    intake = Intake.objects.get()
    assert intake.state == "processed", intake.detail
    confirmation = OutgoingEmail.objects.get(category=Category.CONFIRMATION)
    job = Job.objects.get(payload__mail=confirmation.pk)
    assert (job.payload.get("intake"), job.payload.get("connection")) == (intake.pk, intake.connection)
    assert f"connection {intake.connection}" in str(find(f"job:{job.pk}")[0].moments), "its story begins with it"
    assert structlog.contextvars.get_contextvars() == {}


def test_a_session_that_postgresql_has_ended_is_replaced_before_anybody_hears_of_it(edge: Running) -> None:
    """The next mail is not deferred for it; nor is it stored twice if it had been stored already."""
    send(edge, letter("one"))
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            " WHERE query LIKE '%%INSERT INTO inbound_intake%%' AND pid <> pg_backend_pid()"
        )
        assert cursor.fetchone() == (1,)
    send(edge, letter("two"))
    assert Intake.objects.count() == 2


def test_a_batch_of_mails_is_one_line_with_all_their_numbers(lines: Lines) -> None:
    async def accept(mails: list[Arrival]) -> None:
        acceptor = Acceptor()
        await acceptor(mails)
        await acceptor.close()

    asyncio.run(accept([Arrival(letter(word), (POSTMASTER,), connection=word) for word in ("aa", "bb")]))
    [line] = [line for line in lines.told() if line["event"] == "accepted"]
    assert line["connection"] == ["aa", "bb"]
    stored = dict(Intake.objects.values_list("connection", "pk"))
    assert line["intake"] == [stored["aa"], stored["bb"]]


def test_a_client_that_is_refused_leaves_one_line_with_its_number(edge: Running, lines: Lines) -> None:
    with edge.client() as client:
        client.ehlo("stranger.example")
        client.mail("ann@example.org")
        for word in ("nobody", "no-one"):
            assert client.rcpt(f"{word}@elsewhere.example")[0] == 550
    edge.begin_drain()
    edge.drained()
    [line] = [line for line in lines.told() if "refused" in line["event"]]
    assert "stranger.example" in line["event"]
    assert " 2 " in line["event"]
    assert re.fullmatch(r"[0-9a-f]{12}", line["connection"])
