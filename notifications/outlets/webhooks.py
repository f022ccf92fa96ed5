"""One POST to a subscriber: what was sent, what came back, how long it took."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from http.client import HTTPException

from urllib3.exceptions import HTTPError
from urllib3.response import BaseHTTPResponse
from urllib3.util import parse_url

from notifications.networks import Network
from notifications.outlets.guard import guarded_connection

# The specification recommends 15 to 30 seconds; a receiver should answer at once and work later.
SECONDS = 15.0
KEPT_BYTES = 4096


@dataclass(frozen=True, slots=True)
class Answer:
    """What the receiver said. `status` is None when it said nothing; `error` then tells why."""

    status: int | None
    body: str
    error: str
    seconds: float
    retry_after: timedelta | None = None

    @property
    def is_delivered(self) -> bool:
        return self.status is not None and 200 <= self.status < 300

    @property
    def is_gone(self) -> bool:
        """410: the receiver asks never to be called again (Standard Webhooks, "Deliverability")."""
        return self.status == 410


def post(
    url: str,
    *,
    body: bytes,
    headers: Mapping[str, str],
    allowed: Sequence[Network] = (),
    authorities: str = "",
    seconds: float = SECONDS,
) -> Answer:
    """Never raises for what a receiver or the network does; redirects are not followed and count as failures.

    `allowed`: private networks that may be reached. `authorities`: a PEM file of certificate authorities that are
    trusted beside the system's.
    """
    started = time.monotonic()
    try:
        target = parse_url(url)
        guarded = guarded_connection(target, allowed=allowed, seconds=seconds, authorities=authorities)
        with guarded as connection:
            connection.request("POST", target.request_uri, body=body, headers=_headers(headers), preload_content=False)
            response = connection.getresponse()
            if connection.is_over:  # what was read so far may be half a header block
                raise TimeoutError
            return Answer(
                response.status,
                _beginning(response),
                _complaint(response),
                time.monotonic() - started,
                _retry_after(response.headers.get("Retry-After")),
            )
    except (HTTPError, HTTPException, OSError, ValueError) as error:
        spent = time.monotonic() - started
        late = f"no complete answer within {seconds:.0f} s" if spent >= seconds else _reason(error)
        return Answer(None, "", late, spent)


def _headers(headers: Mapping[str, str]) -> dict[str, str]:
    return {
        "Content-Type": "application/json",
        "User-Agent": "Holdfast-Webhooks/1",
        "Accept-Encoding": "identity",
        "Connection": "close",
        **headers,
    }


def _beginning(response: BaseHTTPResponse) -> str:
    """The status line has decided; a body that stops half way changes nothing."""
    try:
        kept = response.read(KEPT_BYTES, decode_content=False)
    except (HTTPError, HTTPException, OSError):
        return ""
    return kept.decode("utf-8", "replace").replace("\0", "\ufffd")


def _complaint(response: BaseHTTPResponse) -> str:
    if 300 <= response.status < 400:
        return f"{response.status}: redirects are not followed; give the endpoint its final URL"
    return "" if 200 <= response.status < 300 else f"answered {response.status}"


def _retry_after(value: str | None) -> timedelta | None:
    """RFC 9110, section 10.2.3: seconds or a date. Anything else is as if it were absent."""
    text = (value or "").strip()
    if text.isascii() and text.isdecimal():
        return timedelta(seconds=int(text[:9]))
    try:
        at = parsedate_to_datetime(text)
    except ValueError:
        return None
    return max(timedelta(0), at.replace(tzinfo=at.tzinfo or UTC) - datetime.now(UTC))


def _reason(error: Exception) -> str:
    """urllib3 puts the connection's address in front: "<...>: what went wrong"."""
    text = str(error) or type(error).__name__
    return text.split(": ", 1)[-1] if text.startswith("<") else text
