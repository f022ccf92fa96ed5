"""The pages of members: reviewing, all proposals, preferences, unsubscribing."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from notifications import preferences, unsubscribing
from notifications.models import Notification, OutgoingEmail, Preference, Review
from notifications.proposal_mails import parts_for
from tests import recipes
from tests.notifications.conftest import Scene
from tests.notifications.sink import Sink
from worker.testing import drain

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser(client: Client, scene: Scene) -> Client:
    client.force_login(scene.member)
    return client


def review_page(scene: Scene) -> str:
    return reverse("review-proposal", args=[scene.proposal.pk, scene.agent.pk])


def test_every_rating_link_of_a_mail_leads_to_the_page_with_that_rating_chosen(browser: Client, scene: Scene) -> None:
    mail = parts_for(scene.ask(), category="proposal_review")
    links = sorted(set(re.findall(r'href="http://[^/]+(/proposals/[^"]+rating=\d)"', mail.html)))
    assert len(links) == 4
    for link in links:
        page = browser.get(link).content.decode()
        assert re.search(rf'value="{link[-1]}"[^>]*checked', page)
    assert not Review.objects.exists(), "a scanner that follows links has answered (N11)"


def test_a_review_on_the_page_is_recorded_and_retires_the_question(browser: Client, scene: Scene) -> None:
    question = scene.ask()
    page = browser.post(review_page(scene), {"rating": "4", "comment": "at once"}, follow=True)
    assert "Recorded: 4 of 4" in page.content.decode()
    assert Review.objects.get().comment == "at once"
    assert Notification.objects.get(pk=question.pk).state == "responded"
    assert not OutgoingEmail.objects.filter(category="confirmation").exists()


@pytest.mark.parametrize("rating", ["", "0", "5", "2.5", "abc", "-1"])
def test_a_bad_rating_is_answered_with_what_is_wrong(browser: Client, scene: Scene, rating: str) -> None:
    page = browser.post(review_page(scene), {"rating": rating})
    assert page.status_code == 200
    assert "error" in page.content.decode()
    assert not Review.objects.exists()


def test_nobody_sees_or_answers_for_an_agent_that_is_not_theirs(client: Client, scene: Scene) -> None:
    """O7."""
    client.force_login(recipes.member.make())
    assert client.get(review_page(scene)).status_code == 404
    assert client.post(review_page(scene), {"rating": "1"}).status_code == 404
    assert scene.proposal.title not in client.get(reverse("proposals")).content.decode()
    other = reverse("review-proposal", args=[scene.proposal.pk, recipes.agent.make(owner=scene.member).pk])
    client.force_login(scene.member)
    assert client.get(other).status_code == 404


def test_a_revoked_delegate_is_locked_out_at_once(client: Client, scene: Scene) -> None:
    delegation = recipes.delegation.make(agent=scene.agent)
    client.force_login(delegation.member)
    assert client.get(review_page(scene)).status_code == 200
    type(delegation).objects.update(revoked_at=timezone.now())
    assert client.get(review_page(scene)).status_code == 404


def test_all_proposals_tell_what_waits_and_what_is_settled(browser: Client, scene: Scene) -> None:
    settled = recipes.proposal.make(agent_a=scene.agent)
    Review.objects.create(proposal=settled, agent=scene.agent, rating=3, reviewer=scene.member, via="email")
    page = browser.get(reverse("proposals")).content.decode()
    waiting, _, after = page.partition("Settled")
    assert scene.proposal.title in waiting
    assert settled.title in after
    assert "3 of 4" in after


def test_preferences_say_where_one_stands_in_words(browser: Client, scene: Scene) -> None:
    preferences.ensure([scene.member], now=timezone.now())
    mine = Preference.objects.filter(category="proposal_review")
    tomorrow = (timezone.now() + timedelta(days=1)).replace(hour=8, minute=0)
    mine.update(next_due_at=tomorrow)
    assert "Active, next tomorrow 8:00" in browser.get(reverse("preferences")).content.decode()
    mine.update(frequency="off", paused_by_system=True)
    assert "Paused: three mails went unanswered" in browser.get(reverse("preferences")).content.decode()


def test_choosing_a_frequency_ends_a_pause(browser: Client, scene: Scene) -> None:
    preferences.ensure([scene.member], now=timezone.now())
    Preference.objects.filter(category="proposal_review").update(frequency="off", paused_by_system=True, missed=0)
    browser.post(reverse("preferences"), {"category": "proposal_review", "frequency": "biweekly"})
    chosen = Preference.objects.get(category="proposal_review")
    assert (chosen.frequency, chosen.paused_by_system) == ("biweekly", False)
    assert chosen.next_due_at is not None


@pytest.mark.parametrize(("category", "frequency"), [("confirmation", "off"), ("nothing", "off"), ("news", "hourly")])
def test_what_cannot_be_chosen_changes_nothing(browser: Client, category: str, frequency: str) -> None:
    before = list(Preference.objects.values_list("category", "frequency"))
    page = browser.post(reverse("preferences"), {"category": category, "frequency": frequency})
    assert page.status_code in (200, 404)
    assert not before or list(Preference.objects.values_list("category", "frequency")) == before


def test_a_delegate_opts_out_of_one_agent_and_of_nobody_elses(client: Client, scene: Scene) -> None:
    delegation, other = recipes.delegation.make(agent=scene.agent), recipes.delegation.make()
    client.force_login(delegation.member)
    client.post(reverse("mail-about-agent", args=[delegation.pk]), {})
    assert not type(delegation).objects.get(pk=delegation.pk).notify
    client.post(reverse("mail-about-agent", args=[delegation.pk]), {"notify": "on"})
    assert type(delegation).objects.get(pk=delegation.pk).notify
    assert client.post(reverse("mail-about-agent", args=[other.pk]), {}).status_code == 404


@pytest.mark.django_db(transaction=True)
def test_one_click_unsubscribes_as_a_mail_client_does_it(client: Client, scene: Scene, sink: Sink) -> None:
    """RFC 8058 section 3.2, with nothing but what the mail itself carries: no cookie, no sign-in."""
    scene.ask()
    drain("notify")
    (got,) = sink.got
    address = re.fullmatch(r"<http://[^/]+(/unsubscribe/.+)>", got["List-Unsubscribe"])
    assert address is not None
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post(address[1], {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    off = Preference.objects.filter(frequency="off").values_list("category", flat=True)
    assert set(off) == {"proposal_review", "new_proposal"}, "new_proposal is off from the start"
    assert not Preference.objects.get(category="proposal_review").paused_by_system


@pytest.mark.parametrize("method", ["get", "head"])
def test_scanners_that_follow_the_link_do_not_unsubscribe(client: Client, scene: Scene, method: str) -> None:
    """N11."""
    preferences.ensure([scene.member], now=timezone.now())
    before = list(Preference.objects.order_by("pk").values())
    token = unsubscribing.token_for(scene.member.pk, "proposal_review")
    assert getattr(client, method)(reverse("unsubscribe", args=[token])).status_code == 200
    assert list(Preference.objects.order_by("pk").values()) == before


def test_all_kinds_at_once_is_a_choice_on_the_page(client: Client, scene: Scene) -> None:
    token = unsubscribing.token_for(scene.member.pk, "news")
    client.post(reverse("unsubscribe", args=[token]), {"everything": "1"})
    assert set(scene.member.preferences.values_list("frequency", flat=True)) == {"off"}


def test_a_forged_link_does_nothing(client: Client, scene: Scene) -> None:
    other = recipes.member.make()
    genuine = unsubscribing.token_for(scene.member.pk, "news")
    forged = unsubscribing.token_for(other.pk, "news").rpartition(":")[0] + ":" + genuine.rpartition(":")[2]
    for token in (forged, genuine[:-1], "x", unsubscribing.token_for(scene.member.pk, "confirmation")):
        assert client.post(reverse("unsubscribe", args=[token])).status_code == 400
    assert not Preference.objects.filter(frequency="off", last_engaged_at__isnull=False).exists()
