"""The style sheet's promises."""

import re
from pathlib import Path

import pytest
from django.conf import settings

STATIC = Path(settings.BASE_DIR) / "templates" / "static"
SHEET = (STATIC / "holdfast.css").read_text()
TOKENS = {
    name: (light, dark) for name, light, dark in re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", SHEET)
}
PAIRS = [
    *[(ink, ground) for ink in ("ink", "ink-soft", "accent", "bad") for ground in ("paper", "sheet", "sunken")],
    *[(tone, f"{tone}-wash") for tone in ("ok", "busy", "warn", "bad")],
    *[("ink", f"{tone}-wash") for tone in ("ok", "busy", "warn", "bad")],
    ("accent-ink", "accent"),
]


@pytest.mark.parametrize(("ink", "ground"), PAIRS)
@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_text_is_readable_on_its_ground(ink: str, ground: str, scheme: int) -> None:
    """WCAG 2.2, success criterion 1.4.3: 4.5 to 1."""
    assert contrast(TOKENS[ink][scheme], TOKENS[ground][scheme]) >= 4.5


def test_nothing_is_fetched_from_elsewhere_and_nothing_is_inline() -> None:
    for template in (Path(settings.BASE_DIR) / "templates").rglob("*.html"):
        if "mail" in template.parts:
            continue
        text = template.read_text()
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|hx-on", text), template
        assert not re.search(r"(?:src|href)=\"(?:https?:)?//", text), template
    assert "url(" not in SHEET
    assert "@import" not in SHEET


def test_the_vendored_script_has_its_licence_beside_it() -> None:
    assert (STATIC / "vendor" / "htmx-LICENSE.txt").read_text().startswith("Zero-Clause BSD")


def contrast(one: str, other: str) -> float:
    brighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    """https://www.w3.org/TR/WCAG22/#dfn-relative-luminance"""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
