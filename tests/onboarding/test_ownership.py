"""O7: nobody sees or does anything with what is another member's, by URL or by id. Every URL of the project is here."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.apps import apps
from django.core import serializers
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from onboarding.models import Agent, Delegation, Member
from tests import recipes

pytestmark = pytest.mark.django_db(transaction=True)

SECRET = "ada-only"
"""Stands in everything of Ada's."""


class Scene:
    """Ada has one of everything. Mallory is a member with a profile and an agent of her own."""

    def __init__(self) -> None:
        self.ada, self.mallory = self.somebody("ada"), self.somebody("mallory")
        self.agent: Agent = recipes.agent.make(owner=self.ada, slug=SECRET, bot_name=SECRET)
        self.delegation: Delegation = recipes.delegation.make(agent=self.agent, member__name=SECRET)
        self.invitation = recipes.invitation.make(agent=self.agent, email=f"guest@{SECRET}.example")
        self.address = recipes.address.make(
            member=self.ada, email=f"further@{SECRET}.example", verified_at=timezone.now()
        )
        self.proposal = recipes.proposal.make(agent_a=self.agent, title=SECRET, summary=SECRET)
        recipes.revision.make(profile=self.ada.profile, number=7, text=SECRET)
        recipes.agent.make(owner=self.mallory)

    def somebody(self, name: str) -> Member:
        mark = SECRET if name == "ada" else name
        member: Member = recipes.member.make(
            email=f"{mark}@example.org", name=mark, orcid=recipes.ORCID, onboarded_at=timezone.now()
        )
        first = recipes.revision.make(profile__member=member, number=1, text=f"{mark} works.", techniques=[mark])
        first.profile.current = first
        first.profile.save()
        return member


@pytest.fixture
def scene() -> Scene:
    return Scene()


Arguments = Callable[[Scene], list[Any]]

THEIRS: dict[str, Arguments] = {
    "agent": lambda s: [s.agent.slug],
    "invite": lambda s: [s.agent.slug],
    "withdraw-invitation": lambda s: [s.agent.slug, s.invitation.pk],
    "revoke-delegation": lambda s: [s.agent.slug, s.delegation.pk],
    "retire-agent": lambda s: [s.agent.slug],
    "remove-address": lambda s: [s.address.pk],
    "make-address-first": lambda s: [s.address.pk],
    "revision": lambda s: [7],
    "bring-back": lambda s: [7],
    "mail-about-agent": lambda s: [s.delegation.pk],
    "review-proposal": lambda s: [s.proposal.pk, s.agent.pk],
    "agent-messages": lambda s: [s.agent.slug],
    "agent-message": lambda s: [s.agent.slug, 1],
    "agent-mail": lambda s: [s.agent.slug, 1],
}
"""With Ada's ids: as if it were not there, for reading and for acting."""

OWN = (
    *("home", "profile", "profile-edit", "building", "build-again", "revisions", "agents", "settings", "add-address"),
    *("password-change", "close-account", "preferences", "proposals"),
)
"""Without an id: whoever is signed in sees and changes their own."""

SIGNED = ("password-reset-confirm", "confirm-address", "invitation", "unsubscribe", "hold", "was-this-you")
"""Whoever holds the link may; a link cannot be guessed."""

PUBLIC = ("sign-in", "sign-out", "sign-up", "password-forgotten", "openapi", "provider-events")

DATA: dict[str, Any] = {
    "email": "mallory2@example.org",
    "rating": "4",
    "comment": "mine now",
    "notify": "on",
    "text": "mine now",
    "base": "1",
    "frequency": "daily",
}


def names(patterns: list[URLPattern | URLResolver]) -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            if pattern.name and not str(pattern.pattern).startswith("admin/"):
                yield pattern.name
        elif pattern.namespace != "admin":
            yield from names(pattern.url_patterns)


def test_every_url_is_tested_here() -> None:
    """O7. A new page goes into one of the lists above; what is Ada's needs its ids."""
    found = {name for name in names(get_resolver().url_patterns) if not name.startswith("tour")}
    assert found == {*THEIRS, *OWN, *SIGNED, *PUBLIC}


