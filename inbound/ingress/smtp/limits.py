"""What one process lets in at once: connections, connections of one address, octets in memory (S11)."""

from collections import Counter
from dataclasses import dataclass, field


@dataclass(slots=True)
class Gate:
    connections: int = 1_500
    per_address: int = 100
    octets: int = 128 * 1024 * 1024

    open: int = 0
    held: int = 0  # octets buffered or waiting for their commit
    _by_address: Counter[str] = field(default_factory=Counter)

    def enter(self, address: str) -> bool:
        if self.open >= self.connections or self._by_address[address] >= self.per_address:
            return False
        self.open += 1
        self._by_address[address] += 1
        return True

    def leave(self, address: str) -> None:
        self.open -= 1
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]

    def has_room(self) -> bool:
        return self.held < self.octets
