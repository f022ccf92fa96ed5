"""What all processes of a machine count together, in files that they share: web, edge and workers are many processes,
and Prometheus asks one of them.

prometheus_client's multi-process mode names its files after the process id: every restart leaves some behind, and a
month of restarts makes the answer slow. Here a process takes the lowest number that no living process has (a lock on
a file says so) and goes on where the one before it stopped: as many files as processes ever ran at once, and counters
that survive restarts."""

import fcntl
import os
import threading
from pathlib import Path

_lock = threading.Lock()
_place: tuple[int, int, int] | None = None  # process id, number, the lock's descriptor


def share(directory: Path) -> None:
    """To be called before the first counter is made."""
    directory.mkdir(parents=True, exist_ok=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(directory)
    from prometheus_client import values  # reads the variable when it is imported

    values.ValueClass = values.MultiProcessValue(process_identifier=number)  # type: ignore[no-untyped-call]


def number() -> int:
    """This process's; another one after a fork."""
    global _place
    if _place is None or _place[0] != os.getpid():
        with _lock:
            _place = _taken()
    return _place[1]


def _taken() -> tuple[int, int, int]:
    directory, candidate = Path(os.environ["PROMETHEUS_MULTIPROC_DIR"]), 0
    while True:
        descriptor = os.open(directory / f"{candidate}.lock", os.O_CREAT | os.O_RDWR, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            candidate += 1
        else:
            return os.getpid(), candidate, descriptor
