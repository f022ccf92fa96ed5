"""The stand-in for Slack that the demo runs, as the tour sees it: notifications/fakes/slack.py."""

import json
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

from django.conf import settings


def state() -> dict[str, Any]:
    """`{"mood": "up", "posts": [{"text": …}, …]}`, newest post first; mood is `away` when nobody listens."""
    try:
        known: dict[str, Any] = _ask("GET", "/posts")
    except (URLError, OSError, ValueError):
        return {"mood": "away", "posts": []}
    return {"mood": known["mood"], "posts": known["posts"][::-1]}


def set_mood(mood: str) -> bool:
    """Whether Slack is now in that mood."""
    try:
        _ask("POST", f"/mood/{mood}")
    except (URLError, OSError, ValueError):
        return False
    return True


def _ask(method: str, path: str) -> dict[str, Any]:
    host, port = settings.FAKE_SLACK
    request = Request(f"http://{host}:{port}{path}", method=method)
    with urlopen(request, timeout=3) as answer:  # noqa: S310
        known: dict[str, Any] = json.load(answer)
        return known
