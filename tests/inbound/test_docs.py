"""docs/inbound-email.md and docs/reference/states.md say what the code does."""

import re
from pathlib import Path

from django.conf import settings

from config.bringup import collected
from inbound.reasons import REASONS

DOCS = Path(settings.BASE_DIR) / "docs"


def rows(page: str, heading: str) -> list[list[str]]:
    """The cells of the last table under a heading."""
    section = (DOCS / page).read_text().split(f"## {heading}\n", 1)[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip().strip("`") for cell in line.strip("|").split(" | ")] for line in lines]


def test_the_checklist_lists_every_step_in_order() -> None:
    listed = rows("inbound-email.md", "Bring-up")[1:]
    assert listed == [[step.id, step.title, "yes" if step.plan else "–"] for step in collected()]


def test_every_reason_is_in_the_table_of_states() -> None:
    listed = rows("reference/states.md", "Intake")[1:]
    assert listed == [[word, reason.state, reason.sentence, reason.notice or "–"] for word, reason in REASONS.items()]


def test_the_checks_that_the_page_names_exist() -> None:
    from inbound import checks

    numbers = {*checks.PURE, *checks.WITH_DATABASE, *checks.WITH_S3}
    assert numbers == {f"inbound.E{n:03d}" for n in range(1, 7)}
    assert re.search(r"inbound\.E001` to `E006", (DOCS / "inbound-email.md").read_text())
