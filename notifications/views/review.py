"""One side's review of one proposal. The rating links of a mail lead here."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from notifications import answers
from notifications.entitlement import may_answer_for
from notifications.forms import ReviewForm, review_form_for
from notifications.models import Proposal, Review
from notifications.outcomes import Outcome
from onboarding.models import Agent, Member


@login_required
@require_http_methods(["GET", "POST"])
def review_proposal(request: HttpRequest, proposal_id: int, agent_id: int) -> HttpResponse:
    """GET shows proposal and form, and changes nothing, whatever `?rating=` says: scanners follow links (N11).

    POST records. 302 to `proposals`; 200 with what is wrong; 404 for whoever may not answer for this agent (O7).
    """
    proposal, agent, member = _theirs(request, proposal_id, agent_id)
    if request.method == "POST":
        form = ReviewForm(request.POST)
        if form.is_valid():
            outcome = _record(form, proposal, agent, member)
            messages.add_message(
                request, messages.SUCCESS if outcome.is_effective else messages.WARNING, outcome.sentence
            )
            return redirect("proposals")
    else:
        stands = Review.objects.filter(proposal=proposal, agent=agent).first()
        form = review_form_for(stands, preset=request.GET.get("rating", ""))
    return render(request, "proposals/review.html", {"proposal": proposal, "agent": agent, "form": form})


def _theirs(request: HttpRequest, proposal_id: int, agent_id: int) -> tuple[Proposal, Agent, Member]:
    proposal = get_object_or_404(Proposal.objects.select_related("agent_a", "agent_b"), pk=proposal_id)
    agent = next((agent for agent in (proposal.agent_a, proposal.agent_b) if agent.pk == agent_id), None)
    if agent is None or not isinstance(request.user, Member) or not may_answer_for(request.user.pk, agent):
        raise Http404("There is no such proposal of yours.")
    return proposal, agent, request.user


@transaction.atomic(durable=True)
def _record(form: ReviewForm, proposal: Proposal, agent: Agent, member: Member) -> Outcome:
    return answers.review_proposal(
        proposal_id=proposal.pk,
        agent_id=agent.pk,
        reviewer=member,
        via=Review.Via.WEB,
        now=timezone.now(),
        **form.cleaned_data,
    )
