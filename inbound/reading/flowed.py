"""Paragraphs that a client cut into lines, joined again (RFC 3676, format=flowed)."""

import re

_QUOTES = re.compile(r"^>*")


def unflow(text: str, *, delete_space: bool = False) -> str:
    """`text` with soft line breaks undone per quote level; ``-- `` is never joined to anything."""
    lines: list[list[str]] = []
    depth_before, open_line = 0, False
    for line in text.split("\n"):
        match = _QUOTES.match(line)
        depth = match.end() if match else 0
        content = line[depth:].removeprefix(" ")
        signature = content == "-- "
        flows = content.endswith(" ") and not signature
        if flows and delete_space:
            content = content[:-1]
        if open_line and depth == depth_before and not signature:
            lines[-1].append(content)
        else:
            lines.append([">" * depth + " " * bool(depth), content])
        depth_before, open_line = depth, flows
    return "\n".join(map("".join, lines))
