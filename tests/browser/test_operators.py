"""The main roads of the admin, as an operator walks them: a quarantined mail, a failed job, a paused lane, a hold."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import Group
from django.urls import reverse
from django.utils import timezone
from selenium.webdriver.common.by import By

from inbound.models import Intake
from notifications.models import Hold
from onboarding.models import Member
from tests import recipes
from tests.browser.test_building import is_signed_in
from tests.browser.visitor import Visitor
from tests.inbound.letters import DOMAIN, letter
from tests.inbound.road import arrive
from tests.journeys.processes import eventually
from worker import figures
from worker.models import Job
from worker.testing import drain

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(300)]

Visit = Callable[..., Visitor]


@pytest.fixture
def operator(visit: Visit) -> Visitor:
    """Of the role triage, on the dashboard."""
    member = Member.objects.create_user("tove@holdfast.example", "pw", is_staff=True, name="Tove")
    member.groups.add(Group.objects.get_or_create(name="triage")[0])
    visitor = visit(1300, 900)
    is_signed_in(visitor, member)
    visitor.goes_to("/admin/")
    return visitor


def click(visitor: Visitor, selector: str) -> None:
    element = visitor.chrome.find_element(By.CSS_SELECTOR, selector)
    visitor.chrome.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
    element.click()


def sees(visitor: Visitor, words: str) -> None:
    eventually(lambda: words in visitor.reads("body"), within=20, why=lambda: visitor.reads("body"))


def quarantined() -> Intake:
    intake = arrive(letter("hello", to=f"postmaster@{DOMAIN}"), f"postmaster@{DOMAIN}")
    Intake.objects.filter(pk=intake.pk).update(state="failed", reason="unreadable", ended_at=None)
    return intake


def test_a_quarantined_mail_is_seen_edited_and_processed(operator: Visitor) -> None:
    intake = quarantined()
    operator.goes_to("/admin/")
    click(operator, "#quarantine tbody a")
    sees(operator, "unreadable")
    operator.photographs("admin-quarantine")
    operator.goes_to(reverse("admin:inbound_intake_change", args=[intake.pk]))
    sees(operator, "What can be done")
    click(operator, f'a[href="{reverse("admin:inbound_intake_edit", args=[intake.pk])}"]')
    text = operator.chrome.find_element(By.NAME, "raw")
    operator.chrome.execute_script("arguments[0].value = arguments[0].value.replace('hello', 'repaired')", text)
    operator.chrome.execute_script("arguments[0].form.requestSubmit()", text)
    sees(operator, "the edited copy")
    drain("inbound")
    intake.refresh_from_db()
    assert intake.state == Intake.State.REPLACED
    copy = Intake.objects.get(replaces=intake)
    assert (copy.state, copy.email.text.strip()) == (Intake.State.PROCESSED, "repaired")
    operator.goes_to(reverse("trace") + f"?what={intake.pk}")
    sees(operator, "accepted at the door")
    operator.photographs("admin-trace")
    assert operator.complaints() == []


def test_a_failed_job_is_re_driven(operator: Visitor) -> None:
    job = Job.objects.create(kind="prune_jobs", lane="maintenance", state="failed", failed_at=datetime.now(UTC))
    operator.goes_to("/admin/")
    click(operator, "#failed-jobs tbody a")
    sees(operator, "prune_jobs")
    operator.goes_to(reverse("admin:worker_job_change", args=[job.pk]))
    operator.chrome.find_element(By.XPATH, "//button[contains(., 'Re-drive')]").click()
    sees(operator, "Re-drive: 1 done.")
    drain("maintenance")
    job.refresh_from_db()
    assert job.state == "completed"
    assert operator.complaints() == []


def test_a_lane_is_paused_and_resumed_on_the_dashboard(operator: Visitor) -> None:
    def is_paused() -> bool:
        return any(lane.name == "mail" and lane.paused_by for lane in figures.lanes())

    form = f'form[action="{reverse("lane", args=["mail"])}"] button'
    click(operator, form)
    sees(operator, "mail is paused")
    sees(operator, "paused by")
    assert is_paused()
    operator.photographs("admin-dashboard")
    click(operator, form)
    sees(operator, "mail is resumed")
    assert not is_paused()
    assert operator.complaints() == []


def test_a_hold_is_released(operator: Visitor) -> None:
    intake = arrive(letter("hello", to=f"postmaster@{DOMAIN}"), f"postmaster@{DOMAIN}")
    Intake.objects.filter(pk=intake.pk).update(state="held", reason="policy", ended_at=None)
    hold = Hold.objects.create(
        direction=Hold.Direction.IN,
        subject_id=intake.pk,
        agent=recipes.agent.make(),
        title="From a stranger",
        reasons=["They have not written before."],
        expires_at=timezone.now() + timedelta(days=7),
    )
    operator.goes_to("/admin/")
    click(operator, "#holds tbody a")
    sees(operator, "From a stranger")
    click(operator, "input[name=_selected_action]")
    select = operator.chrome.find_element(By.NAME, "action")
    operator.chrome.execute_script(
        "arguments[0].value = 'approve'; arguments[0].dispatchEvent(new Event('change', {bubbles: true}));"
        "arguments[0].form.requestSubmit()",
        select,
    )
    sees(operator, "approved")
    hold.refresh_from_db()
    assert hold.state == Hold.State.APPROVED
    drain("inbound")
    intake.refresh_from_db()
    assert intake.state == Intake.State.PROCESSED
    assert operator.complaints() == []
