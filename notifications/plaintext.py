"""Plain text as mail readers show it best: lines of at most 72 characters, what others wrote marked as theirs. Pure."""

import textwrap
from typing import Final

WIDTH: Final = 72
"""RFC 3676 section 4.2 asks for at most 78; two levels of quoting still fit."""


def wrapped(text: str, *, width: int = WIDTH) -> str:
    """Long lines are folded between words, keeping their indent; a word that is longer, as a link, stays whole."""
    return "\n".join(_folded(line, width) for line in text.split("\n"))


def quoted(text: str) -> str:
    """Marked as somebody else's, so that it cannot pass for ours."""
    return "\n".join(f"> {line}".rstrip() for line in wrapped(text, width=WIDTH - 2).splitlines())


def _folded(line: str, width: int) -> str:
    if len(line) <= width or line.startswith(">"):
        return line
    indent = " " * (len(line) - len(line.lstrip(" ")))
    return textwrap.fill(line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
