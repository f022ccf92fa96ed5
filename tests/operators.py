"""Who works in the admin, by role."""

from typing import Any

from django.contrib.auth.models import Group
from django.test import Client

from onboarding.models import Member


def operator(role: str) -> Member:
    member = Member.objects.create_user(f"{role}@holdfast.example", "pw", is_staff=True)
    member.groups.add(Group.objects.get_or_create(name=role)[0])
    return member


def client_of(role: str, **about: Any) -> Client:
    """The browser of a new operator of this role, who has signed in."""
    client = Client(**about)
    client.force_login(operator(role))
    return client
