"""Content-Security-Policy: strict for our pages, as loose as it must be for the admin's theme."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.csp import ContentSecurityPolicyMiddleware
from django.urls import reverse
from django.utils.csp import CSP


class PolicyMiddleware(ContentSecurityPolicyMiddleware):
    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if request.path.startswith(reverse("admin:index")) and not hasattr(response, "_csp_config"):
            response._csp_config = _for_the_admin()  # type: ignore[attr-defined]
        return super().process_response(request, response)


def _for_the_admin() -> dict[str, Any]:
    """unfold's Alpine.js evaluates expressions in attributes, and its templates have inline styles. Neither needs
    inline script, so one that a mail smuggles into a page does not run."""
    return settings.SECURE_CSP | {
        "script-src": [CSP.SELF, CSP.UNSAFE_EVAL],
        "style-src": [CSP.SELF, CSP.UNSAFE_INLINE],
        "frame-ancestors": [CSP.SELF],
    }
