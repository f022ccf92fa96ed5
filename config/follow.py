"""Ending with one's parent."""

import ctypes
import signal
import sys

_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None)


def follow_parent(how: int = signal.SIGTERM) -> None:
    """Between fork and exec: be sent `how` when the thread that forked us is gone, SIGKILL included.

    prctl(2), Linux only; it survives exec. Elsewhere an orphan is found by who comes next (ports, pid files).
    """
    if sys.platform == "linux":
        _libc.prctl(_PR_SET_PDEATHSIG, how)
