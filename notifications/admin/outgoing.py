"""Mail as it was sent, and the addresses that we may not write to."""

import re

from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.admin import ModelAdmin
from unfold.decorators import display

from notifications import tokens
from notifications.admin.readonly import ReadOnlyAdmin
from notifications.models import OutgoingEmail, Suppression

LINKS_THAT_ACT = re.compile(r"(/(?:password/reset|invitations|settings/addresses/confirm|holds)/)[^\s\"'<>]+")
STATE_COLOURS = {
    "queued": "info",
    "sending": "info",
    "sent": "success",
    "refused": "danger",
    "unknown": "warning",
    "dropped": "warning",
}


@admin.register(OutgoingEmail)
class OutgoingEmailAdmin(ReadOnlyAdmin):
    list_display = ("to", "subject", "category", "shown_state", "reason", "created_at", "sent_at")
    list_filter = ("state", "category")
    search_fields = ("to", "subject", "message_id", "provider_id")
    date_hierarchy = "created_at"
    fields = (
        "to",
        "category",
        "member",
        "notification",
        "masked_reply_address",
        "state",
        "reason",
        "doubts",
        "created_at",
        "sending_at",
        "sent_at",
        "message_id",
        "provider_id",
        "headers",
        "subject",
        "masked_text",
        "as_html",
    )

    @display(description="state", ordering="state", label=STATE_COLOURS)
    def shown_state(self, mail: OutgoingEmail) -> str:
        return mail.state

    @display(description="reply address (masked)")
    def masked_reply_address(self, mail: OutgoingEmail) -> str:
        if mail.reply_address is None:
            return "none: it invites no reply"
        prefix, _, token = mail.reply_address.partition("@")[0].partition("+")
        return f"{prefix}+{tokens.masked(token)}"

    @display(description="HTML")
    def as_html(self, mail: OutgoingEmail) -> SafeString:
        """In a frame that runs no script and may not reach out of itself."""
        frame = '<iframe sandbox="" srcdoc="{}" title="The mail as HTML" style="width:100%;height:32rem"></iframe>'
        return format_html(frame, without_links_that_act(mail.html))

    @display(description="text")
    def masked_text(self, mail: OutgoingEmail) -> str:
        return without_links_that_act(mail.text)


def without_links_that_act(text: str) -> str:
    """Who reads a mail here must not be able to confirm, accept, approve or sign in for its addressee."""
    return LINKS_THAT_ACT.sub(r"\1…", text)


@admin.register(Suppression)
class SuppressionAdmin(ModelAdmin):
    list_display = ("email", "cause", "detail", "created_at")
    list_filter = ("cause",)
    search_fields = ("email",)
    readonly_fields = ("created_at",)

    def has_change_permission(self, request: HttpRequest, obj: Suppression | None = None) -> bool:
        return False
