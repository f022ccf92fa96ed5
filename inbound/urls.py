from django.urls import path

from inbound.views import agent_mail, was_this_you

urlpatterns = [
    path("api/agents/<slug:slug>/mail/<int:pk>", agent_mail.mail, name="agent-mail"),
    path("was-this-you/<str:signed>/", was_this_you.was_this_you, name="was-this-you"),
]
