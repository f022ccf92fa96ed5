"""Versions of a profile: how one comes to be, which one counts, and what changed between two."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from django.db import transaction
from django.db.models import Max

from onboarding import quality
from onboarding.models import Member, Profile, ProfileBuild, ProfileRevision
from onboarding.quality import Standing
from onboarding.synthesis.dossier import Draft
from worker import facts


class Overtaken(Exception):
    """There is a newer revision than the one that this edit began with."""


def keep_built(*, build: ProfileBuild, draft: Draft, sources: int) -> ProfileRevision:
    """In the caller's transaction. It becomes the current one unless that is better, or was written by hand."""
    profile = locked(build.member_id)
    notes = list(dict.fromkeys(build.notes))
    revision = _added(
        profile,
        draft,
        origin=ProfileRevision.Origin.BUILT,
        build=build,
        sources=sources,
        is_partial=bool(notes),
        notes=notes,
    )
    current = profile.current
    if quality.may_replace(standing(revision), standing(current) if current else None):
        make_current(profile, revision)
    return revision


@transaction.atomic(durable=True)
def save_edit(*, member: Member, draft: Draft, base: int) -> ProfileRevision:
    """The member's own words. `base`: the number of the revision that they started from, 0 for none. Raises Overtaken.

    Words that did not change make no new revision."""
    profile = locked(member.pk)
    current = profile.current
    if (current.number if current else 0) != base:
        raise Overtaken(Overtaken.__doc__)
    if current and draft == draft_of(current):
        return current
    revision = _added(profile, draft, origin=ProfileRevision.Origin.EDITED, author=member)
    make_current(profile, revision)
    return revision


@transaction.atomic(durable=True)
def bring_back(*, member: Member, number: int) -> ProfileRevision:
    """An earlier revision's words as the newest one. Raises ProfileRevision.DoesNotExist."""
    profile = locked(member.pk)
    old = profile.revisions.get(number=number)
    if profile.current_id == old.pk:
        return old
    revision = _added(
        profile,
        draft_of(old),
        origin=ProfileRevision.Origin.RESTORED,
        author=member,
        sources=old.sources,
        is_partial=old.is_partial,
        notes=old.notes,
    )
    make_current(profile, revision)
    return revision


def locked(member: int) -> Profile:
    """The member's profile, made if need be; revisions are numbered and chosen one at a time."""
    Profile.objects.bulk_create([Profile(member_id=member)], ignore_conflicts=True)
    return Profile.objects.select_for_update(of=("self",)).select_related("current").get(member=member)


def make_current(profile: Profile, revision: ProfileRevision) -> None:
    Profile.objects.filter(pk=profile.pk).update(current=revision)
    facts.state("profile.published", member_id=profile.member_id, revision_id=revision.pk)


def _added(profile: Profile, draft: Draft, **about: object) -> ProfileRevision:
    newest = profile.revisions.aggregate(newest=Max("number"))["newest"] or 0
    return ProfileRevision.objects.create(
        profile=profile,
        number=newest + 1,
        text=draft.text,
        techniques=list(draft.techniques),
        disease_areas=list(draft.disease_areas),
        **about,
    )


def draft_of(revision: ProfileRevision) -> Draft:
    return Draft(text=revision.text, techniques=tuple(revision.techniques), disease_areas=tuple(revision.disease_areas))


def standing(revision: ProfileRevision) -> Standing:
    return Standing(
        by_hand=revision.origin != ProfileRevision.Origin.BUILT,
        faults=len(quality.problems(draft_of(revision))),
        is_partial=revision.is_partial,
        sources=revision.sources,
    )


def difference(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Runs of words as ("same" | "gone" | "new", text), in reading order. Give both as words with their spaces."""
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for kind, old_from, old_to, new_from, new_to in matcher.get_opcodes():
        if kind == "equal":
            yield "same", "".join(new[new_from:new_to])
            continue
        if old_to > old_from:
            yield "gone", "".join(old[old_from:old_to])
        if new_to > new_from:
            yield "new", "".join(new[new_from:new_to])
