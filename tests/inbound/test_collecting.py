"""The S3 door against a moto server over HTTP; its faults are ordered at the client's edge."""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from botocore.config import Config
from botocore.exceptions import ClientError, EndpointConnectionError
from django.core.management import CommandError, call_command
from django.db import OperationalError

from inbound import bucket, collecting, intake
from inbound.bucket import Found, S3Trouble
from inbound.models import Intake, ObjectTrouble, RawMessage
from inbound.verdicts import border
from notifications import aws as amazon
from onboarding.models import Agent
from tests import recipes
from tests.aws import aws, moto_url
from tests.inbound.letters import DOMAIN, letter
from worker import enqueue
from worker.testing import drain

__all__ = ["aws", "moto_url"]
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def s3(aws: Any) -> Any:
    client = aws("s3")
    client.create_bucket(Bucket="holdfast-mail")
    return client


@pytest.fixture
def bot() -> Agent:
    agent: Agent = recipes.agent.make(slug="bot")
    return agent


def put(s3: Any, name: str, raw: bytes | None = None) -> str:
    s3.put_object(Bucket="holdfast-mail", Key=f"inbound/{name}", Body=raw if raw is not None else letter(name))
    return f"inbound/{name}"


def keys(s3: Any) -> list[str]:
    return sorted(each["Key"] for each in s3.list_objects_v2(Bucket="holdfast-mail").get("Contents", ()))


def order(monkeypatch: pytest.MonkeyPatch, verb: str, fault: Callable[..., Any]) -> None:
    """From here on `verb` of every client does `fault(real, **question)`."""
    made = amazon.client

    def client(service: Any) -> Any:
        real = made(service)
        monkeypatch.setattr(real, verb, partial(fault, getattr(real, verb)))
        return real

    monkeypatch.setattr(amazon, "client", client)


def refusal(code: str, status: int) -> ClientError:
    return ClientError({"Error": {"Code": code}, "ResponseMetadata": {"HTTPStatusCode": status}}, "GetObject")  # type: ignore[typeddict-item]


def test_an_object_is_taken_in_and_then_deleted(s3: Any, bot: Agent) -> None:
    key = put(s3, "a")
    put(s3, "AMAZON_SES_SETUP_NOTIFICATION", b"hello")
    assert str(collecting.poll()).startswith("1 accepted")
    mail = Intake.objects.get()
    assert (mail.ingress, mail.source_key, mail.recipient) == ("s3", key, f"bot@{DOMAIN}")
    assert keys(s3) == ["inbound/AMAZON_SES_SETUP_NOTIFICATION"]
    drain("inbound")


