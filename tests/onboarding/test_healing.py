"""Stuck signups: found, put back on their way, and gone from the operators' list."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from onboarding import healing
from onboarding.fakes.server import FakeApis
from onboarding.models import Member
from onboarding.start import start
from tests import recipes
from worker import sweeps
from worker.models import Job
from worker.testing import drain

pytestmark = pytest.mark.django_db(transaction=True)

MIRA = "0000-0000-1000-0013"


def test_a_signup_whose_build_never_came_gets_one_by_the_sweep(apis: FakeApis) -> None:
    """O1."""
    member = recipes.member.make(orcid=MIRA)
    assert list(healing.stuck()) == [member]
    sweeps.tick()
    drain("maintenance")
    assert member.builds.filter(state="running").count() == 1
    assert not healing.stuck().exists()


def test_a_build_whose_job_vanished_gets_a_new_one(apis: FakeApis) -> None:
    """O1."""
    build = start(member=recipes.member.make(orcid=MIRA))
    Job.objects.all().delete()
    assert list(healing.stuck()) == [build.member]
    list(healing.heal())
    assert not healing.stuck().exists()
    drain("profile")
    build.refresh_from_db()
    assert build.state == "done"


@pytest.mark.parametrize("state", ["failed", "cancelled", "completed"])
def test_a_build_whose_job_ended_without_it_fails_rather_than_run_for_ever(state: str) -> None:
    """O1."""
    build = start(member=recipes.member.make(orcid=MIRA))
    Job.objects.update(state=state)
    assert "marked as failed" in next(healing.heal())
    build.refresh_from_db()
    assert (build.state, build.stages.get(place=0).state) == ("failed", "failed")
    assert not healing.stuck().exists()


def test_nobody_who_waits_or_has_finished_is_stuck() -> None:
    start(member=recipes.member.make(orcid=MIRA))
    recipes.member.make(orcid="")
    recipes.member.make(orcid=MIRA, onboarded_at=timezone.now())
    recipes.member.make(orcid=MIRA, is_active=False)
    written = recipes.revision.make(profile__member=recipes.member.make(orcid=MIRA))
    written.profile.current = written
    written.profile.save()
    failed = start(member=recipes.member.make(orcid=MIRA))
    failed.fail(reason="No.")
    assert not healing.stuck().exists()


def test_an_operator_sees_them_and_puts_them_back_with_one_action(client: Client) -> None:
    member = recipes.member.make(orcid=MIRA)
    client.force_login(Member.objects.create_superuser("op@example.org", "x"))
    url = reverse("admin:onboarding_stucksignup_changelist")
    assert member.email in client.get(url).content.decode()
    answer = client.post(url, {"action": "put_back", "_selected_action": [member.pk]}, follow=True).content.decode()
    assert "a build is started" in answer
    assert member.builds.exists()
    assert member.email not in client.get(url).content.decode()
