"""Docs for operators against the code: every alert has its runbook, every command named in them exists."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands, load_command_class

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
RUNBOOKS = sorted(path for path in (DOCS / "runbooks").glob("*.md") if path.name != "README.md")
WITH_COMMANDS = [
    *RUNBOOKS,
    DOCS / "how-to/operators.md",
    DOCS / "how-to/rotate-reply-keys.md",
    DOCS / "inbound-email.md",
]


def alerts() -> list[dict[str, Any]]:
    groups = yaml.safe_load((DOCS / "monitoring/alerts.yml").read_text())["groups"]
    return [rule for group in groups for rule in group["rules"]]


def test_every_alert_has_a_runbook_and_every_runbook_an_alert() -> None:
    named = {rule["alert"]: rule["annotations"]["runbook"] for rule in alerts()}
    assert len(named) == len(alerts()) >= 12
    assert set(named.values()) == {str(path.relative_to(ROOT)) for path in RUNBOOKS}
    index = (DOCS / "runbooks/README.md").read_text()
    for alert, page in named.items():
        assert f"Alert: `{alert}`" in (ROOT / page).read_text()
        assert f"({Path(page).name}): `{alert}`" in index


def test_every_runbook_says_what_to_do_and_when_it_is_done() -> None:
    for path in RUNBOOKS:
        text = path.read_text()
        assert re.search(r"^## Do\n\n1\. ", text, re.MULTILINE), path
        assert "## Done when" in text, path
        assert "manage.py" in text, path
        assert re.search(r"Admin:|[Dd]ashboard", text), path


@pytest.mark.parametrize("path", WITH_COMMANDS, ids=lambda path: path.name)
def test_every_command_that_is_named_can_be_given(path: Path) -> None:
    """Parsed by the command itself, so that a renamed option or sub-command is found."""
    for named in re.findall(r"`manage\.py ([^`]+)`", path.read_text()):
        name, *arguments = shlex.split(named)
        app = get_commands().get(name)
        assert app, f"manage.py {name}"
        command = load_command_class(app, name) if isinstance(app, str) else app
        try:
            command.create_parser("manage.py", name).parse_args(arguments)
        except Exception as error:
            pytest.fail(f"manage.py {named}: {error}")


def test_alerts_and_the_grafana_dashboard_name_metrics_that_exist() -> None:
    page = (DOCS / "reference/metrics.md").read_text()
    known = set(re.findall(r"`(holdfast_\w+)`", page))
    histograms = re.findall(r"`(holdfast_\w+)` \| [^|]+ \| histogram", page)
    known |= {name + suffix for name in histograms for suffix in ("_bucket", "_count", "_sum")}
    board = json.loads((DOCS / "monitoring/grafana.json").read_text())
    targets = [target["expr"] for panel in board["panels"] for target in panel.get("targets", [])]
    assert len(targets) >= 10
    for expression in [*targets, *(rule["expr"] for rule in alerts())]:
        assert set(re.findall(r"holdfast_\w+", expression)) <= known, expression


def test_there_are_ten_tasks() -> None:
    tasks = re.findall(r"^## (\d+)\. ", (DOCS / "how-to/operators.md").read_text(), re.MULTILINE)
    assert tasks == [str(number) for number in range(1, 11)]


@pytest.mark.parametrize("path", [*WITH_COMMANDS, DOCS / "runbooks/README.md", DOCS / "reference/metrics.md"], ids=str)
def test_no_link_leads_nowhere(path: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", path.read_text()):
        assert (path.parent / target).exists(), f"{path.name} → {target}"
