"""Where the files of one embedded server are."""

import fcntl
import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import IO

_LONGEST_SOCKET = 107  # bytes that a Unix socket's path may have on Linux (unix(7)); macOS has 103
_SOCKET_NAME = "/.s.PGSQL.5432.lock"
ROLE = "holdfast"


@dataclass(frozen=True)
class Place:
    """One cluster's directory. Users hold `users` shared; the keeper waits to have it alone, and then stops."""

    directory: Path

    @property
    def users(self) -> Path:
        return self.directory / "users.lock"

    @property
    def starting(self) -> Path:
        return self.directory / "starting.lock"

    @property
    def keeper(self) -> Path:
        return self.directory / "keeper.lock"

    @property
    def log(self) -> Path:
        return self.directory / "postgres.log"

    @property
    def address(self) -> Path:
        """A file with the socket's directory, written by the keeper, who chooses it."""
        return self.directory / "address"

    @property
    def data(self) -> Path:
        """The cluster; a link when it must lie where an unprivileged user can reach it."""
        return self.directory / "data"

    def socket_directory(self) -> Path:
        """The directory itself, or a short one of our own when its path would not fit into a socket's address."""
        path = os.fsencode(self.directory)
        fits = len(path) + len(_SOCKET_NAME) <= _LONGEST_SOCKET - 4
        if fits and not set(path) & set(b',"'):  # both have a meaning in lists of socket directories
            return self.directory
        return own_directory(Path(f"/tmp/holdfast-{os.geteuid()}-{self.digest()}"), os.geteuid())  # noqa: S108

    def digest(self) -> str:
        return hashlib.sha256(os.fsencode(self.directory)).hexdigest()[:12]


def own_directory(path: Path, uid: int) -> Path:
    """Make `path` for `uid` alone. Raises PermissionError when somebody else's stands there."""
    path.mkdir(mode=0o700, exist_ok=True)
    found = path.lstat()
    if os.geteuid() == 0 and found.st_uid == 0 and uid != 0 and not path.is_symlink():
        os.chown(path, uid, -1)
        found = path.lstat()
    if path.is_symlink() or found.st_uid != uid:
        raise PermissionError(f"{path} belongs to somebody else.")
    return path


def lock(path: Path, how: int) -> IO[bytes]:
    """Hold `path` locked until the file is closed or the process is gone. Raises BlockingIOError with LOCK_NB.

    A throw-away server removes its directory while it holds the locks in it: then the lock is on a file that
    nobody else sees any more, and we start again.
    """
    while True:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("ab")
        try:
            fcntl.flock(file, how)
            if os.fstat(file.fileno()).st_ino == path.stat().st_ino:
                return file
        except FileNotFoundError:
            pass
        except BaseException:
            file.close()
            raise
        file.close()


def is_locked(path: Path, *, against: int = fcntl.LOCK_SH) -> bool:
    """Whether somebody holds `path` alone; with `against=LOCK_EX`, whether anybody holds it at all."""
    try:
        with path.open("rb") as file:
            fcntl.flock(file, against | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except FileNotFoundError:
        return False
    return False
