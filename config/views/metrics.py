"""`/metrics`, for Prometheus."""

import hmac

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST

from config.exposition import exposition


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """200 with `Authorization: Bearer <HOLDFAST_METRICS_TOKEN>`, 401 without; 404 in production where none is set."""
    token = settings.METRICS_TOKEN
    if not token and settings.HOLDFAST_MODE == "production":
        raise Http404("HOLDFAST_METRICS_TOKEN is not set.")
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if token and not hmac.compare_digest(given.encode(), token.encode()):
        return HttpResponse(status=401, headers={"WWW-Authenticate": "Bearer"})
    return HttpResponse(exposition(), content_type=CONTENT_TYPE_LATEST)
