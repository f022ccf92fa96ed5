"""HTML to the text that a person would see, with quoted mails marked the way plain text marks them.

One engine then splits both: quote containers become ``>`` lines, a client's signature follows ``-- ``, the place where
Outlook begins the old mail becomes its separator line. What a person cannot see (display:none, zero size, white on
white, scripts, comments) is no text. The tree is walked with a stack, so depth costs nothing.
"""

import re
from html import unescape

from selectolax.lexbor import LexborHTMLParser, LexborNode

from .clean import clean
from .htmlmarks import (
    BLOCKS,
    FORMATTING,
    OLD_MAIL_IDS,
    PARAGRAPHS,
    SIGNATURE_CLASSES,
    SIGNATURE_IDS,
    SKIPPED,
    UNCLOSED,
    hides,
)

MAX_HTML = 600_000
MAX_NODES = 80_000
MAX_DEPTH = 2_000
MAX_FORMATTING = 500_000
MAX_ATTRIBUTES = 2_000
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)")
_VALUE = r"""=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>"'][^\s>]*+)?+"""
_DRESSED = re.compile(rf"<[a-zA-Z][^\s/>]*+((?:[\s/]++|{_VALUE}|[^\s/>=]++)*+)")
_ATTRIBUTE = re.compile(rf"[^\s/>=]++\s*+(?:{_VALUE})?+")
_ANY_TAG = re.compile(r"</?[a-zA-Z!][^<>]{0,5000}>")

_SPACE = re.compile(r"[ \t\r\n\f\u00a0\u200b-\u200d\ufeff]+")
_COLOUR = re.compile(r"(?:^|;)\s*(color|background(?:-color)?)\s*:\s*([^;!]{1,60})", re.IGNORECASE)
_NAMED = {"white": "#ffffff", "black": "#000000", "snow": "#fffafa", "ivory": "#fffff0", "transparent": ""}


def to_text(html: str) -> str:
    """The visible text of `html`; quoted mails as ``>`` lines, signatures after ``-- ``."""
    html = html[:MAX_HTML]
    parser = parsed(html)
    if parser is None:
        return clean(_flattened(html))
    root = parser.body or parser.root
    if root is None:
        return ""
    return clean(_Walk().text(root))


def parsed(html: str) -> LexborHTMLParser | None:
    """The tree of `html`; None for a page built to take the parser more than linear time."""
    return None if _is_too_deep(html) or _is_too_wide(html) else LexborHTMLParser(html)


def _is_too_deep(html: str) -> bool:
    """Whether the parser would need more than linear time.

    At every tag it looks through all open elements; at every paragraph it opens all unclosed formatting anew
    (WHATWG HTML §13.2.4.3).
    """
    depth = deepest = formatting = most = blocks = 0
    for closing, name in _TAG.findall(html):
        tag = name.lower()
        if tag in UNCLOSED:
            blocks += 1
            continue
        step = -1 if closing else 1
        depth = max(0, depth + step)
        deepest = max(deepest, depth)
        if tag in FORMATTING:
            formatting = max(0, formatting + step)
            most = max(most, formatting)
        else:
            blocks += 1
    return deepest > MAX_DEPTH or most * blocks > MAX_FORMATTING


def _is_too_wide(html: str) -> bool:
    """Whether a tag has so many attributes that looking for doubles among them takes long."""
    return len(html) > MAX_ATTRIBUTES and any(
        len(tag[1]) > MAX_ATTRIBUTES and len(_ATTRIBUTE.findall(tag[1])) > MAX_ATTRIBUTES
        for tag in _DRESSED.finditer(html)
    )


def _flattened(html: str) -> str:
    """The words of a page too deep to parse: what is not seen goes, tags become line ends."""
    for name, end in (("<!--", "-->"), ("<script", "</script"), ("<style", "</style"), ("<title", "</title")):
        html = _without(html, name, end)
    lines = map(str.strip, unescape(_ANY_TAG.sub("\n", html)).split("\n"))
    return "\n".join(filter(None, lines))


def _without(html: str, begin: str, end: str) -> str:
    kept: list[str] = []
    lower, place = html.lower(), 0
    while (start := lower.find(begin, place)) >= 0:
        kept.append(html[place:start])
        stop = lower.find(end, start)
        if stop < 0:
            return "".join(kept)
        place = stop + len(end)
    return "".join([*kept, html[place:]])


