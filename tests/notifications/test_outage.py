"""The mail provider is away, over real SMTP and HTTP: no mail loses an attempt, and a long queue stays a queue."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone
from pytest_django import Settings

from notifications import outage, outbox, rendering, sending_rate
from notifications.models import MailOutage, OutgoingEmail
from tests import recipes
from tests.aws import aws, moto_url  # noqa: F401  fixtures
from tests.notifications.conftest import Scene, use_smtp
from tests.notifications.sink import Server, Sink
from worker import direct
from worker.models import Job
from worker.testing import drain, hurry

pytestmark = pytest.mark.django_db(transaction=True)
NOBODY_LISTENS = 1
HELLO = rendering.Parts("Hello", "Words.\n", "")


def queue(count: int = 1) -> list[OutgoingEmail]:
    members = [recipes.member.make() for _ in range(count)]
    return [outbox.put(category="confirmation", to=each.email, member=each, parts=HELLO) for each in members]


def its_rest_is_over() -> None:
    """As if the provider had been left alone for long enough."""
    MailOutage.objects.update(until=timezone.now() - timedelta(seconds=1))
    hurry()


def outcome() -> tuple[str, int, str, int]:
    """Of the one mail and its job."""
    mail, job = OutgoingEmail.objects.get(), Job.objects.get()
    return mail.state, mail.doubts, job.state, job.attempt


def test_an_outage_spends_no_attempt_however_long_it_lasts(settings: Settings) -> None:
    """N2: far more tries than a job has attempts; then the mail goes out at its first."""
    use_smtp(settings, NOBODY_LISTENS)
    queue()
    for tries in range(1, 31):
        drain("mail")
        assert outcome() == ("queued", 0, "pending", 0)
        assert MailOutage.objects.get().failures == tries
        its_rest_is_over()
    assert "cannot reach" in OutgoingEmail.objects.get().reason
    with Server() as server:
        use_smtp(settings, server.port)
        drain("mail")
        assert outcome() == ("sent", 0, "completed", 1)
        assert len(server.sink.got) == 1
    assert not MailOutage.objects.exists()


def test_a_long_queue_is_left_alone_while_the_provider_is_away(settings: Settings) -> None:
    """N19: one mail tries; the others are neither claimed nor put back, and all go when the provider is there again."""
    use_smtp(settings, NOBODY_LISTENS)
    queue(40)
    before = dict(Job.objects.values_list("pk", "run_at"))
    for _ in range(5):
        drain("mail")
        MailOutage.objects.update(until=timezone.now() - timedelta(seconds=1))
    moved = [job for job in Job.objects.all() if job.run_at != before[job.pk]]
    assert len(moved) == 5
    with Server() as server:
        use_smtp(settings, server.port)
        hurry()
        drain("mail")
        assert len(server.sink.got) == 40


def test_the_wait_doubles_up_to_a_minute_and_those_who_fail_meanwhile_do_not_lengthen_it() -> None:
    waits = []
    for _ in range(8):
        waits.append(round(outage.lasts("down")))
        again = outage.lasts("down")
        assert again <= waits[-1] + 0.5
        MailOutage.objects.update(until=timezone.now() - timedelta(seconds=1))
    assert waits == [5, 10, 20, 40, 60, 60, 60, 60]


def test_of_all_processes_one_mail_tries_whether_the_provider_is_back(settings: Settings) -> None:
    settings.MAIL_RATE = 0
    with direct.connect() as conn:
        assert sending_rate.mails(conn) is None
        outage.lasts("down")
        assert (sending_rate.mails(conn), sending_rate.notices(conn)) == (0, 0)
        its_rest_is_over()
        assert (sending_rate.mails(conn), sending_rate.notices(conn)) == (1, 1)
        settings.MAIL_RATE = 10
        assert (sending_rate.mails(conn), sending_rate.notices(conn)) == (1, 1)


def test_silence_before_the_mail_was_handed_over_is_a_certain_no(sink: Sink, settings: Settings) -> None:
    """N3: a time-out at RCPT leaves no doubt, so nobody waits for an answer that cannot come."""
    use_smtp(settings, settings.MAILERS["default"]["OPTIONS"]["port"], timeout=0.5)
    sink.rcpt_answers = ["hang"]
    queue()
    drain("mail")
    assert outcome() == ("queued", 0, "pending", 0)
    its_rest_is_over()
    drain("mail")
    assert outcome() == ("sent", 0, "completed", 1)
    assert len(sink.got) == 1


def test_silence_after_the_mail_was_handed_over_is_a_doubt(sink: Sink, settings: Settings) -> None:
    """N3: the mail is in the mailbox, and nobody told us."""
    use_smtp(settings, settings.MAILERS["default"]["OPTIONS"]["port"], timeout=0.5)
    sink.answers = ["hang"]
    queue()
    drain("mail")
    assert outcome()[:2] == ("unknown", 1)
    assert len(sink.got) == 1
    assert not MailOutage.objects.exists()


def test_a_slow_provider_is_waited_for(sink: Sink) -> None:
    sink.delay = 0.4
    queue()
    drain("mail")
    assert outcome() == ("sent", 0, "completed", 1)


ABOUT_ALL = ["421 4.7.0 too many mails from you", "451 4.3.0 queue is full", "452 out of storage", "451 4.4.1 no route"]
ABOUT_ONE = ["450 4.7.1 greylisted", "452 4.2.2 over quota", "451 try later", "450 mailbox busy"]


@pytest.mark.parametrize("words", ABOUT_ALL)
@pytest.mark.parametrize("where", ["rcpt_answers", "answers"])
def test_what_any_mail_would_have_been_told_is_an_outage(sink: Sink, where: str, words: str) -> None:
    """N2."""
    setattr(sink, where, [words])
    queue()
    drain("mail")
    assert outcome() == ("queued", 0, "pending", 0)
    assert words[:3] in MailOutage.objects.get().reason


@pytest.mark.parametrize("words", ABOUT_ONE)
@pytest.mark.parametrize("where", ["rcpt_answers", "answers"])
def test_what_only_this_mail_was_told_holds_up_no_other(sink: Sink, where: str, words: str) -> None:
    """N1, N2: it waits by itself, and its attempts are counted, since it may be told so for ever."""
    setattr(sink, where, [words])
    first, second = queue(2)
    drain("mail")
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.state, second.state) == ("queued", "sent")
    assert Job.objects.get(key=f"mail:{first.pk}").attempt == 1
    assert not MailOutage.objects.exists()


def test_a_permanent_no_is_no_outage(sink: Sink) -> None:
    """N2."""
    sink.rcpt_answers = ["550 5.7.1 not from you"]
    queue()
    drain("mail")
    assert outcome() == ("refused", 0, "completed", 1)
    assert not MailOutage.objects.exists()


def test_a_question_outlives_an_outage_and_is_asked_once(settings: Settings, scene: Scene) -> None:
    use_smtp(settings, NOBODY_LISTENS)
    question = scene.ask()
    for _ in range(15):
        drain("notify")
        its_rest_is_over()
    question.refresh_from_db()
    assert question.state == "pending"
    with Server() as server:
        use_smtp(settings, server.port)
        drain("notify")
        assert len(server.sink.got) == 1
    question.refresh_from_db()
    assert question.state == "sent"


def test_an_outage_of_more_than_a_day_ends_the_mail_with_what_the_provider_said_last(settings: Settings) -> None:
    """N2: mail ages out, because old news is worse than none."""
    use_smtp(settings, NOBODY_LISTENS)
    queue()
    drain("mail")
    Job.objects.update(expires_at=F("created_at") - timedelta(seconds=1))
    its_rest_is_over()
    drain("mail")
    mail = OutgoingEmail.objects.get()
    assert mail.state == "refused"
    assert "cannot reach" in mail.reason


@contextmanager
def ses_that(status: int, body: str = "") -> Iterator[tuple[str, list[str]]]:
    """An HTTP server in SES's place that answers each request so; status 0 breaks off without a word."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
            if status:
                self.send_response(status)
                self.send_header("Content-Type", "text/xml")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body.encode())

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", asked
    finally:
        server.shutdown()
        server.server_close()


