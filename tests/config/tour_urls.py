"""The demo's urls, as config/urls.py has them in HOLDFAST_MODE=demo."""

from django.urls import include, path

urlpatterns = [path("", include("config.tour.urls")), path("", include("config.urls"))]
