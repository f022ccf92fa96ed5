from django.urls import path

from notifications.views import proposals, review

urlpatterns = [
    path("proposals/", proposals.proposals, name="proposals"),
    path("proposals/<int:proposal_id>/<int:agent_id>/", review.review_proposal, name="review-proposal"),
]
