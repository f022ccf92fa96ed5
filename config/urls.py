"""Every app's own urls.py, under one roof."""

from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from config.dashboard import page
from config.views import health, metrics, trace

urlpatterns: list[URLPattern | URLResolver] = [
    path("admin/trace/", admin.site.admin_view(trace.trace), name="trace"),
    path("admin/lane/<str:lane>/", admin.site.admin_view(page.pause), name="lane"),
    path("admin/", admin.site.urls),
    path("healthz", health.healthz),
    path("readyz", health.readyz),
    path("metrics", metrics.metrics),
    path("", include("inbound.urls")),
    path("", include("onboarding.urls")),
    path("", include("notifications.urls")),
]

if settings.HOLDFAST_MODE == "demo":
    urlpatterns.insert(0, path("", include("config.tour.urls")))
