"""Resolves pyproject.toml into requirements.lock: every package with hashes, no address of any index.

`--check` says, without a network, whether the lock was made from the dependencies that pyproject.toml has now:
a digest of them is the lock's first line.
"""

import argparse
import hashlib
import json
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements.lock"
UV_OPTIONS = (
    "--all-extras --group dev --universal --python-version 3.12 --generate-hashes "
    "--no-emit-index-url --no-emit-find-links --no-header --no-annotate --quiet"
)


def first_line() -> str:
    """What the lock begins with when it is current."""
    metadata = tomllib.loads((ROOT / "pyproject.toml").read_text())
    project = metadata["project"]
    wanted = [
        project["requires-python"],
        sorted(project["dependencies"]),
        {name: sorted(extra) for name, extra in project["optional-dependencies"].items()},
        {name: sorted(group) for name, group in metadata["dependency-groups"].items()},
    ]
    digest = hashlib.sha256(json.dumps(wanted, sort_keys=True).encode()).hexdigest()
    return f"# Made by `make lock` from the dependencies in pyproject.toml, sha256 {digest}\n"


def resolve() -> None:
    command = [
        str(ROOT / ".venv/bin/uv"),
        "pip",
        "compile",
        "pyproject.toml",
        *UV_OPTIONS.split(),
        "--output-file",
        str(LOCK),
    ]
    subprocess.run(command, cwd=ROOT, check=True)
    LOCK.write_text(first_line() + "".join(line for line in LOCK.open() if not line.startswith("#")))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    if not parser.parse_args().check:
        resolve()
    elif not LOCK.read_text().startswith(first_line()):
        sys.exit("requirements.lock was not made from the dependencies that pyproject.toml has now: run `make lock`.")


if __name__ == "__main__":
    main()
