"""Middleware: pages show times in the signed-in member's time zone."""

from collections.abc import Callable
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.http import HttpRequest, HttpResponse
from django.utils import timezone


class TimeZone:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            zone = ZoneInfo(getattr(request.user, "time_zone", "UTC"))
        except (ZoneInfoNotFoundError, ValueError):  # A zone that was renamed or removed since it was chosen.
            zone = ZoneInfo("UTC")
        with timezone.override(zone):
            return self.get_response(request)
