"""Building your profile, as somebody sees it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.urls import reverse
from django.utils import timezone

from config.demo import cast
from onboarding.models import Member
from tests import recipes
from tests.browser.visitor import Visitor
from tests.journeys.processes import eventually

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(300)]

Visit = Callable[..., Visitor]
SLOW, HIDDEN = "0000-0000-1000-0021", "0000-0000-1000-003X"
WELL, LATE = "0000-0000-1000-0013", "0000-0000-1000-0099"


def signs_up(visitor: Visitor, orcid: str) -> None:
    visitor.goes_to(reverse("sign-up"))
    visitor.fills_in(email="tomas@example.org", name="Tomas Lindqvist", orcid=orcid, time_zone="Europe/Oslo")
    visitor.fills_in(password="seven green otters")
    visitor.presses("Sign up")


def is_signed_in(visitor: Visitor, member: Member) -> None:
    """As if they had signed in a while ago."""
    session = SessionStore()
    session[SESSION_KEY] = str(member.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = member.get_session_auth_hash()
    session.save()
    visitor.goes_to(reverse("sign-in"))
    visitor.chrome.add_cookie({"name": "sessionid", "value": session.session_key, "path": "/"})


@pytest.mark.usefixtures("at_work")
def test_somebody_watches_a_build_finish_and_saves_the_form(visit: Visit) -> None:
    """O3: the page moves by itself, stage by stage, and becomes the form."""
    visitor = visit()
    signs_up(visitor, SLOW)
    visitor.remembers()
    eventually(lambda: is_further_than_the_record(visitor), why=visitor.reads)
    assert visitor.remembers(), "the page was loaded anew instead of moving"
    visitor.photographs("building-running")
    visitor.waits_for("Your profile is ready to read", within=90)
    visitor.photographs("building-ready")
    visitor.fills_in(techniques="cryo-electron microscopy\nphage display\nlong-read sequencing")
    visitor.presses("Save and finish")
    visitor.waits_for("Hello, Tomas Lindqvist")
    assert visitor.is_at() == "/"
    visitor.photographs("home")
    member = Member.objects.get()
    assert member.onboarded_at is not None
    assert member.profile.current is not None
    assert "phage display" in member.profile.current.techniques
    assert visitor.complaints() == []


def is_further_than_the_record(visitor: Visitor) -> bool:
    lines = [line for line in visitor.reads().splitlines() if "this usually takes" in line]
    return bool(lines) and not lines[0].startswith("Your ORCID record")


@pytest.mark.usefixtures("at_work")
def test_a_build_that_fails_says_why_and_is_tried_again(visit: Visit) -> None:
    """O1."""
    visitor = visit(390, 800, dark=True)
    signs_up(visitor, HIDDEN)
    visitor.waits_for("has no public record")
    visitor.photographs("building-failed")
    visitor.presses("Try again")
    visitor.waits_for("Your profile is ready to read", within=90)
    visitor.photographs("building-ready-narrow-dark")
    assert visitor.complaints() == []


@pytest.mark.usefixtures("at_work")
def test_without_scripts_the_page_refreshes_itself(visit: Visit) -> None:
    visitor = visit(scripts=False)
    signs_up(visitor, WELL)
    visitor.waits_for("Your profile is ready to read", within=90)


def everything(member: Member) -> list[str]:
    """One page of each kind, with something on it."""
    agent = recipes.agent.make(owner=member, bot_name="A bot with a rather long name that goes on", slug="lab")
    recipes.delegation.make(agent=agent)
    recipes.invitation.make(agent=agent, email="somebody.with.a.long.name@a-long-domain-name.example.org")
    recipes.address.make(member=member, email="another.long.address@a-long-domain-name.example.org")
    first = recipes.revision.make(profile__member=member, number=1, text="She works on cells. " * 20)
    current = recipes.revision.make(
        profile=first.profile,
        number=2,
        text="She works on tissues. " * 20,
        techniques=["cryo-electron microscopy", "single-molecule fluorescence in situ hybridisation"],
        notes=["PubMed did not send 2 of 9 articles."],
        is_partial=True,
    )
    first.profile.current = current
    first.profile.save()
    Member.objects.filter(pk=member.pk).update(onboarded_at=timezone.now())
    named: dict[str, list[Any]] = {"home": [], "profile": [], "profile-edit": [], "revisions": [], "revision": [2]}
    named |= {"agents": [], "agent": ["lab"], "settings": [], "password-change": [], "close-account": []}
    return [reverse(name, args=arguments) for name, arguments in named.items()]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_no_page_is_wider_than_a_small_phone(visit: Visit, dark: bool) -> None:
    member = recipes.member.make(name="Ada Somebody", orcid=WELL)
    pages = everything(member)
    visitor = visit(320, 700, dark=dark)
    is_signed_in(visitor, member)
    for path in pages:
        visitor.goes_to(path)
        visitor.photographs(f"{path.strip('/').replace('/', '-') or 'home'}-320-{'dark' if dark else 'light'}")
        assert visitor.overflow() <= 0, path
    assert visitor.complaints() == []


def test_the_keyboard_reaches_the_content_at_once_and_every_control_shows_its_focus(visit: Visit) -> None:
    member = recipes.member.make(name="Ada Somebody", orcid=WELL)
    everything(member)
    visitor = visit()
    is_signed_in(visitor, member)
    visitor.goes_to(reverse("settings"))
    skip = visitor.tabs()
    assert skip.text == "Skip to content"
    assert skip.is_displayed()
    visitor.photographs("skip-link")
    focusable = visitor.chrome.find_elements("css selector", "a[href], button, input:not([type=hidden]), select")
    for _ in range(len(focusable) - 1):
        element = visitor.tabs()
        style = visitor.chrome.execute_script(
            "const s = getComputedStyle(arguments[0]); return s.outlineStyle + s.outlineWidth", element
        )
        assert style not in ("none", "none0px", "solid0px"), element.get_attribute("outerHTML")


def test_every_control_and_picture_has_a_name(visit: Visit) -> None:
    """By the browser's own accessibility tree, which is what a screen reader reads."""
    member = recipes.member.make(name="Ada Somebody", orcid=WELL)
    pages = everything(member)
    visitor = visit()
    is_signed_in(visitor, member)
    for path in pages:
        visitor.goes_to(path)
        nodes = visitor.chrome.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        for node in nodes:
            role = node.get("role", {}).get("value")
            if role in {"button", "link", "textbox", "combobox", "checkbox", "image", "progressbar", "navigation"}:
                assert node.get("name", {}).get("value"), (path, node)
        headings = [node for node in nodes if node.get("role", {}).get("value") == "heading"]
        assert headings, path


@pytest.mark.usefixtures("at_work")
@pytest.mark.urls("tests.config.tour_urls")
def test_the_tour_shows_a_signup_that_fails_half_way_and_goes_on(visit: Visit) -> None:
    """By becoming somebody invented."""
    Member.objects.create_superuser(cast.OPERATOR, cast.PASSWORD)
    visitor = visit()
    visitor.goes_to("/")  # From this machine: signed in as the operator by that.
    visitor.fills_in(orcid=LATE)
    visitor.presses("Sign up")
    visitor.waits_for("It stopped at “Reading the abstracts”.")
    visitor.photographs("tour-failed")
    visitor.presses("Try again")
    visitor.waits_for("Your profile is ready to read")
    visitor.photographs("tour-ready")
    assert visitor.complaints() == []