def everything_of(member: Member) -> list[str]:
    """All rows but those of Mallory's, sessions and jobs, as text."""
    ours = [
        model for app in ("onboarding", "notifications", "inbound") for model in apps.get_app_config(app).get_models()
    ]
    rows = [row for model in ours if not model._meta.proxy for row in model._base_manager.order_by("pk")]
    return [
        serializers.serialize("json", [row])
        for row in rows
        if getattr(row, "member_id", None) != member.pk and row != member and getattr(row, "to", "") != DATA["email"]
    ]


@pytest.mark.parametrize("name", THEIRS)
def test_what_is_anothers_is_not_there(client: Client, scene: Scene, name: str) -> None:
    """O7."""
    client.force_login(scene.mallory, backend="django.contrib.auth.backends.ModelBackend")
    url, before = reverse(name, args=THEIRS[name](scene)), everything_of(scene.mallory)
    for response in (client.get(url), client.post(url, DATA), client.put(url), client.delete(url)):
        assert response.status_code in (401, 404, 405), response.status_code
        assert f">{SECRET}" not in response.content.decode()
    assert client.post(url, DATA).status_code in (401, 404, 405)
    assert everything_of(scene.mallory) == before


@pytest.mark.parametrize("name", OWN)
def test_a_page_without_an_id_shows_and_changes_only_what_is_ones_own(client: Client, scene: Scene, name: str) -> None:
    """O7."""
    client.force_login(scene.mallory, backend="django.contrib.auth.backends.ModelBackend")
    before = everything_of(scene.mallory)
    for response in (client.get(reverse(name)), client.post(reverse(name), DATA)):
        assert response.status_code < 500
        assert SECRET not in response.content.decode()
    after = everything_of(scene.mallory)
    assert [row for row in before if row not in after] == []


@pytest.mark.parametrize("name", [*THEIRS, *OWN])
def test_a_stranger_is_asked_to_sign_in_and_does_nothing(client: Client, scene: Scene, name: str) -> None:
    """O7."""
    arguments = THEIRS[name](scene) if name in THEIRS else []
    url, before = reverse(name, args=arguments), everything_of(Member())
    for response in (client.get(url), client.post(url, DATA)):
        assert response.status_code in (302, 401, 404, 405)
        assert response.status_code != 302 or response.headers["Location"].startswith(reverse("sign-in"))
    assert everything_of(Member()) == before


@pytest.mark.parametrize("name", SIGNED)
def test_a_guessed_link_does_nothing(client: Client, scene: Scene, name: str) -> None:
    """O7."""
    client.force_login(scene.mallory, backend="django.contrib.auth.backends.ModelBackend")
    parts = ["MQ", "guessed"] if name == "password-reset-confirm" else [f"{scene.invitation.pk}:guessed"]
    url, before = reverse(name, args=parts), everything_of(Member())
    for response in (client.get(url), client.post(url, DATA)):
        assert response.status_code in (200, 400, 403, 404, 410)
        assert SECRET not in response.content.decode()
    assert everything_of(Member()) == before


@pytest.mark.parametrize("name", ["invite", "withdraw-invitation", "retire-agent", "revoke-delegation"])
def test_what_only_an_owner_may_do_is_not_there_for_a_delegate(client: Client, scene: Scene, name: str) -> None:
    """O7: nor may one delegate revoke another."""
    recipes.delegation.make(agent=scene.agent, member=scene.mallory)
    client.force_login(scene.mallory, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(reverse("agent", args=[scene.agent.slug])).status_code == 200
    before = everything_of(Member())
    assert client.post(reverse(name, args=THEIRS[name](scene)), DATA).status_code == 404
    assert everything_of(Member()) == before


def test_a_revoked_delegate_is_a_stranger_again(client: Client, scene: Scene) -> None:
    """O7."""
    delegation = recipes.delegation.make(agent=scene.agent, member=scene.mallory)
    assert delegation.revoke(now=timezone.now())
    client.force_login(scene.mallory, backend="django.contrib.auth.backends.ModelBackend")
    for name in ("agent", "review-proposal"):
        assert client.post(reverse(name, args=THEIRS[name](scene)), DATA).status_code in (404, 405)
    assert client.get(reverse("agent", args=[scene.agent.slug])).status_code == 404
    assert SECRET not in client.get(reverse("proposals")).content.decode()
