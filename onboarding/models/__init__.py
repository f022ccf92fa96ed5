"""People and their addresses; agents and who may answer for them; profiles, and the builds that write them."""

from onboarding.models.agents import Agent, Delegation, Invitation
from onboarding.models.builds import ProfileBuild, ProfileStage
from onboarding.models.people import Member, MemberAddress, StuckSignup
from onboarding.models.profiles import Profile, ProfileRevision, Publication

__all__ = [
    "Agent",
    "Delegation",
    "Invitation",
    "Member",
    "MemberAddress",
    "Profile",
    "ProfileBuild",
    "ProfileRevision",
    "ProfileStage",
    "Publication",
    "StuckSignup",
]
