"""Coming in and going out."""

import pytest
from django.test import Client
from django.urls import reverse

from onboarding.models import Member, MemberAddress

pytestmark = pytest.mark.django_db(transaction=True)

ADA = {
    "email": "Ada@Example.org",
    "name": "Ada",
    "orcid": "",
    "time_zone": "Europe/Berlin",
    "password": "a long sentence 7",
}


def test_a_member_signs_up_out_and_in_again_whatever_the_case_of_the_address(client: Client) -> None:
    assert client.post(reverse("sign-up"), ADA).status_code == 302
    member = Member.objects.get()
    assert (member.email, member.time_zone) == ("ada@example.org", "Europe/Berlin")
    assert client.get(reverse("settings")).status_code == 200
    client.post(reverse("sign-out"))
    assert client.get(reverse("settings")).status_code == 302
    client.post(reverse("sign-in"), {"username": "ADA@example.org", "password": ADA["password"]})
    assert client.get(reverse("settings")).status_code == 200


@pytest.mark.parametrize(
    ("field", "value", "answer"),
    [
        ("email", "nobody", "valid email"),
        ("email", "ada@in.holdfast.example", "receives mail for agents"),
        ("orcid", "0000-0002-1825-0098", "looks like 0000-0002-1825-0097"),
        ("password", "12345", "too short"),
        ("password", "ada@example.org", "too similar"),
        ("time_zone", "Mars/Olympus", "valid choice"),
        ("name", "", "required"),
    ],
)
def test_what_is_wrong_is_said_beside_the_field(client: Client, field: str, value: str, answer: str) -> None:
    response = client.post(reverse("sign-up"), ADA | {field: value})
    assert response.status_code == 200
    assert answer in " ".join(response.context["form"].errors[field])
    assert not Member.objects.exists()


def test_an_orcid_is_kept_in_its_usual_form(client: Client) -> None:
    client.post(reverse("sign-up"), ADA | {"orcid": "https://orcid.org/0000-0002-1694-233x"})
    assert Member.objects.get().orcid == "0000-0002-1694-233X"


def test_a_known_address_cannot_sign_up_again_be_it_primary_or_verified(client: Client) -> None:
    member = Member.objects.create_user("bo@example.org", "x")
    MemberAddress.objects.create(member=member, email="ada@example.org", verified_at="2026-01-01T00:00Z")
    response = client.post(reverse("sign-up"), ADA)
    assert "account with this address already" in response.content.decode()


def test_sign_in_goes_on_to_where_it_was_asked_for_but_never_to_another_site(client: Client) -> None:
    Member.objects.create_user("ada@example.org", "secret")
    answer = {"username": "ada@example.org", "password": "secret", "next": "https://evil.example/"}
    assert client.post(reverse("sign-in"), answer).headers["Location"] == "/"


def test_signing_out_takes_a_post(client: Client) -> None:
    assert client.get(reverse("sign-out")).status_code == 405
