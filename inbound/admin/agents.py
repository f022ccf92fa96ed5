"""Agents' mailboxes: who may write, how much; what has come."""

from django.contrib import admin
from django.http import HttpRequest

from inbound.models import AgentMailbox, AgentUsage
from worker.admin.base import ModelAdmin


@admin.register(AgentMailbox)
class AgentMailboxAdmin(ModelAdmin):
    list_display = ("agent", "gate", "unverified", "quota")
    list_filter = ("gate", "unverified")
    list_select_related = ("agent",)
    search_fields = ("agent__slug", "agent__bot_name")
    autocomplete_fields = ("agent",)


@admin.register(AgentUsage)
class AgentUsageAdmin(ModelAdmin):
    list_display = ("agent", "month", "messages")
    list_filter = ("month",)
    list_select_related = ("agent",)
    search_fields = ("agent__slug", "agent__bot_name")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: AgentUsage | None = None) -> bool:
        return False
