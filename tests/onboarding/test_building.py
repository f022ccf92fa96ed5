"""The page *Building your profile*, for every state that its rows can be in."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from onboarding import building
from onboarding.fakes.server import FakeApis
from onboarding.models import Member, ProfileBuild, ProfileRevision
from onboarding.sight import MOVING, Sight
from onboarding.start import start
from tests import recipes
from worker.models import Job
from worker.testing import drain, hurry

pytestmark = pytest.mark.django_db(transaction=True)

MIRA, ABSENT = "0000-0000-1000-0013", "0000-0000-1000-0048"


def signed_in(client: Client, **about: Any) -> Member:
    member: Member = recipes.member.make(**{"orcid": MIRA, **about})
    client.force_login(member)
    return member


def page(client: Client) -> str:
    response = client.get(reverse("building"), follow=True)
    assert response.status_code == 200
    return response.content.decode()


def in_state(member: Member, wanted: Sight) -> None:
    """Bring the rows into a state that shows so."""
    if wanted in (Sight.NO_ORCID, Sight.MISSING):
        return
    build = start(member=member)
    match wanted:
        case Sight.RUNNING:
            Job.objects.update(state="running", claim=1)
            build.stages.filter(place=0).update(state="running", done=1, total=3)
        case Sight.RETRYING:
            Job.objects.update(attempt=2, run_at=timezone.now() + timedelta(minutes=1))
            build.stages.filter(place=0).update(state="running", note="ORCID did not answer.")
        case Sight.LOST:
            Job.objects.all().delete()
        case Sight.FAILED:
            build.stages.filter(place=0).update(state="failed")
            assert build.fail(reason="ORCID did not answer.")
        case Sight.STOPPED:
            assert build.cancel(reason="It was stopped by an operator.")
        case Sight.READY | Sight.FINISHED:
            assert build.finish()
            revision = recipes.revision.make(profile__member=member, text="Works on cells.")
            revision.profile.current = revision
            revision.profile.save()
            if wanted == Sight.FINISHED:
                Member.objects.filter(pk=member.pk).update(onboarded_at=timezone.now())


WAY_ON = {
    Sight.NO_ORCID: "Write it yourself",
    Sight.MISSING: "hx-get",
    Sight.QUEUED: "Waiting for its turn",
    Sight.RUNNING: "this usually takes",
    Sight.RETRYING: "after 2 of 5 tries",
    Sight.LOST: "Try again",
    Sight.FAILED: "Try again",
    Sight.STOPPED: "Build it again",
    Sight.READY: "Save and finish",
    Sight.FINISHED: "Works on cells.",
}


@pytest.mark.parametrize("wanted", list(Sight))
def test_every_state_has_its_page_and_a_way_on(client: Client, wanted: Sight) -> None:
    """O1: never a blank, never an endless spinner."""
    member = signed_in(client, orcid="" if wanted == Sight.NO_ORCID else MIRA)
    in_state(member, wanted)
    member.refresh_from_db()
    assert building.seen_by(member, now=timezone.now()).sight == wanted
    shown = page(client)
    assert WAY_ON[wanted] in shown
    assert ("hx-trigger" in shown) == (wanted in MOVING)
    assert ('http-equiv="refresh"' in shown) == (wanted in MOVING)


@pytest.mark.parametrize("wanted", list(Sight))
def test_what_htmx_asks_for_is_the_moving_part_or_the_word_to_load_anew(client: Client, wanted: Sight) -> None:
    member = signed_in(client, orcid="" if wanted == Sight.NO_ORCID else MIRA)
    in_state(member, wanted)
    response = client.get(reverse("building"), headers={"HX-Request": "true"})
    if wanted in MOVING:
        assert response.content.decode().startswith("<section")
    else:
        assert response.headers["HX-Refresh"] == "true"


def test_a_member_without_a_build_gets_one_by_looking(client: Client) -> None:
    """O1: the job that should exist and does not."""
    member = signed_in(client)
    page(client)
    assert member.builds.get().state == "running"
    assert Job.objects.unfinished().count() == 1


def test_signing_up_with_an_orcid_starts_the_build_and_lands_on_its_page(client: Client) -> None:
    about = {
        "email": "mira@example.org",
        "name": "Mira",
        "orcid": MIRA,
        "time_zone": "UTC",
        "password": "seven otters 7",
    }
    response = client.post(reverse("sign-up"), about, follow=True)
    assert response.redirect_chain[-1][0] == reverse("building")
    assert Member.objects.get().builds.get().orcid == MIRA


def test_try_again_goes_on_where_it_stopped_and_a_second_click_does_nothing(client: Client, apis: FakeApis) -> None:
    """O1, O2."""
    member = signed_in(client, orcid=ABSENT)
    start(member=member)
    drain("profile")
    assert "has no public record" in page(client)
    for _ in range(2):
        client.post(reverse("build-again"))
    assert Job.objects.unfinished().count() == 1
    assert member.builds.count() == 1


def test_build_it_again_without_an_orcid_asks_for_it(client: Client) -> None:
    signed_in(client, orcid="")
    assert client.post(reverse("build-again")).headers["Location"] == reverse("settings")


def test_from_sign_up_to_finished(client: Client, apis: FakeApis) -> None:
    member = signed_in(client)
    page(client)
    for _ in range(3):
        drain("profile")
        hurry()
    assert "Your profile is ready to read" in page(client)
    form = client.get(reverse("building")).context["form"].initial
    client.post(reverse("profile-edit"), {**form, "text": form["text"] + "\nShe likes tea.", "finish": "1"})
    member.refresh_from_db()
    assert member.onboarded_at is not None
    current = member.profile.current
    assert current is not None
    assert (current.number, current.origin, current.author) == (2, "edited", member)
    assert "She likes tea." in current.text
    assert client.get(reverse("home")).status_code == 200


def test_a_new_build_does_not_replace_words_of_their_own(client: Client, apis: FakeApis) -> None:
    """O5: it is kept beside, and said so."""
    member = signed_in(client)
    in_state(member, Sight.FINISHED)
    ProfileRevision.objects.update(origin="edited")
    ProfileBuild.objects.all().delete()
    client.post(reverse("build-again"))
    for _ in range(3):
        drain("profile")
        hurry()
    assert member.builds.get().state == "done"
    shown = client.get(reverse("profile")).content.decode()
    assert "Works on cells." in shown
    assert "A newer draft is kept" in shown
    assert member.profile.revisions.count() == 2


def test_the_usual_time_is_learnt_from_what_stages_took_here() -> None:
    assert building.in_words(3) == "a few seconds"
    assert building.in_words(22) == "about 20 seconds"
    assert building.in_words(170) == "about 3 minutes"
