"""./bootstrap finds a Python that fits, or says what to do."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with an empty lock, so that nothing is fetched."""
    shutil.copy(ROOT / "bootstrap", tmp_path)
    (tmp_path / "requirements.lock").write_text("")
    return tmp_path


def bootstrap(project: Path, **env: str) -> subprocess.CompletedProcess[str]:
    env = {"PATH": "/usr/bin:/bin", "HOME": str(project)} | env
    return subprocess.run(["sh", "bootstrap"], cwd=project, env=env, capture_output=True, text=True, check=False)


def test_it_makes_the_environment_once_and_again_after_the_lock_changed(project: Path) -> None:
    first = bootstrap(project, PYTHON=sys.executable)
    assert first.returncode == 0, first.stderr
    assert "Making .venv" in first.stdout
    assert bootstrap(project, PYTHON=sys.executable).stdout == ""
    (project / "requirements.lock").write_text("# changed\n")
    assert "Making .venv" in bootstrap(project, PYTHON=sys.executable).stdout


def test_without_a_python_that_fits_it_says_what_to_do(project: Path) -> None:
    tools = project / "tools"
    tools.mkdir()
    for tool in ("sh", "dirname", "cmp", "mktemp", "rm", "cp", "sed"):
        (tools / tool).symlink_to(str(shutil.which(tool)))
    old = tools / "python3.12"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    ran = bootstrap(project, PATH=str(tools), OPT=str(project / "nothing"))
    assert ran.returncode != 0
    assert "Python 3.12, 3.13 or 3.14" in ran.stderr
    assert "make PYTHON=/path/to/python demo" in ran.stderr
    assert not (project / ".venv").exists()


def test_a_link_is_somebody_elses_and_left_alone(project: Path) -> None:
    (project / "elsewhere").mkdir()
    (project / ".venv").symlink_to("elsewhere")
    assert bootstrap(project, PYTHON=sys.executable).returncode == 0
    assert not list((project / "elsewhere").iterdir())
