"""I14, I4, S6–S8: a short run of each fuzz target on mutated seeds; `make fuzz` is the long one."""

import random
from pathlib import Path

import pytest

from tests.fuzz.targets import TARGETS

SEEDS = Path(__file__).resolve().parents[1] / "eml"
PIECES = (b"\r\n.\r\n", b"\n.\n", b"\r.\r", b"\r\n..", b"\r", b"\n", b"\x00", b"\xff\xfe", b"> ", b"-- \n", b"--x\r\n")
RUNS = {"reply_text": 300, "mime": 300, "smtp": 1_500}


@pytest.mark.parametrize("name", sorted(TARGETS))
def test_mutated_mails_break_nothing(name: str) -> None:
    chance = random.Random(20260203)
    pattern = "*.smtp" if name == "smtp" else "*.eml"
    seeds = [path.read_bytes()[:3_000] for path in sorted(SEEDS.glob(pattern))]
    for _ in range(RUNS[name]):
        TARGETS[name](_mutated(chance.choice(seeds), seeds, chance))


def _mutated(seed: bytes, seeds: list[bytes], chance: random.Random) -> bytes:
    octets = bytearray(seed)
    for _ in range(chance.randint(0, 6)):
        place = chance.randrange(len(octets) + 1)
        match chance.randrange(4):
            case 0:
                octets[place : place + 1] = bytes([chance.randrange(256)])
            case 1:
                del octets[place : place + chance.randint(1, 30)]
            case 2:
                octets[place:place] = chance.choice(PIECES)
            case _:
                other = chance.choice(seeds)
                start = chance.randrange(len(other) + 1)
                octets[place:place] = other[start : start + 100]
    return bytes(octets)
