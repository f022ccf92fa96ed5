"""Titles and abstracts from PubMed. Only research articles count from here on."""

from onboarding.clients import pubmed
from onboarding.clients.pubmed import Article
from onboarding.models import ProfileBuild, ProfileStage, Publication
from onboarding.stages.outcome import Outcome
from worker import Fail

NOTHING = (
    "PubMed has no abstract of a research article of yours, so there is nothing to write from. "
    "You can write your profile yourself."
)


def gather(build: ProfileBuild, stage: ProfileStage) -> Outcome:
    works = Publication.objects.filter(member=build.member_id).exclude(pmid="")
    pmids = list(works.order_by("-year", "pmid").values_list("pmid", flat=True).distinct())
    articles: dict[str, Article] = {}
    for start in range(0, len(pmids), pubmed.MOST_IDS):
        asked = pmids[start : start + pubmed.MOST_IDS]
        articles |= {article.pmid: article for article in pubmed.articles(asked)}
        stage.advance(done=min(len(pmids), start + pubmed.MOST_IDS), total=len(pmids))
    research = [article for article in articles.values() if article.is_research and article.abstract]
    if not research:
        raise Fail(NOTHING)
    lost = len(pmids) - len(articles)
    return Outcome(
        note=f"{len(research)} research articles with an abstract.",
        missing=[f"PubMed did not send {lost} of {len(pmids)} articles."] if lost else [],
        apply=lambda: keep(build.member_id, articles),
    )


def keep(member: int, articles: dict[str, Article]) -> None:
    rows = list(Publication.objects.filter(member=member, pmid__in=articles).select_for_update().order_by("pk"))
    for row in rows:
        article = articles[row.pmid]
        row.title, row.journal, row.year = article.title or row.title, article.journal, article.year or row.year
        row.pmcid, row.abstract, row.is_research = article.pmcid or row.pmcid, article.abstract, article.is_research
    Publication.objects.bulk_update(rows, ["title", "journal", "year", "pmcid", "abstract", "is_research"])
