"""The PMIDs of works that ORCID knows only by their DOI: the ID converter for what is in PMC, a search for the rest."""

from collections.abc import Sequence

from onboarding.clients import idconv, pubmed
from onboarding.clients.idconv import Ids
from onboarding.models import ProfileBuild, ProfileStage, Publication
from onboarding.stages.outcome import Outcome

MOST_SEARCHES = 40


def gather(build: ProfileBuild, stage: ProfileStage) -> Outcome:
    works = Publication.objects.filter(member=build.member_id)
    unknown = list(works.filter(pmid="").exclude(doi="").order_by("-year", "doi").values_list("doi", flat=True))
    found = converted(unknown, stage)
    left = [doi for doi in unknown if doi not in found][:MOST_SEARCHES]
    for done, doi in enumerate(left, start=1):
        if pmid := pubmed.pmid_of(doi):
            found[doi] = Ids(pmid, "")
        stage.advance(done=len(unknown) - len(left) + done, total=len(unknown))
    known = works.exclude(pmid="").count() + len(found)
    return Outcome(note=f"{known} of {works.count()} works are in PubMed.", apply=lambda: keep(build.member_id, found))


def converted(dois: Sequence[str], stage: ProfileStage) -> dict[str, Ids]:
    found: dict[str, Ids] = {}
    for start in range(0, len(dois), idconv.MOST_IDS):
        found |= idconv.convert(dois[start : start + idconv.MOST_IDS])
        stage.advance(done=min(len(dois), start + idconv.MOST_IDS), total=len(dois))
    return {doi: ids for doi, ids in found.items() if doi in set(dois)}


def keep(member: int, found: dict[str, Ids]) -> None:
    rows = list(Publication.objects.filter(member=member, doi__in=found).select_for_update().order_by("pk"))
    for row in rows:
        row.pmid, row.pmcid = found[row.doi].pmid[:20], found[row.doi].pmcid[:20] or row.pmcid
    Publication.objects.bulk_update(rows, ["pmid", "pmcid"])
