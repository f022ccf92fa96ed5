from django.urls import path

from notifications import api
from notifications.views import holds, preferences, proposals, provider_events, review, unsubscribe

urlpatterns = [
    path("preferences/", preferences.preferences, name="preferences"),
    path("preferences/agents/<int:delegation_id>/", preferences.mail_about_agent, name="mail-about-agent"),
    path("provider-events/", provider_events.ProviderEvents.as_view(), name="provider-events"),
    path("unsubscribe/<str:token>", unsubscribe.unsubscribe, name="unsubscribe"),
    path("api/openapi.json", api.openapi, name="openapi"),
    path("api/agents/<slug:slug>/messages", api.messages, name="agent-messages"),
    path("api/agents/<slug:slug>/messages/<int:pk>", api.message, name="agent-message"),
    path("holds/<str:token>/", holds.hold, name="hold"),
    path("proposals/", proposals.proposals, name="proposals"),
    path("proposals/<int:proposal_id>/<int:agent_id>/", review.review_proposal, name="review-proposal"),
]
