"""Held mail: what waits, why, and the decision."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from unfold.decorators import display

from notifications import holds
from notifications.models import Hold
from onboarding.models import Member
from worker.admin.base import ModelAdmin

COLOURS = {"pending": "warning", "approved": "success", "rejected": "danger"}


@admin.register(Hold)
class HoldAdmin(ModelAdmin):
    list_display = ("title", "direction", "agent", "sender", "recipient", "shown_state", "expires_at", "notified_at")
    list_filter = ("state", "direction", ("notified_at", admin.EmptyFieldListFilter))
    list_select_related = ("agent",)
    search_fields = ("title", "sender", "recipient", "agent__slug")
    ordering = ("-created_at",)
    actions = ("approve", "reject")

    @display(description="state", ordering="state", label=COLOURS)
    def shown_state(self, hold: Hold) -> str:
        return hold.state

    @admin.action(description="Approve: send or deliver it", permissions=["change"])
    def approve(self, request: HttpRequest, chosen: QuerySet[Hold]) -> None:
        self._decide(request, chosen, Hold.State.APPROVED)

    @admin.action(description="Reject", permissions=["change"])
    def reject(self, request: HttpRequest, chosen: QuerySet[Hold]) -> None:
        self._decide(request, chosen, Hold.State.REJECTED)

    def _decide(self, request: HttpRequest, chosen: QuerySet[Hold], outcome: Hold.State) -> None:
        operator = request.user if isinstance(request.user, Member) else None
        for held in chosen.select_related("agent"):
            try:
                holds.decide(held, outcome, via=Hold.Via.ADMIN, by=operator, now=timezone.now())
            except holds.AlreadyResolved:
                self.message_user(request, f"{held} was {held.state} before.", messages.WARNING)
            except holds.TooLate:
                self.message_user(request, f"{held}: its time is over.", messages.WARNING)
            else:
                self.log_change(request, held, outcome.label)
                self.message_user(request, f"{held}: {outcome.value}.", messages.SUCCESS)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return obj is None and super().has_change_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # deleting one would leave its mail waiting for ever
