"""Model-bakery recipes: the people and things that tests arrange. Each app's owner adds theirs."""

from datetime import UTC, datetime, timedelta

from model_bakery.recipe import Recipe, foreign_key
from model_bakery.utils import seq

from notifications.models import Proposal
from onboarding.models import (
    Agent,
    Delegation,
    Invitation,
    Member,
    MemberAddress,
    Profile,
    ProfileBuild,
    ProfileRevision,
    ProfileStage,
    Publication,
    StuckSignup,
)

ORCID = "0000-0002-1825-0097"

# --- onboarding ------------------------------------------------------------------------------------
member = Recipe(Member, email=seq("member", suffix="@example.org"), name=seq("Member "), is_active=True)
address = Recipe(MemberAddress, member=foreign_key(member), email=seq("other", suffix="@example.org"))
agent = Recipe(Agent, owner=foreign_key(member), slug=seq("agent-"), bot_name=seq("Bot "), status=Agent.Status.ACTIVE)
delegation = Recipe(Delegation, agent=foreign_key(agent), member=foreign_key(member))
invitation = Recipe(
    Invitation,
    agent=foreign_key(agent),
    invited_by=foreign_key(member),
    email=seq("guest", suffix="@example.org"),
    expires_at=datetime.now(UTC) + timedelta(days=30),
)
profile = Recipe(Profile, member=foreign_key(member))
revision = Recipe(
    ProfileRevision, profile=foreign_key(profile), number=seq(0), text="Words.", origin=ProfileRevision.Origin.BUILT
)
publication = Recipe(Publication, member=foreign_key(member), key=seq("doi:10.5555/"), title=seq("Paper "))
build = Recipe(ProfileBuild, member=foreign_key(member), orcid=ORCID)
stuck_signup = Recipe(StuckSignup, email=seq("stuck", suffix="@example.org"), orcid=ORCID)
stage = Recipe(ProfileStage, build=foreign_key(build), name="record", place=0)

# --- notifications ---------------------------------------------------------------------------------
proposal = Recipe(
    Proposal,
    agent_a=foreign_key(agent),
    agent_b=foreign_key(agent),
    title=seq("Proposal "),
    summary="Two labs, one question.",
)