def use_ses(settings: Settings, url: str = "") -> None:
    settings.MAIL_OUTLET = "ses"
    settings.MAILERS = {"default": {"BACKEND": "notifications.outlets.ses.Backend"}}
    if url:
        settings.AWS_SES_REGION_ENDPOINT_URL = url


def error(code: str, words: str) -> str:
    inner = f"<Type>Sender</Type><Code>{code}</Code><Message>{words}</Message>"
    return f"<ErrorResponse><Error>{inner}</Error></ErrorResponse>"


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (400, "Throttling"),
        (503, "ServiceUnavailable"),
        (403, "AccessDenied"),
        (400, "AccountSendingPausedException"),
        (400, "LimitExceededException"),
    ],
)
def test_what_ses_tells_every_mail_is_an_outage(
    aws: Any,  # noqa: F811
    settings: Settings,
    status: int,
    code: str,
) -> None:
    """N2: throttled, barred, or without rights: an operator or time mends it, and no mail is lost meanwhile."""
    with ses_that(status, error(code, "Not now.")) as (url, asked):
        use_ses(settings, url)
        queue()
        for _ in range(13):
            drain("mail")
            its_rest_is_over()
        assert len(asked) == 13
        assert outcome() == ("queued", 0, "pending", 0)
    settings.AWS_SES_REGION_ENDPOINT_URL = settings.AWS_ENDPOINT
    aws("ses").verify_domain_identity(Domain="holdfast.example")
    drain("mail")
    assert outcome() == ("sent", 0, "completed", 1)


def test_a_request_to_ses_whose_answer_was_lost_is_not_repeated_behind_our_back(
    aws: Any,  # noqa: F811
    settings: Settings,
) -> None:
    """N3: botocore would post it up to five times."""
    with ses_that(0) as (url, asked):
        use_ses(settings, url)
        queue()
        drain("mail")
        assert len(asked) == 1
    assert outcome()[:2] == ("unknown", 1)


def test_a_server_error_of_ses_is_a_doubt(
    aws: Any,  # noqa: F811
    settings: Settings,
) -> None:
    with ses_that(500, error("InternalFailure", "Oops")) as (url, asked):
        use_ses(settings, url)
        queue()
        drain("mail")
        assert len(asked) == 1
    assert outcome()[:2] == ("unknown", 1)
