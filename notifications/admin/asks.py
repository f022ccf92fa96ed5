"""Proposals, reviews and instructions."""

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from unfold.admin import TabularInline
from unfold.decorators import display

from notifications import proposals
from notifications.models import Instruction, Proposal, Review
from worker.admin.base import ModelAdmin
from worker.admin.readonly import ReadOnlyAdmin


class ReviewInline(TabularInline):
    model = Review
    extra = 0
    can_delete = False
    fields = readonly_fields = ("agent", "rating", "comment", "reviewer", "via", "changed_at")

    def has_add_permission(self, request: HttpRequest, obj: Proposal | None = None) -> bool:
        return False


@admin.register(Proposal)
class ProposalAdmin(ModelAdmin):
    list_display = ("title", "agent_a", "agent_b", "visibility", "created_at", "decided_at")
    list_filter = ("visibility", ("decided_at", admin.EmptyFieldListFilter))
    list_select_related = ("agent_a", "agent_b")
    search_fields = ("title", "agent_a__slug", "agent_b__slug")
    autocomplete_fields = ("agent_a", "agent_b", "refined_in")
    readonly_fields = ("created_at", "reopened_at")
    inlines = (ReviewInline,)
    actions = ("reopen",)

    @admin.action(description="Reopen: ask both sides again", permissions=["change"])
    def reopen(self, request: HttpRequest, chosen: QuerySet[Proposal]) -> None:
        for proposal in chosen:
            with transaction.atomic():
                proposals.reopen(proposal, now=timezone.now())
                self.log_change(request, proposal, "Reopened")
        self.message_user(request, f"{len(chosen)} reopened; both sides are asked when they are due.", messages.SUCCESS)


@admin.register(Review)
class ReviewAdmin(ReadOnlyAdmin):
    list_display = ("proposal", "agent", "shown_rating", "reviewer", "via", "changed_at")
    list_filter = ("rating", "via")
    list_select_related = ("proposal", "agent", "reviewer")
    search_fields = ("proposal__title", "agent__slug", "reviewer__email")

    @display(description="rating", ordering="rating", label={"reopened": "warning", "implicit": "info"})
    def shown_rating(self, review: Review) -> str:
        return {Review.REOPENED: "reopened", Review.IMPLICIT: "implicit"}.get(review.rating, f"{review.rating} of 4")


@admin.register(Instruction)
class InstructionAdmin(ReadOnlyAdmin):
    list_display = ("text", "agent", "proposal", "author", "shown_state", "reason", "created_at", "posted_at")
    list_filter = ("state",)
    list_select_related = ("agent", "proposal", "author")
    search_fields = ("text", "agent__slug", "author__email")

    @display(
        description="state",
        ordering="state",
        label={"pending": "warning", "posted": "success", "failed": "danger"},
    )
    def shown_state(self, instruction: Instruction) -> str:
        return instruction.state
