"""Mail on its way, and the quarantine: lists by state, reason, door and age; a case page; what can be done about it."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from unfold.decorators import display
from unfold.forms import ActionForm

from inbound import repairs
from inbound.admin import cases
from inbound.admin.emails import searched
from inbound.models import Intake
from inbound.reasons import REASONS
from notifications.masking import masked_in
from worker.admin.base import ModelAdmin
from worker.admin.bulk import perform

COLOURS = {
    "accepted": "info",
    "processed": "success",
    "rejected": "warning",
    "held": "warning",
    "failed": "danger",
}

ENVELOPE = (
    "shown_recipient",
    "shown_addressed_to",
    "sender",
    "ingress",
    "remote_ip",
    "helo",
    "connection",
    "source_key",
)


class WithReason(ActionForm):
    reason = forms.CharField(required=False, max_length=500, label="Reason", help_text="Needed to dismiss.")


class ReasonFilter(admin.SimpleListFilter):
    """Those that we give, known by heart: to ask which there are reads the whole table."""

    title = parameter_name = "reason"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(reason, reason) for reason in sorted(REASONS)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Intake]) -> QuerySet[Intake]:
        return queryset if self.value() is None else queryset.filter(reason=self.value())


@admin.register(Intake)
class IntakeAdmin(ModelAdmin):
    list_display = ("received_at", "shown_state", "reason", "shown_recipient", "sender", "ingress", "detail")
    list_filter = ("state", ReasonFilter, "ingress", "received_at")
    search_fields = ("recipient", "sender", "message_id", "=source_key")
    list_per_page = 50
    action_form = WithReason
    actions = ("redrive", "dismiss", "approve", "reject")
    change_form_template = "admin/inbound/intake/case.html"
    fieldsets: ClassVar[Any] = (
        (None, {"fields": ("shown_state", "reason", "detail", "job")}),
        ("Envelope", {"fields": ENVELOPE}),
        ("Who sent it", {"fields": ("verdicts", "auth_results", "deliveries")}),
        ("Times", {"fields": ("received_at", "ended_at", "redriven_at", "approved_at", "approved_by", "replaces")}),
    )

    @display(description="state", ordering="state", label=COLOURS)
    def shown_state(self, intake: Intake) -> str:
        return intake.state

    @admin.display(description="recipient", ordering="recipient")
    def shown_recipient(self, intake: Intake) -> str:
        return masked_in(intake.recipient)

    @admin.display(description="addressed to")
    def shown_addressed_to(self, intake: Intake) -> str:
        return masked_in(intake.addressed_to)

    @admin.display(description="job")
    def job(self, intake: Intake) -> str:
        return cases.job_in_words(intake)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Intake | None = None) -> bool:
        return False

    def get_search_fields(self, request: HttpRequest) -> tuple[str, ...]:
        return searched(request, self.search_fields)

    def get_readonly_fields(self, request: HttpRequest, obj: Intake | None = None) -> tuple[str, ...]:
        return tuple(name for _, section in self.fieldsets for name in section["fields"])

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [
            path("<int:number>/raw/", wrap(cases.raw), name="inbound_intake_raw"),
            path("<int:number>/page/", wrap(cases.page), name="inbound_intake_page"),
            path("<int:number>/edit/", wrap(cases.edit), name="inbound_intake_edit"),
            path("<int:number>/act/", wrap(cases.act), name="inbound_intake_act"),
            *super().get_urls(),
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        intake = self.get_object(request, object_id)
        context = cases.context(intake) if intake else {}
        context |= dict.fromkeys(("show_save", "show_save_and_continue"), False)  # nothing here is edited in place
        response: HttpResponse = super().change_view(request, object_id, form_url, {**context, **(extra_context or {})})
        return response

    @admin.action(description="Process again", permissions=["change"])
    def redrive(self, request: HttpRequest, intakes: QuerySet[Intake]) -> None:
        self._perform(request, intakes, repairs.REDRIVE)

    @admin.action(description="Dismiss (give a reason)", permissions=["change"])
    def dismiss(self, request: HttpRequest, intakes: QuerySet[Intake]) -> None:
        if request.POST.get("reason", "").strip():
            self._perform(request, intakes, repairs.DISMISS)
        else:
            self.message_user(request, "Say why they are dismissed; nothing was done.", messages.ERROR)

    @admin.action(description="Approve what is held", permissions=["change"])
    def approve(self, request: HttpRequest, intakes: QuerySet[Intake]) -> None:
        self._perform(request, intakes, repairs.APPROVE)

    @admin.action(description="Reject what is held", permissions=["change"])
    def reject(self, request: HttpRequest, intakes: QuerySet[Intake]) -> None:
        self._perform(request, intakes, repairs.REJECT)

    def _perform(self, request: HttpRequest, intakes: QuerySet[Intake], action: str) -> None:
        """A selection is told of each mail that had moved on; a run is over those that can take the action now."""
        if request.POST.get("select_across") == "1":
            intakes = intakes.filter(state=repairs.APPLIES_TO[action])
        numbers = intakes.order_by("pk").values_list("pk", flat=True)
        perform(self, request, action, numbers, reason=request.POST.get("reason", "").strip())
