"""Reads the JSON of `POST /api/agents/<slug>/messages`: a Draft, or exactly what is wrong with it. Pure but for
Django's address validator."""

import json
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from notifications.agent_mail import Draft

SUBJECT: Final = 300
TEXT: Final = 200_000
HTML: Final = 500_000
MESSAGE_ID: Final = 300
FIELDS: Final = {"to": 254, "subject": SUBJECT, "text": TEXT, "html": HTML, "in_reply_to": MESSAGE_ID}
REQUIRED: Final = ("to", "subject", "text")


class BadJson(Exception):
    """The body is not a JSON object."""


class BadDraft(Exception):
    """Field name → what is wrong with it."""

    def __init__(self, errors: dict[str, str]) -> None:
        self.errors = errors
        super().__init__("; ".join(f"{name}: {error}" for name, error in errors.items()))


def read(body: bytes) -> Draft:
    """Raises BadJson or BadDraft, which names every field that is wrong."""
    try:
        given = json.loads(body)
    except (ValueError, RecursionError):
        raise BadJson from None
    if not isinstance(given, dict):
        raise BadJson
    errors = {name: f"unknown; there are {', '.join(FIELDS)}" for name in given if name not in FIELDS}
    errors |= {name: error for name in FIELDS if (error := _error(name, given.get(name)))}
    if errors:
        raise BadDraft(errors)
    return Draft(**{name: given[name].strip() if name == "to" else given[name] for name in given if given[name]})


def _error(name: str, value: Any) -> str | None:
    if value is None or value == "":
        return "is required" if name in REQUIRED else None
    if not isinstance(value, str):
        return "must be a string"
    if len(value) > FIELDS[name]:
        return f"is longer than {FIELDS[name]:,} characters"
    if "\0" in value or not _is_text(value):
        return "contains a NUL or half a surrogate pair"
    if name in ("text", "html"):
        return None if value.strip() else "is blank"
    return _error_of_header(name, value)


def _error_of_header(name: str, value: str) -> str | None:
    """What goes into a header must not end it (N13)."""
    if any(character < " " or character in "\x7f\x85\u2028\u2029" for character in value):
        return "must not contain line breaks or control characters"
    if not value.strip():
        return "is blank"
    if name == "to":
        return _error_of_address(value.strip())
    if name == "in_reply_to" and not (value.startswith("<") and value.endswith(">") and " " not in value):
        return "must be a Message-ID in angle brackets"
    return None


def _error_of_address(value: str) -> str | None:
    try:
        validate_email(value)
    except ValidationError:
        return "is not a mail address; write one, as name@example.org"
    return None


def _is_text(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True
