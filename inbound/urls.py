from django.urls import path

from inbound.views import was_this_you

urlpatterns = [
    path("was-this-you/<str:signed>/", was_this_you.was_this_you, name="was-this-you"),
]
