"""From a template pair `mail/<name>.txt` + `.html` to the parts of a mail. The text's first line is the subject."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.conf import settings
from django.template.loader import render_to_string

from notifications import categories, plaintext, unsubscribing

if TYPE_CHECKING:
    from notifications.models import OutgoingEmail
    from onboarding.models import Member

SUBJECT_LENGTH: Final = 200
MOST_TEXT: Final = 4_000
"""Characters of a proposal's summary that a mail shows; all of it is on the page. Gmail cuts a mail off at 102 kB."""


class Parts(NamedTuple):
    subject: str
    text: str
    html: str


Renderer = Callable[["OutgoingEmail"], Parts]
_renderers: Final[dict[str, Renderer]] = {}


def renders(category: str) -> Callable[[Renderer], Renderer]:
    """Registers what writes a mail of `category` at its first attempt, when `outbox.put` was given no parts."""

    def register(renderer: Renderer) -> Renderer:
        _renderers[category] = renderer
        return renderer

    return register


def rendered(mail: "OutgoingEmail") -> Parts:
    """Raises LookupError for a category without a renderer."""
    return _renderers[mail.category](mail)


def parts(category: str, *, member: "Member | None", context: Mapping[str, Any]) -> Parts:
    everything = {"member": member, **_surroundings(category, member), **context}
    subject, _, text = render_to_string(f"mail/{category}.txt", everything).lstrip().partition("\n")
    html = render_to_string(f"mail/{category}.html", {**everything, "subject": one_line(subject)})
    return Parts(one_line(subject), plaintext.wrapped(text.strip()) + "\n", html)


def one_line(text: str) -> str:
    """A header's value: no line breaks or control characters, whatever a name or title contained (N13)."""
    visible = "".join(character if character.isprintable() else " " for character in text)
    line = " ".join(visible.split())
    return line if len(line) <= SUBJECT_LENGTH else line[: SUBJECT_LENGTH - 1].rstrip() + "…"


def _surroundings(category: str, member: "Member | None") -> dict[str, Any]:
    rules = categories.rules_of(category)
    optional = rules.optional and member is not None
    return {
        "base_url": settings.BASE_URL,
        "choose_url": f"{settings.BASE_URL}/preferences/",
        "most": MOST_TEXT,
        "rules": rules,
        "reads_replies": settings.INBOUND_ENABLED,
        "invites_reply": rules.asks and settings.INBOUND_ENABLED,
        "unsubscribe_url": unsubscribing.page_url(member.pk, category) if optional and member else "",
    }
