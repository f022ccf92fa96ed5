"""Events, who subscribed to them, and how each delivery went."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html
from unfold.admin import TabularInline
from unfold.decorators import display
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget

from notifications import deliveries, events
from notifications.event_kinds import KINDS
from notifications.models import Event, WebhookAttempt, WebhookDelivery, WebhookEndpoint
from worker.admin.base import ModelAdmin

DELIVERY_COLOURS = {"pending": "info", "delivered": "success", "failed": "danger"}


class ReadOnly:
    """Rows are shown; the right to change them is the right to the actions."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return obj is None and super().has_change_permission(request)  # type: ignore[misc]

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


if TYPE_CHECKING:
    _EndpointForm = forms.ModelForm[WebhookEndpoint]
else:
    _EndpointForm = forms.ModelForm


class EndpointForm(_EndpointForm):
    kinds = forms.MultipleChoiceField(
        choices=[(kind, kind) for kind in KINDS if kind != "endpoint.test"],
        required=False,
        widget=UnfoldAdminCheckboxSelectMultipleWidget,
        help_text="Only these events. None chosen: all.",
    )

    class Meta:
        model = WebhookEndpoint
        fields = ("owner", "url", "kinds", "agent", "for_operators")


@admin.register(WebhookEndpoint)
class WebhookEndpointAdmin(ModelAdmin):
    form = EndpointForm
    list_display = ("url", "owner", "agent", "shown_state", "failing_since", "created_at")
    list_select_related = ("owner", "agent")
    list_filter = (("disabled_at", admin.EmptyFieldListFilter), "for_operators")
    search_fields = ("url", "owner__email", "agent__slug")
    autocomplete_fields = ("owner", "agent")
    readonly_fields = (
        "secret_shown",
        "old_secret_until",
        "failing_since",
        "disabled_at",
        "disabled_because",
        "created_at",
    )
    actions = ("send_test", "rotate", "enable", "disable")

    @display(description="state", label={"live": "success", "failing": "warning", "off": "danger"})
    def shown_state(self, endpoint: WebhookEndpoint) -> str:
        if not endpoint.is_live:
            return "off"
        return "failing" if endpoint.failing_since else "live"

    @admin.display(description="secret")
    def secret_shown(self, endpoint: WebhookEndpoint) -> str:
        if endpoint._state.adding:
            return "is made when you save"
        return format_html("<details><summary>show</summary><code>{}</code></details>", endpoint.secret)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """A viewer does not see the secret."""
        shown = super().get_fields(request, obj)
        return [name for name in shown if name != "secret_shown" or self.has_change_permission(request, obj)]

    @admin.action(description="Send a test event", permissions=["change"])
    def send_test(self, request: HttpRequest, chosen: QuerySet[WebhookEndpoint]) -> None:
        self._each(request, chosen, "a test event is on its way", deliveries.send_test)

    @admin.action(description="Rotate the secret", permissions=["change"])
    def rotate(self, request: HttpRequest, chosen: QuerySet[WebhookEndpoint]) -> None:
        done = "it has a new secret; the old one is valid for 24 hours more"
        self._each(request, chosen, done, lambda endpoint: endpoint.rotate(now=timezone.now()))

    @admin.action(description="Switch on", permissions=["change"])
    def enable(self, request: HttpRequest, chosen: QuerySet[WebhookEndpoint]) -> None:
        self._each(request, chosen, "switched on", WebhookEndpoint.enable)

    @admin.action(description="Switch off", permissions=["change"])
    def disable(self, request: HttpRequest, chosen: QuerySet[WebhookEndpoint]) -> None:
        because = f"Switched off by {request.user}."
        self._each(request, chosen, "switched off", lambda endpoint: endpoint.disable(because, now=timezone.now()))

    def _each(
        self,
        request: HttpRequest,
        chosen: QuerySet[WebhookEndpoint],
        done: str,
        act: Callable[[WebhookEndpoint], object],
    ) -> None:
        for endpoint in chosen:
            act(endpoint)
            self.log_change(request, endpoint, done.capitalize())
            self.message_user(request, f"{endpoint}: {done}.", messages.SUCCESS)


class DeliveryInline(ReadOnly, TabularInline):
    model = WebhookDelivery
    fields = ("endpoint", "state", "tries", "reason", "next_at", "ended_at")
    extra = 0
    show_change_link = True


@admin.register(Event)
class EventAdmin(ReadOnly, ModelAdmin):
    list_display = ("kind", "uid", "agent", "member", "created_at")
    list_select_related = ("agent", "member")
    list_filter = ("kind", "created_at")
    search_fields = ("uid", "agent__slug")
    ordering = ("-pk",)
    inlines = (DeliveryInline,)
    actions = ("send_again",)

    @admin.action(description="Deliver again to everybody who wants it", permissions=["change"])
    def send_again(self, request: HttpRequest, chosen: QuerySet[Event]) -> None:
        ids = list(chosen.values_list("pk", flat=True))
        again = deliveries.replay(WebhookDelivery.objects.filter(event__in=ids))
        new = events.fan_out(ids)
        self.message_user(request, f"{again + new} deliveries started.", messages.SUCCESS)


class AttemptInline(ReadOnly, TabularInline):
    model = WebhookAttempt
    fields = ("created_at", "url", "status", "seconds", "error", "answer")
    readonly_fields = fields
    extra = 0


@admin.register(WebhookDelivery)
class WebhookDeliveryAdmin(ReadOnly, ModelAdmin):
    list_display = ("event", "endpoint", "shown_state", "tries", "reason", "next_at", "created_at")
    list_select_related = ("event", "endpoint")
    list_filter = ("state", "event__kind", "endpoint")
    search_fields = ("event__uid", "endpoint__url")
    ordering = ("-pk",)
    readonly_fields = ("request_body",)
    inlines = (AttemptInline,)
    actions = ("replay",)

    @display(description="state", ordering="state", label=DELIVERY_COLOURS)
    def shown_state(self, delivery: WebhookDelivery) -> str:
        return delivery.state

    @admin.display(description="request")
    def request_body(self, delivery: WebhookDelivery) -> str:
        body = json.dumps(json.loads(delivery.event.body()), indent=2, ensure_ascii=False)
        return format_html("<pre>webhook-id: {}\n\n{}</pre>", delivery.event.uid, body)

    @admin.action(description="Replay", permissions=["change"])
    def replay(self, request: HttpRequest, chosen: QuerySet[WebhookDelivery]) -> None:
        started = deliveries.replay(chosen)
        self.message_user(request, f"{started} of {chosen.count()} started; the others are on their way.")
