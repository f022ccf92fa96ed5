"""Quarantine and holds: what operators can do, once, and without repeating what was done."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from inbound import quarantine, repairs
from inbound.arrival import Arrival
from inbound.intake import accept
from inbound.models import AgentUsage, Intake, RawMessage, ReceivedEmail
from onboarding.models import Agent, Member
from tests import recipes
from tests.inbound.letters import DOMAIN, letter
from tests.inbound.road import arrive
from worker import bulk
from worker.models import BulkRun, Job
from worker.testing import drain

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def bot() -> Agent:
    agent: Agent = recipes.agent.make(slug="bot")
    return agent


@pytest.fixture
def operator(client: Client) -> Client:
    member = Member.objects.create_superuser("operator@example.org", "x" * 12)
    client.force_login(member)
    return client


def failed(count: int = 1, **fields: Any) -> list[Intake]:
    for n in range(count):
        accept([Arrival(raw=letter(f"mail {n}"), recipients=(f"bot@{DOMAIN}",), sender="a@b.example")])
    Job.objects.update(state="failed", errors=[{"attempt": 12, "exception": "ZeroDivisionError", "traceback": "a bug"}])
    Intake.objects.update(**{"state": "failed", "reason": "processing-failed", **fields})
    return list(Intake.objects.order_by("pk"))


def test_a_failed_mail_is_processed_again(bot: Agent) -> None:
    [intake] = failed()
    assert quarantine.redrive(intake, by="operator")
    drain("inbound")
    intake.refresh_from_db()
    assert (intake.state, intake.reason) == ("processed", "delivered")
    assert not quarantine.redrive(intake, by="operator")


def test_a_mail_whose_bytes_are_gone_is_not_started(bot: Agent) -> None:
    [intake] = failed()
    RawMessage.objects.all().delete()
    intake = Intake.objects.get()
    assert not quarantine.redrive(intake, by="operator")
    assert Intake.objects.get().state == "failed"


def test_an_edited_copy_takes_the_place_of_the_original_and_a_resend_has_no_second_effect(bot: Agent) -> None:
    """I7, I28"""
    [intake] = failed()
    original = bytes(RawMessage.objects.get().content)
    copied = quarantine.replace(intake, raw=letter("what was meant"), recipient=f"bot@{DOMAIN}", by="operator")
    assert copied.copy is not None
    drain("inbound")
    copied.copy.refresh_from_db()
    assert (copied.copy.state, copied.copy.reason, copied.copy.replaces) == ("processed", "delivered", intake)
    accept([Arrival(raw=b"Received: again\r\n" + original, recipients=(f"bot@{DOMAIN}",), sender="a@b.example")])
    drain("inbound")
    assert list(Intake.objects.order_by("pk").values_list("state", flat=True)) == ["replaced", "processed"]
    assert ReceivedEmail.objects.get().root_id == intake.pk
    assert AgentUsage.objects.get().messages == 1


def test_a_copy_that_changes_nothing_is_the_original_processed_again(bot: Agent) -> None:
    [intake] = failed()
    copied = quarantine.replace(intake, raw=bytes(RawMessage.objects.get().content), recipient=intake.recipient, by="x")
    assert copied.copy is None
    assert Intake.objects.get().state == "accepted"


def test_a_copy_of_what_moved_on_meanwhile_leaves_nothing_behind(bot: Agent) -> None:
    [intake] = failed()
    Intake.objects.update(state="dismissed")
    assert quarantine.replace(intake, raw=letter("new"), recipient=f"bot@{DOMAIN}", by="x").copy is None
    assert Intake.objects.count() == 1


def test_messages_are_counted_once_whatever_comes_round_again(bot: Agent) -> None:
    arrive(letter(), f"bot@{DOMAIN}")
    Intake.objects.update(state="failed")
    assert quarantine.redrive(Intake.objects.get(), by="operator")
    drain("inbound")
    assert AgentUsage.objects.get().messages == 1


def test_held_mail_is_approved_or_rejected_once(bot: Agent) -> None:
    """I29"""
    [one, two] = failed(2, state="held", reason="unverified")
    assert quarantine.approve(one, by="operator", now=timezone.now())
    assert not quarantine.approve(one, by="operator", now=timezone.now())
    assert not quarantine.reject(one, reason="rejected", by="operator")
    assert quarantine.reject(two, reason="rejected", by="operator")
    drain("inbound")
    assert sorted(Intake.objects.values_list("state", "reason")) == [
        ("processed", "delivered"),
        ("rejected", "rejected"),
    ]


def test_a_run_over_many_goes_in_steps_and_shows_how_far_it_is(bot: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "STEP", 3)
    intakes = failed(8)
    run = bulk.begin(repairs.DISMISS, [intake.pk for intake in intakes], by="operator@example.org", reason="spam")
    Intake.objects.filter(pk=intakes[4].pk).update(state="accepted")
    drain("maintenance")
    run.refresh_from_db()
    assert (run.total, run.done, run.skipped, run.ended_at is not None) == (8, 7, 1, True)
    assert run.remarks == [[intakes[4].pk, "it is accepted, or its bytes are not kept any more"]]
    assert Intake.objects.filter(state="dismissed", detail__contains="spam").count() == 7


def test_held_mail_is_decided_in_bulk(bot: Agent) -> None:
    intakes = failed(4, state="held", reason="unverified")
    numbers = [intake.pk for intake in intakes]
    assert bulk.act(repairs.APPROVE, numbers[:2], by="operator@example.org").done == numbers[:2]
    assert bulk.act(repairs.REJECT, numbers, by="operator@example.org").done == numbers[2:]
    drain("inbound")
    assert Intake.objects.filter(state="processed", reason="delivered").count() == 2
    assert Intake.objects.filter(state="rejected", reason="rejected").count() == 2


# -- in the admin


def change(client: Client, intake: Intake) -> Any:
    return client.get(reverse("admin:inbound_intake_change", args=[intake.pk]))


def test_the_case_page_shows_what_there_is_to_know(operator: Client, bot: Agent) -> None:
    [intake] = failed()
    page = change(operator, intake)
    assert page.status_code == 200
    for words in ("mail 0", "a@b.example", "ZeroDivisionError", "Process an edited copy", "Message-ID"):
        assert words in page.content.decode(), words
    assert b"mail 0" in operator.get(reverse("admin:inbound_intake_raw", args=[intake.pk])).content


def test_a_mails_own_page_cannot_run_or_fetch_anything(operator: Client, bot: Agent) -> None:
    evil = (
        letter("x").replace(b"text/plain", b"text/html").replace(b"\r\n\r\nx", b"\r\n\r\n<script>alert(1)</script>hi")
    )
    accept([Arrival(raw=evil, recipients=(f"bot@{DOMAIN}",))])
    response = operator.get(reverse("admin:inbound_intake_page", args=[Intake.objects.get().pk]))
    assert response["Content-Security-Policy"].startswith("sandbox; default-src 'none'")
    assert b"hi" in response.content


def test_the_list_filters_and_acts_on_a_selection(operator: Client, bot: Agent) -> None:
    intakes = failed(3)
    url = reverse("admin:inbound_intake_changelist")
    assert b"processing-failed" in operator.get(url, {"state__exact": "failed"}).content
    chosen = {"action": "dismiss", "_selected_action": [intakes[0].pk]}
    operator.post(url, chosen)
    assert not Intake.objects.filter(state="dismissed").exists()
    operator.post(url, {**chosen, "reason": "spam"})
    assert Intake.objects.get(state="dismissed").pk == intakes[0].pk
    operator.post(url, {"action": "redrive", "_selected_action": [i.pk for i in intakes]})
    assert Intake.objects.filter(state="accepted").count() == 2


def test_all_that_match_the_filter_become_a_run(operator: Client, bot: Agent) -> None:
    intakes = failed(3)
    Intake.objects.filter(pk=intakes[2].pk).update(reason="unreadable")
    url = reverse("admin:inbound_intake_changelist") + "?reason=processing-failed"
    operator.post(url, {"action": "redrive", "_selected_action": [intakes[0].pk], "select_across": "1"})
    run = BulkRun.objects.get()
    assert (run.total, run.filters, run.by) == (2, {"reason": "processing-failed"}, "operator@example.org")
    drain("maintenance", "inbound")
    assert Intake.objects.filter(state="processed").count() == 2
    assert b"Process again" in operator.get(reverse("admin:worker_bulkrun_change", args=[run.pk])).content


def test_the_case_acts_and_edits(operator: Client, bot: Agent) -> None:
    one, two, three = failed(3)
    operator.post(reverse("admin:inbound_intake_act", args=[one.pk]), {"action": "redrive"})
    operator.post(reverse("admin:inbound_intake_act", args=[two.pk]), {"action": "dismiss"})
    edit = reverse("admin:inbound_intake_edit", args=[three.pk])
    assert b"mail 2" in operator.get(edit).content
    text = bytes(RawMessage.objects.get(pk=three.raw_id).content).decode()
    operator.post(edit, {"recipient": f"postmaster@{DOMAIN}", "raw": text.replace("\r\n", "\n")})
    drain("inbound")
    states = dict(Intake.objects.values_list("pk", "state"))
    assert (states[one.pk], states[two.pk], states[three.pk]) == ("processed", "failed", "replaced")
    copy = Intake.objects.get(replaces=three)
    assert (copy.ingress, copy.reason) == ("edit", "filed")
    assert copy.raw is not None
    assert bytes(copy.raw.content).decode() == text


def test_whoever_may_not_change_mail_cannot_act_on_it(client: Client, bot: Agent) -> None:
    [intake] = failed()
    client.force_login(recipes.member.make(is_staff=True))
    assert client.post(reverse("admin:inbound_intake_act", args=[intake.pk]), {"action": "redrive"}).status_code == 403
    assert client.get(reverse("admin:inbound_intake_raw", args=[intake.pk])).status_code == 403
