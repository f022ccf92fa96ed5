"""Ports of this machine: one that is free, and whether somebody listens. Knows no Django."""

import random
import socket

_chance = random.SystemRandom()
_given: set[int] = set()


def free_port() -> int:
    """One that this process has not named before, below those that the kernel gives to clients: nobody takes it before
    its server does."""
    while True:
        port = _chance.randrange(12_000, 32_000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        if port not in _given:
            _given.add(port)
            return port


def listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True
