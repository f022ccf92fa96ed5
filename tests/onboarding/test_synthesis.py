"""The synthesiser that needs nobody, and what is good enough."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onboarding import quality
from onboarding.fakes import people
from onboarding.quality import Standing, may_replace
from onboarding.synthesis import vocabulary
from onboarding.synthesis.dossier import Dossier, Draft, Paper
from onboarding.synthesis.keysentences import KeySentences
from onboarding.synthesis.sentences import sentences

RICH = [person for person in people.everybody().values() if len(person.papers) >= 4]


def dossier_of(person: people.FakePerson) -> Dossier:
    research = [paper for paper in person.papers if paper.kind == "Journal Article"]
    papers = tuple(Paper(p.title, p.year, p.journal, p.abstract, p.methods) for p in research)
    return Dossier(f"{person.given} {person.family}", papers)


@pytest.mark.parametrize("person", RICH, ids=lambda person: person.family)
def test_a_rich_dossier_gives_a_draft_that_is_good_enough(person: people.FakePerson) -> None:
    draft = KeySentences().synthesise(dossier_of(person))
    assert quality.problems(draft) == []
    assert draft.text.startswith(f"{person.given} {person.family} works on ")


def test_every_key_sentence_comes_from_the_papers_and_none_twice() -> None:
    dossier = dossier_of(RICH[0])
    middle = KeySentences().synthesise(dossier).text.split("\n\n")[1]
    source = " ".join(" ".join(paper.abstract.split()) for paper in dossier.papers)
    parts = sentences(middle)
    assert len(parts) == len(set(parts)) >= 5
    for part in parts:
        tail = " ".join(part.split()[-6:])
        assert tail in source


def test_the_words_of_the_papers_decide_what_is_named() -> None:
    draft = KeySentences().synthesise(dossier_of(RICH[1]))
    assert draft.disease_areas[0] == "malaria"
    assert "cryo-electron microscopy" in draft.techniques
    assert "amyotrophic lateral sclerosis" not in draft.disease_areas


def test_the_same_papers_give_the_same_draft() -> None:
    assert KeySentences().synthesise(dossier_of(RICH[0])) == KeySentences().synthesise(dossier_of(RICH[0]))


def test_a_second_try_says_more() -> None:
    dossier = Dossier("A B", dossier_of(RICH[0]).papers[:2])
    first = KeySentences().synthesise(dossier)
    again = KeySentences().synthesise(dossier, problems=["It has 90 words; at least 100 are wanted."])
    assert len(again.text.split()) > len(first.text.split())


def test_nothing_to_read_gives_a_draft_with_problems_not_an_error() -> None:
    assert len(quality.problems(KeySentences().synthesise(Dossier("", ())))) == 3


@given(st.lists(st.builds(Paper, st.text(), st.none() | st.integers(), st.text(), st.text(), st.text()), max_size=4))
def test_no_text_breaks_it(papers: list[Paper]) -> None:
    KeySentences().synthesise(Dossier("Name", tuple(papers)))


def test_sentences_end_where_they_end() -> None:
    text = "Cells (e.g. those of Fig. 2) grew. P. falciparum did not, cf. Smith et al. 2020. It was 3.5 Mb. Why? So."
    assert sentences(text) == [
        "Cells (e.g. those of Fig. 2) grew.",
        "P. falciparum did not, cf. Smith et al. 2020.",
        "It was 3.5 Mb.",
        "Why?",
        "So.",
    ]


def test_a_short_name_in_capitals_is_not_found_in_a_plain_word() -> None:
    assert vocabulary.disease_areas().found_in("It also aids.") == set()
    assert vocabulary.disease_areas().found_in("ALS and Als") == {"amyotrophic lateral sclerosis"}


@pytest.mark.parametrize("words", [vocabulary.techniques(), vocabulary.disease_areas()])
def test_every_name_of_a_vocabulary_finds_itself(words: vocabulary.Vocabulary) -> None:
    for name in words.names:
        assert name in words.found_in(f"We used {name}, twice.")


@pytest.mark.parametrize(
    ("words", "techniques", "areas", "problems"),
    [(99, 3, 1, 1), (100, 3, 1, 0), (350, 3, 1, 0), (351, 3, 1, 1), (200, 2, 1, 1), (200, 3, 0, 1), (1, 0, 0, 3)],
)
def test_the_bounds_of_good_enough(words: int, techniques: int, areas: int, problems: int) -> None:
    draft = Draft("word " * words, tuple("abcdefg"[:techniques]), tuple("xyz"[:areas]))
    assert len(quality.problems(draft)) == problems


STANDINGS = st.builds(Standing, st.booleans(), st.integers(0, 3), st.booleans(), st.integers(0, 50))


@given(STANDINGS, STANDINGS)
def test_a_worse_result_never_replaces_a_better_or_a_hand_written_one(new: Standing, current: Standing) -> None:
    """O5."""
    if may_replace(new, current) and not new.by_hand:
        assert not current.by_hand
        assert new.faults <= current.faults
        if new.faults == current.faults:
            assert current.is_partial or not new.is_partial


def test_a_first_result_is_always_taken() -> None:
    assert may_replace(Standing(by_hand=False, faults=3, is_partial=True, sources=0), None)
