"""Received mail as people read it."""

from django.contrib import admin
from django.http import HttpRequest
from unfold.admin import ModelAdmin

from inbound.models import ReceivedEmail


@admin.register(ReceivedEmail)
class ReceivedEmailAdmin(ModelAdmin):
    list_display = ("received_at", "from_address", "subject", "mailbox", "kind", "agent")
    list_filter = ("mailbox", "kind", "received_at")
    list_select_related = ("agent",)
    search_fields = ("from_address", "subject", "recipient", "message_id")
    date_hierarchy = "received_at"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: ReceivedEmail | None = None) -> bool:
        return False