def test_a_crash_between_commit_and_delete_has_no_second_effect(
    s3: Any, bot: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    """I20, I37: deletes denied for a week, every day a poll, and one answer; the polling says loudly what is wrong."""
    for name in "abc":
        put(
            s3, name, b"From: scanner@example.org\r\nTo: bot@" + DOMAIN.encode() + b"\r\n\r\n" + name.encode() + b"\r\n"
        )

    def denied(_: Any, **__: Any) -> None:
        raise refusal("AccessDenied", 403)

    order(monkeypatch, "delete_object", denied)
    loud = 0
    for _ in range(7):
        try:
            collecting.poll()
        except collecting.DeletesFail as error:
            loud += "could not be deleted" in str(error)
        Intake.objects.update(received_at=datetime.now(UTC) - timedelta(days=1))
    assert loud == 7
    assert Intake.objects.count() == 3
    Intake.objects.update(source_key="")
    with pytest.raises(collecting.DeletesFail):
        collecting.poll()
    assert Intake.objects.count() == 3, "known by its content too, on whatever day it is read again"


def test_the_oldest_come_first_and_all_pages_are_seen(s3: Any, bot: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    """I19: what comes late in the alphabet is not starved."""
    order(monkeypatch, "list_objects_v2", lambda call, **question: call(**question, MaxKeys=50))
    for n in range(120):
        put(s3, f"{n:03d}")
    assert collecting.poll(most=100).accepted == 100
    assert collecting.poll(most=100).accepted == 20
    assert keys(s3) == []


def test_a_repeated_cursor_ends_the_listing(s3: Any, bot: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    """I19"""
    put(s3, "a")
    pages = []

    def stuck(call: Any, **question: Any) -> Any:
        pages.append(question.get("ContinuationToken"))
        question.pop("ContinuationToken", None)
        return {**call(**question), "IsTruncated": True, "NextContinuationToken": "again"}

    order(monkeypatch, "list_objects_v2", stuck)
    assert collecting.poll().accepted == 1
    assert pages == [None, "again"]


def test_100000_keys_need_memory_for_those_that_are_taken_only() -> None:
    """I19: also a key that is listed twice counts once."""
    start = datetime(2026, 1, 1, tzinfo=UTC)
    listed = 0

    def listing() -> Iterator[Found]:
        nonlocal listed
        for n in range(100_000):
            listed += 1
            yield Found(start + timedelta(seconds=(n * 7919) % 100_003), f"k{n}", 1)
        yield Found(start, "k0", 1)

    found = collecting.oldest(listing(), 10)
    assert listed == 100_000
    assert len(found) == len({each.key for each in found}) == 10
    assert [each.arrived_at for each in found] == [start + timedelta(seconds=n) for n in range(10)]


def test_an_object_that_fails_three_times_goes_to_quarantine(
    s3: Any, bot: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    """I18: its own failures, over three polls, counted in the database; the others are taken in meanwhile."""
    poison = put(s3, "poison")

    def locked(call: Any, **question: Any) -> Any:
        if question["Key"] == poison:
            raise refusal("InvalidObjectState", 403)
        return call(**question)

    order(monkeypatch, "get_object", locked)
    for round_ in range(3):
        put(s3, f"good{round_}")
        collecting.poll()
    assert keys(s3) == ["failed/poison"]
    stray = Intake.objects.get(state="failed")
    assert (stray.reason, stray.source_key) == ("s3-object", poison)
    assert "InvalidObjectState" in stray.detail
    assert Intake.objects.filter(state="accepted").count() == 3
    head = s3.head_object(Bucket="holdfast-mail", Key="failed/poison")
    assert "InvalidObjectState" in head["Metadata"]["reason"]


def test_a_failing_quarantine_copy_loses_nothing(s3: Any, bot: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    """I18"""

    def broken(*_: Any, **__: Any) -> None:
        raise refusal("AccessDenied", 403)

    order(monkeypatch, "get_object", broken)
    order(monkeypatch, "copy_object", broken)
    key = put(s3, "poison")
    for _ in range(5):
        collecting.poll()
    assert keys(s3) == [key]
    assert ObjectTrouble.objects.get().failures == 5
    assert not Intake.objects.exists()


@pytest.mark.parametrize(
    "trouble", [refusal("SlowDown", 503), refusal("X", 500), EndpointConnectionError(endpoint_url="http://x")]
)
def test_trouble_of_s3_is_nobody_elses(
    s3: Any, bot: Agent, monkeypatch: pytest.MonkeyPatch, trouble: Exception
) -> None:
    """I18"""

    def fault(*_: Any, **__: Any) -> None:
        raise trouble

    put(s3, "a")
    order(monkeypatch, "get_object", fault)
    for _ in range(4):
        with pytest.raises(S3Trouble):
            collecting.poll()
    assert not ObjectTrouble.objects.exists()
    assert keys(s3) == ["inbound/a"]


class _Trouble(BaseHTTPRequestHandler):
    """An S3 that answers 500 to all, or, asked for a slow one, not in time."""

    slow = False

    def do_GET(self) -> None:
        if self.slow:
            time.sleep(2)
        with contextlib.suppress(OSError):
            self.send_error(500)

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.mark.parametrize("slow", [True, False])
def test_an_s3_that_is_slow_or_broken_is_polled_again_and_costs_no_object_a_try(
    s3: Any, settings: Any, monkeypatch: pytest.MonkeyPatch, slow: bool
) -> None:
    """I18, over HTTP: the poll ends within the client's time-out."""
    put(s3, "a")
    monkeypatch.setattr(_Trouble, "slow", slow)
    monkeypatch.setattr(amazon, "CONFIG", amazon.CONFIG.merge(Config(read_timeout=0.3)))
    here = settings.AWS_ENDPOINT
    with ThreadingHTTPServer(("127.0.0.1", 0), _Trouble) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        settings.AWS_ENDPOINT = f"http://127.0.0.1:{server.server_address[1]}"
        with pytest.raises(S3Trouble, match="cannot be listed"):
            collecting.poll()
        with pytest.raises(S3Trouble):
            collecting.take_one("inbound/a", size=10, arrived_at=datetime.now(UTC))
        server.shutdown()
    assert not ObjectTrouble.objects.exists()
    settings.AWS_ENDPOINT = here
    assert collecting.poll().accepted == 1


def test_three_polls_without_a_database_quarantine_nothing(
    s3: Any, bot: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    """I18"""
    put(s3, "a")

    def away(*_: Any, **__: Any) -> None:
        raise OperationalError("the database system is shutting down")

    with monkeypatch.context() as patch:
        patch.setattr(intake, "accept", away)
        for _ in range(4):
            with contextlib.suppress(OperationalError):
                collecting.poll()
    assert not ObjectTrouble.objects.exists()
    assert collecting.poll().accepted == 1


def test_an_object_that_somebody_else_took_is_passed_over(s3: Any, bot: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    put(s3, "a")

    def taken(call: Any, **question: Any) -> Any:
        raise refusal("NoSuchKey", 404)

    order(monkeypatch, "get_object", taken)
    assert collecting.poll().gone == 1
    assert not ObjectTrouble.objects.exists()


def test_a_mail_that_names_none_of_us_or_cannot_be_read_is_kept_all_the_same(s3: Any, bot: Agent) -> None:
    put(s3, "bcc", letter(to="list@elsewhere.example"))
    put(s3, "empty", b"\r\n")
    assert collecting.poll().accepted == 2
    drain("inbound")
    ends = sorted(Intake.objects.values_list("state", "reason"))
    assert ends == [("failed", "unreadable"), ("processed", "unrouted")]


def test_with_the_switch_off_the_bucket_is_left_alone_and_on_again_its_mail_comes(
    s3: Any, bot: Agent, settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the sweep and by the command alike."""
    put(s3, "a")
    put(s3, "b")
    settings.INBOUND_ENABLED = False
    enqueue("poll_s3", {})
    drain("inbound")
    with pytest.raises(CommandError, match="mail stays in the bucket"):
        call_command("poll_s3")
    assert keys(s3) == ["inbound/a", "inbound/b"]
    settings.INBOUND_ENABLED = True
    call_command("poll_s3", most=1)
    assert capsys.readouterr().out.startswith("1 accepted")
    enqueue("poll_s3", {})
    drain("inbound")
    assert keys(s3) == []
    assert Intake.objects.filter(reason="delivered").count() == 2


def test_an_object_far_too_big_is_not_even_read(s3: Any, bot: Agent, settings: Any) -> None:
    settings.SMTP_MAX_SIZE = 10
    put(s3, "big", b"x" * 100)
    assert collecting.poll().failed == 1
    assert not RawMessage.objects.exists()


def test_only_the_topmost_authentication_results_is_kept(s3: Any, bot: Agent) -> None:
    mine = b"Authentication-Results: amazonses.com;\r\n dkim=pass header.d=example.org\r\n"
    forged = b"Authentication-Results: amazonses.com; dmarc=pass\r\n"
    put(s3, "a", mine + forged + letter())
    collecting.poll()
    assert Intake.objects.get().auth_results == "amazonses.com; dkim=pass header.d=example.org"
    assert border.topmost(b"Subject: x\r\n\r\nAuthentication-Results: body\r\n") == ""


def test_the_key_alone_is_enough_for_a_notification(s3: Any, bot: Agent) -> None:
    key = put(s3, "a")
    assert collecting.take_one(key, size=100, arrived_at=datetime.now(UTC)).accepted == 1
    assert keys(s3) == []
    assert bucket.Bucket(s3).read(Found(datetime.now(UTC), key, 1)) is None
