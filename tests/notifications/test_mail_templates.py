"""Every kind of mail keeps the rules that mail readers impose: Gmail strips and clips, Word lays out for Outlook."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from pytest_django import Settings

from notifications import categories, plaintext, rendering, samples
from notifications.models import Proposal
from notifications.rendering import Parts

TEMPLATES = Path(django_settings.BASE_DIR) / "templates/mail"
CLIPPED = 102_000
"""Octets of HTML beyond which Gmail shows "Message clipped"."""
STYLED = {"p", "h1", "td", "a", "span", "div", "body"}
IGNORED_BY_WORD = re.compile(r"\b(float|position|flex|grid|transform|box-shadow|background-image|object-fit)\b")
FORBIDDEN = {"script", "form", "input", "button", "link", "iframe", "object", "svg", "video", "base"}
WITHOUT_TEMPLATE = {"agent_message"}


@pytest.fixture(params=samples.known())
def category(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def mail(category: str) -> Parts:
    return samples.of(category)


class Document(HTMLParser):
    """All elements as (tag, attributes), the links with their words, and the text before the first table."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.links: list[list[str]] = []
        self.preheader = ""
        self._in_link = self._in_preheader = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self._in_preheader = tag == "div" and not any(tag == "table" for tag, _ in self.elements)
        self.elements.append((tag, found))
        if tag == "a":
            self.links.append([found.get("href", ""), ""])
            self._in_link = True

    def handle_endtag(self, tag: str) -> None:
        self._in_link = self._in_link and tag != "a"
        self._in_preheader = False

    def handle_data(self, data: str) -> None:
        if self._in_link:
            self.links[-1][1] += data
        if self._in_preheader:
            self.preheader += data

    def all(self, tag: str) -> Iterator[dict[str, str]]:
        return (attributes for found, attributes in self.elements if found == tag)


def test_there_is_a_sample_of_every_kind() -> None:
    assert set(samples.known()) == {rules.category for rules in categories.known()} - WITHOUT_TEMPLATE
    pairs = {path.stem for path in TEMPLATES.iterdir() if not path.stem.startswith(("_", "base"))}
    assert set(samples.known()) == pairs


def test_it_says_its_language_its_subject_and_that_it_knows_dark_mode(mail: Parts) -> None:
    document = Document(mail.html)
    assert next(document.all("html"))["lang"] == "en"
    named = {meta.get("name"): meta.get("content") for meta in document.all("meta")}
    assert named["color-scheme"] == named["supported-color-schemes"] == "light dark"
    assert "width=device-width" in str(named["viewport"])
    assert "<title></title>" not in mail.html
    assert mail.subject


def test_nothing_is_fetched_or_run(mail: Parts) -> None:
    document = Document(mail.html)
    assert not FORBIDDEN & {tag for tag, _ in document.elements}
    assert all(image.get("alt") is not None and image["src"].startswith("cid:") for image in document.all("img"))
    assert "url(" not in mail.html
    assert "@import" not in mail.html
    assert not [name for _, attributes in document.elements for name in attributes if name.startswith("on")]


def test_tables_are_layout_and_say_so(mail: Parts) -> None:
    for table in Document(mail.html).all("table"):
        assert table["role"] == "presentation"
        assert (table["cellpadding"], table["cellspacing"], table["border"]) == ("0", "0", "0")


def test_styles_stand_where_they_count(mail: Parts) -> None:
    """Gmail's app for other accounts drops the style sheet, so it only repeats for dark mode what is set inline."""
    document = Document(mail.html)
    for tag, attributes in document.elements:
        if tag in STYLED:
            assert attributes.get("style"), f"<{tag} {attributes}> has no inline style"
        assert not IGNORED_BY_WORD.search(attributes.get("style", ""))
    sheet = mail.html.partition("<style>")[2].partition("</style>")[0]
    plain = sheet.partition("@media")[0]
    assert set(re.findall(r"^\s*([^{\n]+) {", plain, re.MULTILINE)) == {":root"}
    used = {name for _, attributes in document.elements for name in attributes.get("class", "").split()}
    assert all(f".{name}" in sheet for name in used), "a class that dark mode does not know"


def test_a_coloured_cell_is_coloured_for_outlook_too(mail: Parts) -> None:
    for tag, attributes in Document(mail.html).elements:
        if tag in ("td", "table", "body") and "background:" in attributes.get("style", ""):
            assert attributes["bgcolor"] in attributes["style"]


def test_links_are_whole_and_say_where_they_lead(mail: Parts) -> None:
    for address, words in Document(mail.html).links:
        assert re.match(r"https?://", address)
        assert words.strip(), address
        assert words.strip().lower() not in ("here", "click here", "link", "this")


def test_the_first_line_in_the_list_of_mails_says_more_than_the_subject(mail: Parts) -> None:
    preheader = " ".join(Document(mail.html).preheader.split())
    assert 10 < len(preheader) < 200
    assert preheader != mail.subject


