"""A Redis of our own on loopback, that syncs its log at every write: what it has taken, it keeps."""

import contextlib
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path

from tests.bench.contest import Absent
from tests.bench.ground import Ground, wait_until
from tests.bench.peers import debian
from tests.ports import free_port, listens


@contextlib.contextmanager
def running(ground: Ground, name: str) -> Iterator[int]:
    """The port."""
    port, place = free_port(), ground.directory / f"redis-{name}"
    place.mkdir(exist_ok=True)
    command = [_server(ground), "--bind", "127.0.0.1", "--port", str(port), "--dir", str(place), "--save", ""]
    command += ["--appendonly", "yes", "--appendfsync", "always"]
    with ground.program(f"redis-{name}", command, {"PATH": ""}):
        wait_until(lambda: listens(port), what="Redis", seconds=15)
        yield port


def forget_all(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), 5) as sock:
        sock.sendall(b"FLUSHALL\r\n")
        sock.recv(100)


def _server(ground: Ground) -> str:
    if found := shutil.which("redis-server"):
        return found
    for package in ("redis-server", "redis-tools"):
        root = debian(ground, package)
        if (program := Path(root / "usr/bin/redis-check-rdb")).exists():
            return str(program.rename(program.with_name("redis-server")))
    raise Absent("there is no redis-server here, and Debian's package holds none that runs alone")
