"""Lane groups: which lanes share a process. One `dramatiq` CLI per group, since only processes isolate lanes. Pure."""

import re
import sys
from dataclasses import dataclass

_GROUP = re.compile(r"(?P<lanes>[a-z_]+(?:,[a-z_]+)*):(?P<threads>[1-9]\d{0,2})")


class BadLanes(ValueError):
    """Lane groups are written `lane,lane:threads`, separated by spaces."""


@dataclass(frozen=True, slots=True)
class LaneGroup:
    lanes: tuple[str, ...]
    threads: int

    def __str__(self) -> str:
        return f"{','.join(self.lanes)}:{self.threads}"


def parse(text: str) -> list[LaneGroup]:
    """`"inbound:8 mail,notify:6"`. Raises `BadLanes`."""
    groups = []
    for word in text.split():
        match = _GROUP.fullmatch(word)
        if match is None:
            raise BadLanes(f"{word!r}: expected lane,lane:threads, for example mail,notify:6")
        groups.append(LaneGroup(tuple(match["lanes"].split(",")), int(match["threads"])))
    if not groups:
        raise BadLanes("no lane group: expected lane,lane:threads, for example mail,notify:6")
    return groups


def argv(group: LaneGroup) -> list[str]:
    """The command line of the group's process. The time-out of 1,000 ms: see `worker.middleware.liveness`."""
    command = [sys.executable, "-m", "dramatiq", "worker.main", "--processes", "1", "--threads", str(group.threads)]
    return [*command, "--worker-shutdown-timeout", "1000", "--queues", *group.lanes]
