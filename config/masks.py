"""The last word on what the admin shows to those who may not read raw mail."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from config.roles import RAW_MAIL
from notifications.masking import masked_in


class Masks:
    """Middleware: whatever page of the admin a token has come to (a traceback, an event, a field that is new), a viewer
    does not read it there. The lists and pages that show mail mask it for everybody."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self._get_response(request)
        if (
            request.path.startswith(reverse("admin:index"))
            and _is_text(response)
            and not request.user.has_perm(RAW_MAIL)
        ):
            response.content = masked_in(response.content.decode(response.charset)).encode(response.charset)
        return response


def _is_text(response: HttpResponse) -> bool:
    kind = response.headers.get("Content-Type", "")
    return not response.streaming and kind.startswith(("text/", "application/json"))
