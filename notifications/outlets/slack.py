"""Slack's Web API (api.slack.com/methods). Nothing here retries: a second post after a lost answer would be seen twice.

Every post carries `metadata.event_payload.post_key`; `find` looks for it before anybody posts a second time.
"""

from collections.abc import Iterator
from typing import Any, Final

from django.conf import settings
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError, SlackClientError

TIMEOUT: Final = 10
MOST_TEXT: Final = 38_000  # Slack takes 40,000 characters
PAGE: Final = 200
MOST_PAGES: Final = 50
EVENT_TYPE: Final = "holdfast_instruction"
_BUSY: Final = frozenset(("ratelimited", "rate_limited", "message_limit_exceeded"))
_TROUBLE: Final = frozenset(("fatal_error", "internal_error", "service_unavailable", "request_timeout"))


class SlackBusy(Exception):
    """Slack asks us to wait; `seconds` says how long (HTTP 429, Retry-After)."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(f"Slack asks us to wait {seconds:g} s")


class SlackRefuses(Exception):
    """Slack understood and said no: token, scope or channel have to be seen to. The argument is Slack's word."""


class SlackUnsure(Exception):
    """No answer, or none that tells whether it was done."""


class Slack:
    """One bot token's view of Slack."""

    def __init__(self, token: str) -> None:
        self._client = WebClient(token=token, base_url=settings.SLACK_API, timeout=TIMEOUT, retry_handlers=[])

    def post(self, *, channel: str, thread: str, text: str, key: str) -> str:
        """The new message's ts. `thread` is the ts of the thread's first message; empty: a message of its own."""
        answer = self._call(
            "chat.postMessage",
            {
                "channel": channel,
                "text": escaped(text)[:MOST_TEXT],
                "unfurl_links": False,
                "unfurl_media": False,
                "metadata": {"event_type": EVENT_TYPE, "event_payload": {"post_key": key}},
                **({"thread_ts": thread} if thread else {}),
            },
        )
        return str(answer["ts"])

    def find(self, *, channel: str, thread: str, key: str, since: float) -> str | None:
        """The ts of the message that carries `key`, if there is one among those since `since` (seconds since 1970)."""
        for message in self._messages(channel, thread, since):
            if message.get("metadata", {}).get("event_payload", {}).get("post_key") == key:
                return str(message["ts"])
        return None

    def scopes(self) -> set[str]:
        """What the token may do, as Slack says beside its answer to auth.test (api.slack.com/methods/auth.test)."""
        told = self._answered("auth.test", {}).headers.get("x-oauth-scopes", "")
        return {scope.strip() for scope in told.split(",") if scope.strip()}

    def _messages(self, channel: str, thread: str, since: float) -> Iterator[dict[str, Any]]:
        method = "conversations.replies" if thread else "conversations.history"
        question: dict[str, Any] = {
            "channel": channel,
            "limit": PAGE,
            "include_all_metadata": True,
            "oldest": f"{since:.6f}",
        }
        if thread:
            question["ts"] = thread
        for _ in range(MOST_PAGES):
            answer = self._call(method, question)
            yield from answer.get("messages", [])
            cursor = answer.get("response_metadata", {}).get("next_cursor")
            if not cursor:
                return
            question["cursor"] = cursor

    def _call(self, method: str, question: dict[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = self._answered(method, question).data
        return found

    def _answered(self, method: str, question: dict[str, Any]) -> Any:
        try:
            return self._client.api_call(method, json=question)
        except SlackApiError as error:
            raise _understood(error) from error
        except (SlackClientError, OSError, ValueError) as error:
            raise SlackUnsure(f"{method}: {error}") from error


def escaped(text: str) -> str:
    """As Slack wants control characters (api.slack.com/reference/surfaces/formatting): nobody can mention a channel."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _understood(error: SlackApiError) -> Exception:
    response: Any = error.response
    word = str(response.get("error", "") if hasattr(response, "get") else "")
    if response.status_code == 429 or word in _BUSY:
        return SlackBusy(_seconds(response.headers.get("Retry-After", "30")))
    if response.status_code >= 500 or word in _TROUBLE or not word:
        return SlackUnsure(f"HTTP {response.status_code} {word}".strip())
    return SlackRefuses(word)


def _seconds(text: Any) -> float:
    try:
        return min(max(float(text), 1.0), 3600.0)
    except (TypeError, ValueError):
        return 30.0
