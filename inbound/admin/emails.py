"""Received mail as people read it. Reply tokens are masked: with one, anybody could answer."""

import json
from collections.abc import Sequence

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from unfold.decorators import action

from inbound.admin.conductor import conductor
from inbound.models import ReceivedEmail
from notifications.masking import masked_in
from worker.admin.base import ModelAdmin

HOLDING_TOKENS = ("recipient",)


def searched(request: HttpRequest, fields: Sequence[str]) -> tuple[str, ...]:
    """Recipients are searched only by those who may read raw mail: a search finds a reply token letter by letter."""
    may = request.user.has_perm("inbound.view_rawmessage")
    return tuple(name for name in fields if may or name not in HOLDING_TOKENS)


@admin.register(ReceivedEmail)
class ReceivedEmailAdmin(ModelAdmin):
    list_display = ("received_at", "from_address", "shown_subject", "mailbox", "kind", "agent")
    list_filter = ("mailbox", "kind", "received_at")
    list_select_related = ("agent",)
    search_fields = ("from_address", "subject", "recipient", "message_id")
    exclude = ("recipient", "subject", "text", "elided", "classification")
    readonly_fields = ("shown_recipient", "shown_subject", "shown_text", "shown_elided", "shown_classification")
    actions_list = ("conduct",)

    @admin.display(description="recipient")
    def shown_recipient(self, email: ReceivedEmail) -> str:
        return masked_in(email.recipient)

    @admin.display(description="subject", ordering="subject")
    def shown_subject(self, email: ReceivedEmail) -> str:
        return masked_in(email.subject)

    @admin.display(description="text")
    def shown_text(self, email: ReceivedEmail) -> str:
        return masked_in(email.text)

    @admin.display(description="elided")
    def shown_elided(self, email: ReceivedEmail) -> str:
        return masked_in(email.elided)

    @admin.display(description="understood as")
    def shown_classification(self, email: ReceivedEmail) -> str:
        return masked_in(json.dumps(email.classification, ensure_ascii=False)) if email.classification else ""

    def get_search_fields(self, request: HttpRequest) -> tuple[str, ...]:
        return searched(request, self.search_fields)

    @action(description="Conductor: try a mail", url_path="conduct", permissions=["view"])
    def conduct(self, request: HttpRequest) -> HttpResponse:
        return redirect("admin:inbound_conductor")

    def get_urls(self) -> list[URLPattern]:
        page = path("conductor/", self.admin_site.admin_view(conductor), name="inbound_conductor")
        return [page, *super().get_urls()]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: ReceivedEmail | None = None) -> bool:
        return False
