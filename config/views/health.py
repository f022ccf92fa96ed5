"""Two answers for whatever watches this process."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config import readiness


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """200 while this process answers at all. Restart it when it does not."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """200 `{"ready": true, "missing": {}}`, or 503 with what is missing: database, migrations, workers."""
    missing = readiness.missing()
    answer = JsonResponse({"ready": not missing, "missing": missing}, status=503 if missing else 200)
    answer._has_been_logged = True  # type: ignore[attr-defined]  # whoever asks is told; Django would log an error
    return answer
