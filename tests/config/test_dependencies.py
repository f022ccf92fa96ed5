"""docs/explanation/dependencies.md has one line for each dependency, and no other."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def test_every_dependency_says_what_it_is_for() -> None:
    metadata = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = [
        *metadata["project"]["dependencies"],
        *(line for extra in metadata["project"]["optional-dependencies"].values() for line in extra),
        *(line for group in metadata["dependency-groups"].values() for line in group),
    ]
    names = sorted(re.split(r"[\[<>=!~ ]", line)[0] for line in wanted)
    page = (ROOT / "docs/explanation/dependencies.md").read_text()
    lines = re.findall(r"^\| ([a-z0-9.-]+) \| (.{10,}) \|$", page, flags=re.MULTILINE)
    assert sorted(name for name, _ in lines if name != "package") == names
