"""The signed-in member of a request, for views behind `login_required`."""

from django.http import HttpRequest

from onboarding.models import Member


def member_of(request: HttpRequest) -> Member:
    assert isinstance(request.user, Member)
    return request.user
