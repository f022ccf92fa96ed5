"""What members change about themselves, and the links in mail that act for them."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from notifications.masking import masked_in
from notifications.models import OutgoingEmail
from onboarding.models import Member, MemberAddress, Profile
from tests import recipes

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ada(client: Client) -> Member:
    member = Member.objects.create_user("ada@example.org", "a long sentence 7", name="Ada", onboarded_at=timezone.now())
    client.force_login(member, backend="django.contrib.auth.backends.ModelBackend")
    return member


def link_in(mail: OutgoingEmail) -> str:
    found = re.search(r"https?://[^/]+(/\S+)", mail.text)
    assert found is not None
    return found[1]


def newest_mail(to: str) -> OutgoingEmail:
    return OutgoingEmail.objects.filter(to=to).latest("pk")


def test_name_time_zone_and_orcid_are_saved_and_times_shown_in_the_zone(client: Client, ada: Member) -> None:
    about = {"name": "Ada L", "time_zone": "Asia/Tokyo", "orcid": "0000-0002-1825-0097"}
    assert client.post(reverse("settings"), about).status_code == 302
    ada.refresh_from_db()
    assert (ada.name, ada.time_zone, ada.orcid) == ("Ada L", "Asia/Tokyo", "0000-0002-1825-0097")
    recipes.revision.make(profile__member=ada, created_at="2026-03-01T20:00Z")
    assert "2 Mar 2026, 05:00" in client.get(reverse("revisions")).content.decode()


def test_a_zone_that_no_longer_exists_breaks_no_page(client: Client, ada: Member) -> None:
    Member.objects.update(time_zone="Mars/Olympus")
    assert client.get(reverse("settings")).status_code == 200


def test_a_further_address_counts_once_its_link_was_opened_and_confirmed(client: Client, ada: Member) -> None:
    client.post(reverse("add-address"), {"email": "Ada@Lab.example"})
    link = link_in(newest_mail("ada@lab.example"))
    assert "Is ada@lab.example yours?" in Client().get(link).content.decode()
    assert not Member.objects.owning("ada@lab.example").exists()
    assert "is confirmed" in Client().post(link).content.decode()
    assert Member.objects.owning("ADA@lab.example").get() == ada


@pytest.mark.parametrize("email", ["ada@example.org", "agent@in.holdfast.example", "nonsense"])
def test_an_address_that_makes_no_sense_is_refused_with_the_reason(client: Client, ada: Member, email: str) -> None:
    response = client.post(reverse("add-address"), {"email": email})
    assert response.context["address_form"].errors["email"]
    assert not MemberAddress.objects.exists()


def test_an_address_that_came_to_be_somebody_elses_is_not_confirmed(client: Client, ada: Member) -> None:
    client.post(reverse("add-address"), {"email": "bo@example.org"})
    bo = Member.objects.create_user("bo@example.org")
    answer = Client().post(link_in(newest_mail("bo@example.org"))).content.decode()
    assert "belongs to another member" in answer
    assert Member.objects.owning("bo@example.org").get() == bo


def test_nobody_can_keep_an_address_from_its_owner_by_adding_it_first(client: Client, ada: Member) -> None:
    MemberAddress.objects.create(member=recipes.member.make(), email="ada@lab.example")
    client.post(reverse("add-address"), {"email": "ada@lab.example"})
    Client().post(link_in(newest_mail("ada@lab.example")))
    assert Member.objects.owning("ada@lab.example").get() == ada


def test_an_old_link_is_refused_until_it_is_sent_again(client: Client, ada: Member) -> None:
    client.post(reverse("add-address"), {"email": "ada@lab.example"})
    MemberAddress.objects.update(created_at=timezone.now() - timedelta(days=8))
    link = link_in(newest_mail("ada@lab.example"))
    assert "too old" in Client().post(link).content.decode()
    client.post(reverse("add-address"), {"email": "ada@lab.example"})
    assert "is confirmed" in Client().post(link).content.decode()


def test_asking_twice_at_once_sends_one_mail(client: Client, ada: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(2):
        client.post(reverse("add-address"), {"email": "ada@lab.example"})
    assert OutgoingEmail.objects.count() == 1


def test_a_confirmed_address_becomes_the_first_and_the_old_one_stays(client: Client, ada: Member) -> None:
    address = recipes.address.make(member=ada, email="ada@lab.example", verified_at=timezone.now())
    client.post(reverse("make-address-first", args=[address.pk]))
    ada.refresh_from_db()
    assert ada.email == "ada@lab.example"
    assert Member.objects.owning("ada@example.org").get() == ada


def test_an_unconfirmed_address_cannot_become_the_first(client: Client, ada: Member) -> None:
    address = recipes.address.make(member=ada, email="ada@lab.example")
    client.post(reverse("make-address-first", args=[address.pk]))
    ada.refresh_from_db()
    assert ada.email == "ada@example.org"


@pytest.mark.parametrize("token", ["1:forged", "x", "1", "999999:" + "a" * 43])
def test_a_forged_link_leads_nowhere(client: Client, token: str) -> None:
    assert client.post(reverse("confirm-address", args=[token])).status_code == 404
    assert client.post(reverse("invitation", args=[token])).status_code == 404


def test_a_forgotten_password_is_set_anew_by_the_link_once(client: Client, ada: Member) -> None:
    visitor = Client()
    visitor.post(reverse("password-forgotten"), {"email": "ADA@example.org"})
    link = link_in(newest_mail("ada@example.org"))
    page = visitor.get(link, follow=True)
    new = {"new_password1": "another sentence 8", "new_password2": "another sentence 8"}
    visitor.post(page.redirect_chain[-1][0], new)
    assert visitor.login(username="ada@example.org", password="another sentence 8")
    assert "does not count any more" in Client().get(link).content.decode()


def test_whether_an_address_is_known_is_not_told(client: Client, ada: Member) -> None:
    known = Client().post(reverse("password-forgotten"), {"email": "ada@example.org"}, follow=True)
    unknown = Client().post(reverse("password-forgotten"), {"email": "no@example.org"}, follow=True)
    assert known.redirect_chain == unknown.redirect_chain
    assert OutgoingEmail.objects.count() == 1


def test_a_password_is_changed(client: Client, ada: Member) -> None:
    change: dict[str, Any] = {"old_password": "a long sentence 7"}
    change |= {"new_password1": "another sentence 8", "new_password2": "another sentence 8"}
    assert client.post(reverse("password-change"), change).status_code == 302
    ada.refresh_from_db()
    assert ada.check_password("another sentence 8")


def test_an_account_is_deleted_with_all_that_is_in_it_but_only_with_the_password(client: Client, ada: Member) -> None:
    recipes.revision.make(profile__member=ada)
    recipes.agent.make(owner=ada)
    client.post(reverse("close-account"), {"password": "wrong"})
    assert Member.objects.filter(pk=ada.pk).exists()
    client.post(reverse("close-account"), {"password": "a long sentence 7"})
    assert not Member.objects.filter(pk=ada.pk).exists()
    assert not Profile.objects.exists()
    assert not get_user(client).is_authenticated


def test_links_that_act_are_masked_where_operators_read_mail() -> None:
    text = "Go https://x.example/invitations/12:abc_D-e/ and https://x.example/password/reset/MQ/c-1/ or /agents/lab/"
    masked = masked_in(text)
    assert masked == "Go https://x.example/invitations/… and https://x.example/password/reset/… or /agents/lab/"
