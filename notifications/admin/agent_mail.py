"""Agents' rules for mail, their tokens, and what they sent."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils import timezone
from unfold.decorators import display

from notifications.models import AgentMessage, AgentToken, MailPolicy
from worker.admin.base import ModelAdmin


@admin.register(MailPolicy)
class MailPolicyAdmin(ModelAdmin):
    list_display = ("agent", "outgoing", "reviewer")
    list_select_related = ("agent", "reviewer")
    search_fields = ("agent__slug", "agent__bot_name")
    autocomplete_fields = ("agent", "reviewer")


@admin.register(AgentToken)
class AgentTokenAdmin(ModelAdmin):
    list_display = ("name", "agent", "created_at", "last_used_at", "revoked_at")
    list_select_related = ("agent",)
    list_filter = (("revoked_at", admin.EmptyFieldListFilter),)
    search_fields = ("name", "agent__slug")
    autocomplete_fields = ("agent",)
    fields = ("agent", "name", "created_at", "last_used_at", "revoked_at")
    readonly_fields = ("created_at", "last_used_at", "revoked_at")
    actions = ("revoke",)

    def save_model(self, request: HttpRequest, obj: AgentToken, form: "ModelForm[AgentToken]", change: bool) -> None:
        if change:
            super().save_model(request, obj, form, change)
            return
        issued, token = AgentToken.issue(obj.agent, obj.name)
        obj.pk, obj.digest = issued.pk, issued.digest
        self.message_user(request, f"The token, shown only now: {token}", messages.WARNING)

    @admin.action(description="Revoke", permissions=["change"])
    def revoke(self, request: HttpRequest, tokens: QuerySet[AgentToken]) -> None:
        for token in tokens.filter(revoked_at=None):
            AgentToken.objects.filter(pk=token.pk).update(revoked_at=timezone.now())
            self.log_change(request, token, "Revoked")

    def get_readonly_fields(self, request: HttpRequest, obj: AgentToken | None = None) -> Any:
        return (*self.readonly_fields, "agent") if obj else self.readonly_fields

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(AgentMessage)
class AgentMessageAdmin(ModelAdmin):
    list_display = ("subject", "agent", "to", "shown_fate", "created_at")
    list_select_related = ("agent", "mail")
    list_filter = ("state", "agent")
    search_fields = ("subject", "to", "agent__slug")
    ordering = ("-pk",)

    @display(
        description="state", label={"held": "warning", "rejected": "danger", "sent": "success", "refused": "danger"}
    )
    def shown_fate(self, message: AgentMessage) -> str:
        return message.fate

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
