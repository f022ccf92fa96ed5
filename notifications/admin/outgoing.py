"""Mail as it was sent, and the addresses that we may not write to. Who reads a mail here must not be able to answer,
confirm, accept, approve or sign in for its addressee."""

import json
from functools import partial

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.decorators import action, display

from notifications import outbox, tokens
from notifications.admin import samples
from notifications.masking import masked_in
from notifications.models import OutgoingEmail, Suppression
from worker.admin.base import ModelAdmin
from worker.admin.readonly import ReadOnlyAdmin

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
    list_filter = ("state", "category", "created_at")
    search_fields = ("to", "subject", "message_id", "provider_id")
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
        "masked_headers",
        "subject",
        "masked_text",
        "as_html",
    )

    actions = ("send_again",)
    actions_list = ("samples",)

    def get_urls(self) -> list[URLPattern]:
        sample = self.admin_site.admin_view(partial(samples.page, self.admin_site))
        return [path("samples/<str:category>/", sample, name="notifications_sample"), *super().get_urls()]

    @action(description="Samples of all mails", url_path="samples")
    def samples(self, request: HttpRequest) -> HttpResponse:
        return redirect("admin:notifications_sample", "proposal_review")

    @admin.action(description="Send again (mails that only tell)", permissions=["repair"])
    def send_again(self, request: HttpRequest, mails: QuerySet[OutgoingEmail]) -> None:
        for mail in mails:
            won = outbox.send_again(mail)
            if won:
                self.log_change(request, mail, "Sent again")
            words = "queued again." if won else f"it is {mail.state}; a question is asked again at its notification."
            self.message_user(request, f"{mail}: {words}", messages.SUCCESS if won else messages.WARNING)

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
        return format_html(frame, masked_in(mail.html))

    @display(description="headers")
    def masked_headers(self, mail: OutgoingEmail) -> str:
        return masked_in(json.dumps(mail.headers, ensure_ascii=False))

    @display(description="text")
    def masked_text(self, mail: OutgoingEmail) -> str:
        return masked_in(mail.text)


@admin.register(Suppression)
class SuppressionAdmin(ModelAdmin):
    list_display = ("email", "cause", "detail", "created_at")
    list_filter = ("cause",)
    search_fields = ("email",)
    readonly_fields = ("created_at",)
    actions = ("lift",)

    @admin.action(description="Lift: we may write there again", permissions=["delete"])
    def lift(self, request: HttpRequest, barred: QuerySet[Suppression]) -> None:
        for suppression in barred:
            self.log_deletions(request, Suppression.objects.filter(pk=suppression.pk))
            suppression.delete()
            self.message_user(request, f"We may write to {suppression.email} again.", messages.SUCCESS)

    def has_change_permission(self, request: HttpRequest, obj: Suppression | None = None) -> bool:
        return False
