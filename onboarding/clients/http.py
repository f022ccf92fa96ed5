"""One question to an outside service: in turn, bounded in time, tries and size."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from urllib.parse import urlencode, urlsplit

import urllib3
from django.conf import settings

from onboarding.clients import pace
from onboarding.clients.trouble import Absent, Busy, Malformed, Unavailable

TRIES = 3
FIRST_PAUSE = 0.5
MOST_OCTETS = 30_000_000
USUAL_PAUSE = 5.0
"""Seconds to wait after a 429 that does not say how long."""
LONGEST_PAUSE = 3600.0

_pool = urllib3.PoolManager(
    num_pools=10, maxsize=8, headers={"User-Agent": "Holdfast/1 (profile builder)", "Accept-Encoding": "gzip"}
)
# Redirects only: whether and when to ask again is decided here, in turn with everybody else.
_redirects = urllib3.Retry(total=None, connect=0, read=0, status=0, other=0, redirect=3, raise_on_status=False)


@dataclass(frozen=True, slots=True)
class Service:
    name: str
    url: str
    per_second: float

    @property
    def host(self) -> str:
        return urlsplit(self.url).netloc


def ask(service: Service, path: str = "", *, query: Mapping[str, str], accept: str, post: bool = False) -> bytes:
    """The body of a 200. Raises Absent (404), Busy (429, 503 with Retry-After), Unavailable or Malformed.

    At most three tries, each in its turn; a pause that the service asks for holds for all processes."""
    for attempt in range(1, TRIES + 1):
        pace.take_turn(service=service.name, host=service.host, per_second=service.per_second)
        try:
            return _once(service, path, query, accept, post)
        except Busy as busy:
            pace.postpone(host=service.host, seconds=busy.seconds)
            if attempt == TRIES or busy.seconds > pace.LONGEST_WAIT:
                raise
        except Unavailable:
            if attempt == TRIES:
                raise
            time.sleep(FIRST_PAUSE * 2 ** (attempt - 1))
    raise AssertionError("unreachable")


def _once(service: Service, path: str, query: Mapping[str, str], accept: str, post: bool) -> bytes:
    url = f"{service.url.rstrip('/')}/{path}" if path else service.url
    timeout = urllib3.Timeout(connect=min(5.0, settings.API_TIMEOUT), read=settings.API_TIMEOUT)
    encoded = urlencode({name: value for name, value in query.items() if value})
    form = {"Content-Type": "application/x-www-form-urlencoded"} if post else {}
    try:
        response = _pool.request(
            "POST" if post else "GET",
            url if post or not encoded else f"{url}?{encoded}",
            body=encoded if post else None,
            headers={**_pool.headers, "Accept": accept, **form},
            timeout=timeout,
            retries=_redirects,
            preload_content=False,
        )
        try:
            body = _read(service, response)
        finally:
            response.release_conn()
    except urllib3.exceptions.HTTPError as error:
        raise Unavailable(service.name, f"did not answer ({type(error).__name__}).") from error
    return _judged(service, response, body)


def _read(service: Service, response: urllib3.BaseHTTPResponse) -> bytes:
    """The body, within a size and within three times the time that one read may take (a drip would go on for ever)."""
    body = bytearray()
    until = time.monotonic() + 3 * settings.API_TIMEOUT
    for piece in response.stream(65_536):
        body += piece
        if len(body) > MOST_OCTETS:
            response.close()
            raise Malformed(service.name, f"sent more than {MOST_OCTETS:,} octets.")
        if time.monotonic() > until:
            response.close()
            raise Unavailable(service.name, "took too long to answer.")
    return bytes(body)


def _judged(service: Service, response: urllib3.BaseHTTPResponse, body: bytes) -> bytes:
    status = response.status
    if status == 200:
        return body
    if status in (404, 410):
        raise Absent(service.name, "has nothing under that name.")
    pause = _retry_after(response.headers.get("Retry-After"))
    if status == 429 or (status == 503 and pause is not None):
        raise Busy(service.name, USUAL_PAUSE if pause is None else pause)
    if status >= 500:
        raise Unavailable(service.name, f"has trouble of its own (status {status}).")
    raise Malformed(service.name, f"refused the question (status {status}).")


def _retry_after(value: str | None) -> float | None:
    """RFC 9110, section 10.2.3: seconds or a date."""
    if not value:
        return None
    try:
        seconds = float(value)
    except ValueError:
        try:
            seconds = (parsedate_to_datetime(value) - datetime.now(UTC)).total_seconds()
        except (ValueError, TypeError):
            return None
    return min(LONGEST_PAUSE, max(0.0, seconds))
