"""Each web request has a number: in every log line of it, in the jobs that it enqueues, and in the answer."""

import re
import secrets
from collections.abc import Callable
from typing import Final

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse

HEADER: Final = "X-Request-ID"
_SAFE: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")


class RequestId:
    """First of the middleware. The proxy's number counts where HOLDFAST_TRUST_REQUEST_ID says that the proxy sets it;
    any other request gets one of ours. It stays bound until the answer is closed: Django logs what went wrong after the
    last middleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        number = _given(request) or secrets.token_hex(8)
        structlog.contextvars.bind_contextvars(request_id=number)
        response = self._get_response(request)
        response.headers[HEADER] = number
        response._resource_closers.append(_forget)  # type: ignore[attr-defined]  # as HttpResponse does with files
        return response


def _given(request: HttpRequest) -> str:
    number = request.headers.get(HEADER, "") if settings.TRUST_REQUEST_ID else ""
    return number if _SAFE.fullmatch(number) else ""


def _forget() -> None:
    structlog.contextvars.unbind_contextvars("request_id")
