"""The methods sections of the newest open papers. Each is kept once it is read: a retry asks only for the rest."""

from onboarding.clients import pmc
from onboarding.clients.trouble import Absent, Malformed
from onboarding.models import ProfileBuild, ProfileStage, Publication
from onboarding.stages.outcome import Outcome

MOST_PAPERS = 10


def gather(build: ProfileBuild, stage: ProfileStage) -> Outcome:
    research = Publication.objects.filter(member=build.member_id, is_research=True).exclude(abstract="")
    papers = list(research.exclude(pmcid="").order_by("-year", "pmid")[:MOST_PAPERS])
    unreadable = 0
    for done, paper in enumerate(papers, start=1):
        try:
            text = paper.methods or pmc.methods(paper.pmcid)
        except Absent:
            text = ""
        except Malformed:
            text, unreadable = "", unreadable + 1
        Publication.objects.filter(pk=paper.pk).update(methods=text)
        stage.advance(done=done, total=len(papers))
    return Outcome(
        note=f"{research.exclude(methods='').count()} methods sections read.",
        missing=[f"{unreadable} of {len(papers)} open papers could not be read."] if unreadable else [],
    )
