"""Score the reply text against a folder of labelled replies: ``python -m tests.corpus.score_replies DIR``.

DIR holds ``emails/`` (the text of a reply, or its page where the name ends in ``.html``) and ``trimmed/`` (what its
sender wrote), files of the same name.
Prints each miss with its difference, and last ``exact E lost L of N``. A reply is lost when expected words are missing.
"""

import difflib
import re
import sys
from collections import Counter
from pathlib import Path

from inbound.reading import htmltext, replytext


def main(folder: Path) -> int:
    exact = lost = total = 0
    for path in sorted((folder / "emails").iterdir()):
        wanted_path = folder / "trimmed" / path.name
        if not wanted_path.is_file():
            continue
        total += 1
        wanted = shape(wanted_path.read_bytes().decode("utf-8", "replace"))
        got = shape(replytext.split(text_of(path)).new)
        missing = _words(wanted) - _words(got)
        exact += wanted == got
        lost += bool(missing)
        if wanted != got:
            print(f"--- {path.name}{': LOST ' + ' '.join(missing) if missing else ''}")
            print(
                "\n".join(
                    difflib.unified_diff(wanted.split("\n"), got.split("\n"), "expected", "got", lineterm="", n=1)
                )
            )
    print(f"exact {exact} lost {lost} of {total}")
    return 0


def text_of(path: Path) -> str:
    """What a person sees of the reply at `path`."""
    text = path.read_bytes().decode("utf-8", "replace")
    return htmltext.to_text(text) if path.suffix == ".html" else text


def shape(text: str) -> str:
    """`text` with one kind of line end, without blanks at the ends of lines and blank lines around."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(line.rstrip() for line in lines).strip("\n")


def _words(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", text))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
