"""A member's agents: asked for, seen, retired; and who else answers for them.

An agent of somebody else is not there: 404, as for one that does not exist. What only its owner may do is not there
for a delegate.
"""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from onboarding import delegating, links
from onboarding.forms.agents import AgentForm, InvitationForm
from onboarding.models import Agent, Delegation, Invitation
from onboarding.views.member import member_of


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def agents(request: HttpRequest) -> HttpResponse:
    """GET lists them. POST asks for one: an operator approves it."""
    member = member_of(request)
    form = AgentForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            with transaction.atomic():
                agent = Agent.objects.create(owner=member, **form.cleaned_data)
        except IntegrityError:  # Asked for twice at the same moment.
            form.add_error("slug", "Another agent has this mail name.")
        else:
            messages.success(request, f"{agent} is asked for. You can use it once it is approved.")
            return redirect("agent", slug=agent.slug)
    mine = Agent.objects.open_to(member).select_related("owner").order_by("bot_name")
    return render(request, "agents/list.html", {"agents": mine, "form": form})


@login_required
@require_safe
def agent(request: HttpRequest, slug: str) -> HttpResponse:
    shown = get_object_or_404(Agent.objects.open_to(member_of(request)).select_related("owner"), slug=slug)
    return render(request, "agents/agent.html", _about(request, shown, InvitationForm()))


def _about(request: HttpRequest, shown: Agent, form: InvitationForm) -> dict[str, object]:
    now = timezone.now()
    mine = shown.delegations.live().filter(member=member_of(request)).first()
    return {
        "agent": shown,
        "is_owner": shown.owner_id == member_of(request).pk,
        "my_delegation": mine,
        "delegations": shown.delegations.live().select_related("member").order_by("created_at"),
        "invitations": shown.invitations.pending(now=now).order_by("created_at"),
        "form": form,
    }


def _owned(request: HttpRequest, slug: str) -> Agent:
    return get_object_or_404(Agent, owner=member_of(request), slug=slug)


@login_required
@require_POST
def invite(request: HttpRequest, slug: str) -> HttpResponse:
    owned = _owned(request, slug)
    form = InvitationForm(request.POST)
    if form.is_valid():
        email = form.cleaned_data["email"]
        try:
            delegating.invite(agent=owned, owner=member_of(request), email=email, now=timezone.now())
        except delegating.Refused as refused:
            form.add_error("email", str(refused))
        else:
            messages.success(request, f"An invitation is on its way to {email}.")
            return redirect("agent", slug=slug)
    return render(request, "agents/agent.html", _about(request, owned, form))


@login_required
@require_POST
def withdraw(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    invitation = get_object_or_404(Invitation, agent=_owned(request, slug), pk=pk)
    if invitation.withdraw(now=timezone.now()):
        messages.success(request, f"The invitation of {invitation.email} is withdrawn.")
    return redirect("agent", slug=slug)


@login_required
@require_POST
def revoke(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """By the owner, or by the delegate themselves, who leaves."""
    member = member_of(request)
    theirs = Delegation.objects.select_related("agent", "member").filter(agent__slug=slug)
    delegation = get_object_or_404(theirs.filter(Q(agent__owner=member) | Q(member=member)), pk=pk)
    if delegating.revoke(delegation=delegation, now=timezone.now()):
        messages.success(request, f"{delegation.member} no longer answers for {delegation.agent}.")
    return redirect("agent", slug=slug) if delegation.agent.owner_id == member.pk else redirect("agents")


@login_required
@require_POST
def retire(request: HttpRequest, slug: str) -> HttpResponse:
    owned = _owned(request, slug)
    if owned.retire():
        messages.success(request, f"{owned} is retired. It takes no more mail and asks no more questions.")
    return redirect("agent", slug=slug)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """The link in the mail. GET shows what it is about, to anybody who holds it; POST, signed in, accepts."""
    invited = links.invitation_of(token)
    if invited is None:
        raise Http404
    state = invited.state(now=timezone.now())
    if request.method == "POST" and request.user.is_authenticated:
        try:
            delegating.accept(invitation=invited, member=member_of(request), now=timezone.now())
        except delegating.Refused as refused:
            messages.error(request, str(refused))
        else:
            messages.success(request, f"You answer for {invited.agent} from now on.")
            return redirect("agent", slug=invited.agent.slug)
    return render(request, "agents/invitation.html", {"invitation": invited, "state": state})