class _Walk:
    """One pass over the tree in document order, with a stack of (node or closing tag, quote depth, background)."""

    def __init__(self) -> None:
        self.lines: list[tuple[int, str]] = []
        self.words: list[str] = []
        self.depth = 0
        self.preformatted = 0

    def text(self, root: LexborNode) -> str:
        stack: list[tuple[LexborNode | str, int, str]] = [(root, 0, "#ffffff")]
        visited = 0
        while stack and visited < MAX_NODES:
            node, depth, background = stack.pop()
            visited += 1
            if isinstance(node, str):
                self._close(node, depth)
                continue
            if node.next is not None and node is not root:
                stack.append((node.next, depth, background))
            self._open(node, depth, background, stack)
        self._break()
        return self._rendered()

    def _open(
        self, node: LexborNode, depth: int, background: str, stack: list[tuple[LexborNode | str, int, str]]
    ) -> None:
        tag = node.tag or ""
        if tag == "-text":
            self._say(node.text_content or "", depth)
            return
        if tag in SKIPPED:
            return
        attributes = node.attributes
        style = (attributes.get("style") or "").lower()
        background = _background(style, attributes.get("bgcolor"), background)
        if (
            "hidden" in attributes
            or (style and hides(style))
            or _same_colour(style, attributes.get("color"), background)
        ):
            return
        if tag in BLOCKS:
            self._break()
        inner = self._mark(tag, attributes, depth)
        if tag == "br":
            self._break(empty=True)
        elif tag == "hr":
            self.lines.append((inner, "_" * 32))
        elif tag == "li":
            self.words.append("- ")
        elif tag == "pre":
            self.preformatted += 1
        if tag in BLOCKS or tag in {"td", "th"}:
            stack.append((tag, inner, background))
        if node.first_child is not None:
            stack.append((node.first_child, inner, background))

    def _mark(self, tag: str, attributes: "dict[str, str | None]", depth: int) -> int:
        """Write what marks a quote, an old mail or a signature; the quote depth inside."""
        classes = set((attributes.get("class") or "").lower().split())
        identity = (attributes.get("id") or "").lower()
        if identity in OLD_MAIL_IDS or "outlookmessageheader" in classes:
            self._break()
            self.lines.append((depth, "-----Original Message-----"))
        elif (
            identity in SIGNATURE_IDS
            or classes & SIGNATURE_CLASSES
            or attributes.get("data-smartmail") == "gmail_signature"
        ):
            self._break()
            self.lines.append((depth, "-- "))
        if (tag == "blockquote" and (attributes.get("type") or "").lower() == "cite") or (
            tag == "blockquote" and "gmail_quote" in classes
        ):
            return depth + 1
        return depth + 1 if tag == "blockquote" and not classes and self._attributed() else depth

    def _attributed(self) -> bool:
        """A bare blockquote is a quoted mail when an attribution stands right above it."""
        from .replylines import is_attribution

        above = [line for _, line in self.lines[-3:] if line.strip()]
        return bool(above) and is_attribution(" ".join(above)[-300:], quoted_next=True)

    def _say(self, text: str, depth: int) -> None:
        if depth != self.depth:
            self._break()
            self.depth = depth
        if self.preformatted:
            first, *rest = text.split("\n")
            self.words.append(first)
            for line in rest:
                self._break(empty=True)
                self.words.append(line)
        elif text:
            self.words.append(_spaced(text))

    def _close(self, tag: str, depth: int) -> None:
        if tag in {"td", "th"}:
            self.words.append(" ")
            return
        self._break()
        if tag == "pre":
            self.preformatted = max(0, self.preformatted - 1)
        if tag in PARAGRAPHS and self.lines and self.lines[-1][1]:
            self.lines.append((depth, ""))

    def _break(self, *, empty: bool = False) -> None:
        line = "".join(self.words)
        line = line.rstrip() if self.preformatted else _spaced(line).strip()
        if line or (empty and self.words == []):
            self.lines.append((self.depth, line))
        self.words.clear()

    def _rendered(self) -> str:
        rendered: list[str] = []
        for depth, line in self.lines:
            if line or (rendered and rendered[-1].strip("> ")):
                rendered.append(f"{'>' * depth} {line}".rstrip() if depth else line)
        return "\n".join(rendered).strip("\n")


def _spaced(text: str) -> str:
    """Runs of white space as one space; of ASCII in a fifth of the time."""
    if not text.isascii():
        return _SPACE.sub(" ", text)
    words = " ".join(text.split())
    return f"{' ' * text[:1].isspace()}{words}{' ' * text[-1:].isspace()}" if words else " " * bool(text)


def _background(style: str, attribute: str | None, inherited: str) -> str:
    found = (
        [value for name, value in _COLOUR.findall(style) if name.startswith("background")]
        if "background" in style
        else []
    )
    return _colour(found[-1] if found else attribute or "") or inherited


def _same_colour(style: str, attribute: str | None, background: str) -> bool:
    if "color" not in style and not attribute:
        return False
    found = [value for name, value in _COLOUR.findall(style) if name == "color"]
    colour = _colour(found[-1] if found else attribute or "")
    return bool(colour) and colour == background


def _colour(value: str) -> str:
    """A colour as #rrggbb, or an empty string for what is none."""
    value = value.strip().lower()
    if match := re.match(r"#([0-9a-f]{3,8})\b", value):
        digits = match[1]
        return "#" + ("".join(2 * digit for digit in digits[:3]) if len(digits) < 6 else digits[:6])
    if match := re.match(r"rgba?\(\s*(\d{1,3})\s*[, ]\s*(\d{1,3})\s*[, ]\s*(\d{1,3})", value):
        return "#" + "".join(f"{min(255, int(part)):02x}" for part in match.groups())
    return _NAMED.get(value.partition(" ")[0], "")
