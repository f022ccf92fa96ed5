"""A draft from the abstracts and methods."""

from onboarding.models import ProfileBuild, ProfileStage, Publication
from onboarding.stages.outcome import Outcome
from onboarding.synthesis import choice
from onboarding.synthesis.dossier import Dossier, Draft, Paper

MOST_PAPERS = 60


def gather(build: ProfileBuild, stage: ProfileStage) -> Outcome:
    dossier = dossier_of(build)
    draft = choice.chosen().synthesise(dossier)
    return Outcome(
        note=f"{len(draft.text.split())} words from {len(dossier.papers)} articles.",
        apply=lambda: keep(build, draft, sources=len(dossier.papers)),
    )


def dossier_of(build: ProfileBuild) -> Dossier:
    research = Publication.objects.filter(member=build.member_id, is_research=True).exclude(abstract="")
    papers = tuple(
        Paper(title=row.title, year=row.year, journal=row.journal, abstract=row.abstract, methods=row.methods)
        for row in research.order_by("-year", "pmid")[:MOST_PAPERS]
    )
    return Dossier(name=build.member.name, papers=papers)


def keep(build: ProfileBuild, draft: Draft, *, sources: int) -> None:
    ProfileBuild.objects.filter(pk=build.pk).update(
        draft={
            "text": draft.text,
            "techniques": list(draft.techniques),
            "disease_areas": list(draft.disease_areas),
            "sources": sources,
        }
    )


def kept(build: ProfileBuild) -> Draft:
    told = build.draft
    return Draft(text=told["text"], techniques=tuple(told["techniques"]), disease_areas=tuple(told["disease_areas"]))
