"""The address that Amazon SNS posts SES's events to. django-ses checks signature, certificate and topic."""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_exempt
from django_ses.views import SESEventWebhookView

from notifications import provider_events


@method_decorator(csrf_exempt, name="dispatch")
class ProviderEvents(SESEventWebhookView):  # type: ignore[misc]
    """POST: 200 after commit; 400 unsigned, from another topic, or no JSON; 404 where no events are configured; 5xx:
    again."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not (settings.MAIL_EVENTS and settings.AWS_SNS_EVENT_TRUSTED_TOPIC_ARNS):
            raise Http404("No events are expected here: HOLDFAST_MAIL_EVENTS, HOLDFAST_MAIL_EVENTS_TOPICS.")
        answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return answer

    def _apply(self, notification: dict[str, Any], message: dict[str, Any]) -> None:
        provider_events.apply(message, now=timezone.now())

    handle_bounce = handle_complaint = handle_delivery = handle_send = handle_unknown_event_type = _apply
