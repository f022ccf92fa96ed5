"""`manage.py trace`: one mail's whole story, in order, from whatever a person has at hand."""

import io
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from config.trace import NotFound, find
from inbound.models import Intake
from notifications import asking
from notifications.models import Category, OutgoingEmail
from notifications.reply_address import reply_address
from onboarding.models import Member
from tests import recipes
from tests.inbound.letters import DOMAIN, letter
from tests.inbound.road import arrive
from worker.ledger import operate
from worker.models import Job
from worker.testing import drain

pytestmark = pytest.mark.django_db(transaction=True)


def told(*arguments: str) -> str:
    out = io.StringIO()
    call_command("trace", *arguments, stdout=out, no_color=True)
    return out.getvalue()


@pytest.fixture
def filed() -> Intake:
    raw = letter("hello", to=f"postmaster@{DOMAIN}", message_id="<one@example.org>")
    return arrive(raw, f"postmaster@{DOMAIN}", remote_ip="192.0.2.1", helo="mx.example.org")


def test_a_mails_story_goes_from_the_connection_to_its_end_in_order(filed: Intake) -> None:
    lines = told(str(filed.pk)).splitlines()
    assert lines[0] == f"Mail {filed.pk}, processed: postmaster@{DOMAIN}"
    parts = [
        "accepted at the door SMTP",
        "process_intake queued",
        "claimed",
        "read as human",
        "processed:",
        "completed",
    ]
    places = [next(place for place, line in enumerate(lines) if part in line and place) for part in parts]
    assert places == sorted(places), "\n".join(lines)
    assert "192.0.2.1 (mx.example.org)" in lines[1]
    moments = [moment.at for moment in find(str(filed.pk))[0].moments]
    assert moments == sorted(moments)


@pytest.mark.parametrize("what", ["<one@example.org>", "one@example.org", "ann@example.org", f"postmaster@{DOMAIN}"])
def test_it_is_found_by_message_id_by_sender_and_by_recipient(filed: Intake, what: str) -> None:
    assert f"Mail {filed.pk}, processed" in told(what)


def test_it_is_found_by_its_job(filed: Intake) -> None:
    assert f"Mail {filed.pk}, processed" in told(f"job:{filed.job_id}")


def test_a_job_that_failed_tells_each_attempt_and_who_re_drove_it() -> None:
    now = datetime.now(UTC)
    errors = [{"time": now.timestamp(), "attempt": 1, "exception": "OSError: no route", "traceback": "Traceback …"}]
    job = Job.objects.create(kind="prune_jobs", lane="maintenance", state="failed", failed_at=now, errors=errors)
    operate.redrive([job.pk], by="ada@holdfast.example")
    story = told(f"job:{job.pk}", "--detail")
    assert "attempt 1 failed: OSError: no route" in story
    assert "    Traceback …" in story
    assert "re-driven by ada@holdfast.example" in story
    assert "is due, attempt 1 of" in story


def test_an_outgoing_mail_tells_what_became_of_it() -> None:
    now = datetime.now(UTC)
    mail = OutgoingEmail.objects.create(
        category=Category.NEWS, to="ada@example.org", subject="News", state="refused", reason="550 no", sending_at=now
    )
    OutgoingEmail.objects.filter(pk=mail.pk).update(created_at=now - timedelta(seconds=1))
    for what in (f"mail:{mail.pk}", "Ada@example.org"):
        lines = told(what).splitlines()
        assert [line.partition(": ")[2] for line in lines[1:4]] == [
            "news to ada@example.org decided: News",
            "handed to the provider",
            "refused: 550 no",
        ]


def test_a_question_and_what_was_sent_about_it_are_one_story() -> None:
    """In order: it was handed over before the provider had it, though the job's clock was read earlier."""
    proposal = recipes.proposal.make()
    owner = proposal.agent_a.owner
    question = asking.ask_now(owner, category=Category.PROPOSAL_REVIEW, now=datetime.now(UTC))
    assert question
    drain()
    again = OutgoingEmail.objects.get(notification=question)
    again.pk, again.effect_key = None, "once more"
    again.save()
    [story] = find(owner.email)
    assert story.title.startswith(f"Notification {question.pk}")
    texts = [moment.text for moment in story.moments if moment.of == f"outgoing mail {again.pk - 1}"]
    assert [text.partition(" ")[0].strip(";") for text in texts] == ["proposal_review", "handed", "sent"]


def test_a_reply_is_read_before_it_has_its_effect() -> None:
    """The effect's own time is when its transaction began, not when it was over."""
    question = asking.ask_now(
        recipes.proposal.make().agent_a.owner, category=Category.PROPOSAL_REVIEW, now=datetime.now(UTC)
    )
    assert question
    drain()
    to = reply_address(notification_id=question.pk, generation=0)
    reply = arrive(letter("3, sounds great", author=question.member.email, to=to), to)
    [story] = find(str(reply.pk))
    texts = [moment.text for moment in story.moments]
    parts = ["accepted at", "process_intake queued", "claimed", "read as human", "responded", "rated 3", "processed:"]
    places = [next(place for place, text in enumerate(texts) if part in text) for part in parts]
    assert places == sorted(places), "\n".join(texts)


def test_what_is_not_known_is_told_with_the_forms_there_are() -> None:
    with pytest.raises(NotFound, match=r"Nothing is known of '12'.*job:40"):
        find("12")
    with pytest.raises(CommandError, match="Nothing is known"):
        call_command("trace", "nobody@example.org")


def test_the_page_tells_the_same_and_is_for_operators(filed: Intake) -> None:
    client = Client()
    assert client.get("/admin/trace/", {"what": filed.pk}).status_code == 302
    client.force_login(Member.objects.create_superuser("root@holdfast.example", "pw"))
    page = client.get("/admin/trace/", {"what": filed.pk}).content.decode()
    assert "accepted at the door SMTP" in page
    assert f"/admin/inbound/intake/{filed.pk}/change/" in page
    assert "Nothing is known" in client.get("/admin/trace/", {"what": "<script>alert(1)</script>"}).content.decode()
    assert "<script>alert" not in client.get("/admin/trace/", {"what": "<script>alert(1)</script>"}).content.decode()
