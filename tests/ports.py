"""Ports that nobody listens on. Knows no Django."""

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
