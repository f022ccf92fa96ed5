"""When a profile is good enough, and when one is better than another. Pure."""

from dataclasses import dataclass

from onboarding.synthesis.dossier import Draft

LEAST_WORDS, MOST_WORDS = 100, 350
LEAST_TECHNIQUES = 3
LEAST_DISEASE_AREAS = 1


def problems(draft: Draft) -> list[str]:
    """What keeps a draft from being good enough, each in words that a person and a synthesiser understand."""
    found = []
    words = len(draft.text.split())
    if words < LEAST_WORDS:
        found.append(f"It has {words} words; at least {LEAST_WORDS} are wanted.")
    if words > MOST_WORDS:
        found.append(f"It has {words} words; at most {MOST_WORDS} are wanted.")
    if len(set(draft.techniques)) < LEAST_TECHNIQUES:
        found.append(f"It names {len(set(draft.techniques))} techniques; at least {LEAST_TECHNIQUES} are wanted.")
    if len(set(draft.disease_areas)) < LEAST_DISEASE_AREAS:
        found.append("It names no disease area; at least one is wanted.")
    return found


@dataclass(frozen=True, slots=True)
class Standing:
    """What counts when a new result meets the current one."""

    by_hand: bool
    faults: int
    is_partial: bool
    sources: int


def may_replace(new: Standing, current: Standing | None) -> bool:
    """A worse result never replaces a better one, and no machine replaces what a person wrote."""
    if current is None or new.by_hand:
        return True
    if current.by_hand:
        return False
    return _rank(new) >= _rank(current)


def _rank(standing: Standing) -> tuple[int, bool, int]:
    return -standing.faults, not standing.is_partial, standing.sources
