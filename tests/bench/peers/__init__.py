"""The others. Each is installed by its ordinary client into a folder of its own, at the first bench that wants it, and
never into the project's environment. One that cannot be had here is absent, with the reason."""

import fcntl
import subprocess
import sys
from pathlib import Path

from tests.bench.contest import Absent
from tests.bench.ground import Ground

PROGRAMS = Path(__file__).parent / "programs"
"""Scripts that a peer's own Python runs."""


def environment(ground: Ground, name: str, *packages: str) -> Path:
    """A virtual environment of its own with `packages` (pinned) in it; its `bin`."""
    place = ground.cache / "peers" / name
    done = place / "installed.txt"
    if not (done.exists() and done.read_text().split() == list(packages)):
        if ground.scale > 1:
            raise Absent(f"not installed, and a smoke run installs nothing: {', '.join(packages)}")
        place.mkdir(parents=True, exist_ok=True)
        _run(sys.executable, "-m", "venv", "--clear", str(place))
        _run(str(place / "bin/python"), "-m", "pip", "install", "-q", "--disable-pip-version-check", *packages)
        done.write_text("\n".join(packages))
    return place / "bin"


def debian(ground: Ground, package: str) -> Path:
    """A Debian package unpacked into a folder of its own, not installed; the folder."""
    place = ground.cache / "peers" / package
    if (place / "unpacked.txt").exists():
        return place
    if ground.scale > 1:
        raise Absent(f"not there, and a smoke run fetches nothing: {package}")
    place.mkdir(parents=True, exist_ok=True)
    try:
        _run("apt-get", "download", package, cwd=place)
    except (FileNotFoundError, Absent):
        _refresh_lists()
        _run("apt-get", "download", package, cwd=place)
    for archive in place.glob("*.deb"):
        _run("dpkg", "-x", str(archive), str(place))
        archive.unlink()
    (place / "unpacked.txt").write_text(package)
    return place


def _refresh_lists() -> None:
    with Path("/tmp/holdfast-bench-apt.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _run("apt-get", "update", "-qq")


def _run(*command: str, cwd: Path | None = None) -> None:
    try:
        done = subprocess.run(command, cwd=cwd, check=False, capture_output=True, text=True)
    except FileNotFoundError:
        raise Absent(f"there is no {command[0]} here") from None
    if done.returncode:
        raise Absent(f"{command[0]} {command[1]} failed: {(done.stderr or done.stdout).strip()[-300:]}")