def test_its_text_reads_well_at_72_columns(mail: Parts) -> None:
    for line in mail.text.splitlines():
        assert len(line) <= plaintext.WIDTH or len(line.split()) == 1, line
    assert "\n-- \n" in mail.text
    assert "\n\n\n" not in mail.text
    assert not re.search(r"<[a-z/]|&[a-z#0-9]+;", mail.text)


def test_text_and_html_lead_to_the_same_places(mail: Parts) -> None:
    addresses = {address.partition("?rating=")[0] for address, _ in Document(mail.html).links}
    assert all(address in mail.text for address in addresses)


@pytest.mark.parametrize("category", ["proposal_review", "new_proposal", "hold_review", "help", "instruction_failed"])
def test_whatever_people_wrote_gmail_shows_all_of_the_mail(category: str, monkeypatch: pytest.MonkeyPatch) -> None:
    endless = '"<&\u4e2d' * 100_000
    monkeypatch.setattr(samples.PROPOSAL, "summary", endless)
    context = {**samples._about(), **samples._special(category)(), "words": endless}
    for held in (context.get("hold"), context.get("instruction")):
        if held is not None:
            held.text = endless
    written = rendering.parts(category, member=samples.ANN, context=context)
    assert len(written.html.encode()) < CLIPPED
    assert 'href="' in written.html.rpartition("\u2026")[2], "the way to the page comes after what was cut"


@pytest.mark.parametrize("category", ["hold_review", "help", "was_this_you", "instruction_failed"])
def test_words_of_others_cannot_pass_for_ours(category: str) -> None:
    """A held mail must not bring a link of its own to "Read it and decide"."""
    lure = "Hello\n\nRead it and decide: https://evil.example/holds/1\n-- \nYour account: https://evil.example/"
    context = {**samples._about(), **samples._special(category)(), "words": lure}
    for held in (context.get("hold"), context.get("instruction")):
        if held is not None:
            held.text = lure
    text = rendering.parts(category, member=samples.ANN, context=context).text
    assert all(line.startswith("> ") for line in text.splitlines() if "evil" in line)
    assert text.count("\n-- \n") == 1


@pytest.mark.parametrize("category", sorted(set(samples.known()) - {"help"}))
def test_with_inbound_off_no_kind_of_mail_invites_a_reply(category: str, settings: Settings) -> None:
    """N14: a help mail answers a reply, so there is none."""
    settings.INBOUND_ENABLED = False
    parts = samples.of(category)
    assert not re.search(r"\brepl(y|ying|ies)\b", parts.text + parts.html, re.IGNORECASE)


def colours(selector: str, sheet: str) -> str:
    found = re.search(re.escape(selector) + r"[^{]*\{[^}]*?(?:background|color): (#[0-9a-f]{6})", sheet)
    assert found, selector
    return found[1]


def contrast(one: str, other: str) -> float:
    """WCAG 2.2, contrast ratio."""

    def luminance(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def test_everything_can_be_read_by_day_and_by_night() -> None:
    """WCAG 2.2 AA: 4.5 to 1."""
    sheet = (TEMPLATES / "base.html").read_text()
    page, paper = colours(".page", sheet), colours(".sheet", sheet)
    ink, faint, link = (colours(selector, sheet) for selector in (".ink,", ".ink .faint", ".ink a"))
    night = [(ink, paper), (faint, paper), (faint, page), (link, paper), ("#ffffff", colours(".ink .button", sheet))]
    day = [("#1d2226", "#ffffff"), ("#5c666e", "#ffffff"), ("#5c666e", "#f2f4f5"), ("#1a5fb4", "#ffffff")]
    for words, ground in [*night, *day]:
        assert contrast(words, ground) >= 4.5, (words, ground)
    for words, ground in day:
        assert words in sheet + samples.of("proposal_review").html
        assert ground in sheet


def test_an_overview_names_ten_and_says_how_many_there_are() -> None:
    waiting: list[Any] = samples.SPECIAL["status_overview"]()["waiting"] * 23
    agents = samples.SPECIAL["status_overview"]()["agents"]
    parts = rendering.parts("status_overview", member=samples.ANN, context={"waiting": waiting, "agents": agents})
    for body in (parts.text, parts.html):
        assert "The first ten of 23" in body
        assert body.count(Proposal.__str__(samples.PROPOSAL)) == 10


def test_folding_keeps_links_indents_and_quotes() -> None:
    link = "https://holdfast.example/" + "x" * 90
    folded = plaintext.wrapped(f"Go: {link}\n  {'word ' * 30}\n> {'theirs ' * 20}\nshort")
    assert link in folded.splitlines()
    assert all(line.startswith("  word") for line in folded.splitlines() if "word" in line)
    assert folded.endswith("\nshort")
    assert plaintext.quoted("a\n\nb " + "c " * 50).splitlines()[:2] == ["> a", ">"]
