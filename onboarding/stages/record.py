"""The member's ORCID record, and the works that it lists."""

from django.db.models import F, Q, Value
from django.db.models.functions import Coalesce, NullIf

from onboarding.clients import orcid
from onboarding.clients.orcid import Record, Work
from onboarding.clients.trouble import Absent
from onboarding.models import Member, ProfileBuild, ProfileStage, Publication
from onboarding.stages.outcome import Outcome
from worker import Fail

MOST_WORKS = 300
FROM_ORCID = ("title", "journal", "year", "doi")


def gather(build: ProfileBuild, stage: ProfileStage) -> Outcome:
    try:
        record = orcid.record(build.orcid)
    except Absent as absent:
        raise Fail(f"{absent} Is it public, and is the iD in your settings right?") from absent
    works = list({work.key: work for work in reversed(record.works[:MOST_WORKS])}.values())
    if not works:
        raise Fail("Your ORCID record lists no public works. Make some public there, or write your profile yourself.")
    missing = [f"{record.unreadable} works of your ORCID record could not be read."] if record.unreadable else []
    return Outcome(note=_note(record, works), missing=missing, apply=lambda: keep(build.member_id, record.name, works))


def _note(record: Record, works: list[Work]) -> str:
    if len(record.works) > MOST_WORKS:
        return f"The newest {MOST_WORKS} of {len(record.works)} works."
    return "1 work." if len(works) == 1 else f"{len(works)} works."


def keep(member: int, name: str, works: list[Work]) -> None:
    """What is listed now replaces what was; what later stages found out about a work stays."""
    Publication.objects.filter(member=member).exclude(key__in=[work.key for work in works]).delete()
    rows = [
        Publication(
            member_id=member,
            key=work.key,
            title=work.title,
            journal=work.journal,
            year=work.year,
            doi=work.doi,
            pmid=work.pmid,
            pmcid=work.pmcid,
        )
        for work in works
    ]
    Publication.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["member", "key"], update_fields=FROM_ORCID
    )
    Member.objects.filter(Q(pk=member), Q(name="")).update(name=Coalesce(NullIf(Value(name), Value("")), F("name")))
