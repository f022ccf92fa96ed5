"""Agents: requests are approved here, and trouble is suspended. Delegations and invitations."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from unfold.admin import TabularInline
from unfold.decorators import display

from onboarding.models import Agent, Delegation, Invitation
from worker.admin.base import ModelAdmin

STATUS_COLOURS = {"pending": "warning", "active": "success", "suspended": "danger", "inactive": "info"}


class DelegationInline(TabularInline):
    model = Delegation
    extra = 0
    autocomplete_fields = ("member",)
    readonly_fields = ("created_at",)


@admin.register(Agent)
class AgentAdmin(ModelAdmin):
    list_display = ("bot_name", "slug", "owner", "shown_status", "slack_channel", "created_at")
    list_filter = ("status",)
    list_select_related = ("owner",)
    search_fields = ("bot_name", "slug", "owner__email", "owner__name")
    autocomplete_fields = ("owner",)
    readonly_fields = ("status", "status_reason", "created_at", "approved_at")
    inlines = (DelegationInline,)
    actions = ("approve", "decline", "suspend", "resume")

    @display(description="status", ordering="status", label=STATUS_COLOURS)
    def shown_status(self, agent: Agent) -> str:
        return agent.status

    @admin.action(description="Approve the request", permissions=["change"])
    def approve(self, request: HttpRequest, agents: QuerySet[Agent]) -> None:
        self._each(request, agents, "approved", lambda agent: agent.approve(now=timezone.now()))

    @admin.action(description="Decline the request", permissions=["change"])
    def decline(self, request: HttpRequest, agents: QuerySet[Agent]) -> None:
        self._each(request, agents, "declined", lambda agent: agent.decline(reason="Declined by an operator."))

    @admin.action(description="Suspend", permissions=["change"])
    def suspend(self, request: HttpRequest, agents: QuerySet[Agent]) -> None:
        self._each(request, agents, "suspended", lambda agent: agent.suspend(reason="Suspended by an operator."))

    @admin.action(description="Resume", permissions=["change"])
    def resume(self, request: HttpRequest, agents: QuerySet[Agent]) -> None:
        self._each(request, agents, "resumed", Agent.resume)

    def _each(self, request: HttpRequest, agents: QuerySet[Agent], done: str, move: Callable[[Agent], bool]) -> None:
        for agent in agents:
            with transaction.atomic():
                won = move(agent)
                if won:
                    self.log_change(request, agent, done.capitalize())
            text = f"{agent}: {done}." if won else f"{agent} is {agent.status}, so it was not {done}."
            self.message_user(request, text, messages.SUCCESS if won else messages.WARNING)


@admin.register(Delegation)
class DelegationAdmin(ModelAdmin):
    list_display = ("agent", "member", "notify", "created_at", "revoked_at")
    list_filter = (("revoked_at", admin.EmptyFieldListFilter), "notify")
    list_select_related = ("agent", "member")
    search_fields = ("agent__slug", "member__email", "member__name")
    autocomplete_fields = ("agent", "member")
    readonly_fields = ("created_at",)
    actions = ("revoke",)

    @admin.action(description="Revoke", permissions=["change"])
    def revoke(self, request: HttpRequest, delegations: QuerySet[Delegation]) -> None:
        for delegation in delegations:
            if delegation.revoke(now=timezone.now()):
                self.log_change(request, delegation, "Revoked")


@admin.register(Invitation)
class InvitationAdmin(ModelAdmin):
    list_display = ("email", "agent", "invited_by", "shown_state", "expires_at")
    list_select_related = ("agent", "invited_by")
    search_fields = ("email", "agent__slug")
    readonly_fields = ("agent", "email", "invited_by", "created_at", "accepted_at", "accepted_by")

    @display(description="state", label={"accepted": "success", "pending": "info"})
    def shown_state(self, invitation: Invitation) -> str:
        return invitation.state(now=timezone.now())

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # Inviting sends mail: owners do it on their own page.
