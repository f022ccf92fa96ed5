"""The default detectors: cheap, bounded, without a network. Pure.

They look for what hides from a person but not from a model, and for what a person should not open. They are hints
for a reviewer, not a virus scanner.
"""
# ruff: noqa: SIM905  (lists of words read better as words)

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from publicsuffixlist import PublicSuffixList
from selectolax.lexbor import LexborHTMLParser

from inbound.reading import htmltext

if TYPE_CHECKING:
    from inbound.reading import Reading

LARGEST: Final = 500_000
LINKS: Final = 500
HIDDEN_WORDS: Final = 25
"""Newsletters hide a preview line of some fifteen words; more than this hides something."""

_WORD = re.compile(r"\w{2,40}")
_TO_A_MODEL = re.compile(
    r"\b(ignore|disregard|forget|override)\b.{0,40}\b(previous|prior|above|earlier|all|your)\b.{0,40}"
    r"\b(instruction|prompt|rule|message)|\bsystem prompt\b|\bdo not (tell|mention|reveal)\b|\bas an ai\b"
    r"|\byou are (now )?an? (ai|assistant|language model|agent)\b",
    re.IGNORECASE | re.DOTALL,
)
# Whatever htmltext takes for hidden has one of these; most mails have none, and are not parsed once more.
_MAY_HIDE: Final = "hidden display visibility opacity mso-hide color clip overflow font-size indent left: top:".split()
_TAGS = re.compile("[\U000e0000-\U000e007f]")
# England, Scotland and Wales: a black flag, up to six tags, the cancel tag. UTS #51, "emoji tag sequence".
_FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,6}\U000e007f")
_SMUGGLING = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef\u200b\u2060-\u2064]{8,}")
_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]")
_PROGRAMS = frozenset(
    "ade adp apk app appx bat chm cmd com cpl dll dmg exe hta img inf ins iso isp jar js jse lib lnk mde msc msi "
    "msix msp mst nsh pif ps1 ps1xml ps2 psc1 reg scr sct sh sys vb vbe vbs vbscript vhd vxd wsc wsf wsh xll".split()
)
_DOCUMENTS = frozenset("csv doc docx gif htm html jpeg jpg mp3 mp4 odt pdf png ppt pptx rtf txt xls xlsx zip".split())
_PROGRAM_TYPES = frozenset(
    f"application/{name}"
    for name in "hta java-archive vnd.microsoft.portable-executable x-dosexec x-executable x-msdos-program "
    "x-msdownload x-sh".split()
)
_LOOKS_LIKE_A_LINK = re.compile(
    r"^\W{0,5}(https?://|www\.)?((?:[\w-]{1,63}\.){1,8}[a-z]{2,24})(?=[/:?#\s.,)>\]]|$)", re.IGNORECASE
)
# Top-level domains that far more often end the name of a file.
_FILES: Final = frozenset(("md", "mov", "pl", "py", "rs", "sh", "zip"))
_suffixes = PublicSuffixList()


def hidden_text(reading: "Reading") -> Iterator[str]:
    """Words in the HTML that no person sees: display:none, white on white, size zero."""
    html = reading.html[:LARGEST]
    lowered = html.lower().replace(" :", ":")
    if not any(mark in lowered for mark in _MAY_HIDE) or (tree := htmltext.parsed(html)) is None:
        return
    seen = set(_WORD.findall(htmltext.to_text(html).lower()))
    whole = _all_text(tree)
    hidden = [word for word in _WORD.findall(whole.lower()) if word not in seen]
    if len(hidden) > HIDDEN_WORDS:
        yield f"The HTML hides {len(hidden)} words from the reader, such as “{' '.join(hidden[:8])}”."
    elif hidden and _TO_A_MODEL.search(whole) and not _TO_A_MODEL.search(htmltext.to_text(html)):
        yield "The HTML hides words that are meant for a language model."


def invisible_characters(reading: "Reading") -> Iterator[str]:
    """Unicode tags and long runs of selectors can carry text that only a machine reads."""
    text = "\n".join((reading.subject, reading.text[:LARGEST], reading.html[:LARGEST]))
    if text.isascii():
        return
    tags = len(_TAGS.findall(_FLAG.sub("", text)))
    if tags:
        yield f"It contains {tags} Unicode tag characters, which spell text that nobody sees."
    if _SMUGGLING.search(text):
        yield "It contains a long run of invisible characters, which can carry hidden text."


def dangerous_attachments(reading: "Reading") -> Iterator[str]:
    """Programs, and programs dressed as documents."""
    for attachment in reading.attachments:
        name = attachment.filename
        parts = [part.strip() for part in name.lower().rstrip(". ").split(".")]
        is_program = len(parts) > 1 and parts[-1] in _PROGRAMS
        if is_program and len(parts) > 2 and parts[-2] in _DOCUMENTS:
            yield f"The attachment “{name}” looks like a document and is a program."
        elif is_program or attachment.content_type.lower() in _PROGRAM_TYPES:
            yield f"The attachment “{name}” is a program ({attachment.content_type})."
        if _BIDI.search(name):
            yield f"The attachment “{name!a}” has characters in its name that reverse how it reads."


def deceptive_links(reading: "Reading") -> Iterator[str]:
    """Links whose text names one site and whose target is another."""
    if not reading.html:
        return
    tree = htmltext.parsed(reading.html[:LARGEST])
    if tree is None:
        yield "The HTML is nested so deep that it cannot be looked into."
        return
    told: set[tuple[str, str]] = set()
    for anchor in tree.css("a[href]")[:LINKS]:
        shown = _shown_host(anchor.text(strip=True)[:300])
        target = _host((anchor.attributes.get("href") or "").strip())
        if not shown or not target or _is_same_site(shown, target) or (shown, target) in told:
            continue
        told.add((shown, target))
        yield f"A link reads {shown} and leads to {target}."


def _all_text(tree: LexborHTMLParser) -> str:
    tree.strip_tags(["script", "style", "head", "title", "template", "noscript"])
    return tree.root.text(separator=" ") if tree.root else ""


def _shown_host(text: str) -> str | None:
    """The host that a link's text names, if it names one."""
    match = _LOOKS_LIKE_A_LINK.match(text)
    if match is None:
        return None
    host = match[2].lower()
    is_known = _has_known_suffix(host)
    is_file = match[1] is None and host.rpartition(".")[2] in _FILES
    return host if is_known and not is_file else None


def _host(href: str) -> str | None:
    """The host that a link leads to; None for mailto:, fragments and the like."""
    absolute = "https:" + href if href.startswith("//") else href
    if not absolute.lower().startswith(("http://", "https://")):
        return None
    try:
        return urlsplit(absolute).hostname or None
    except ValueError:
        return "an address that cannot be read"


def _is_same_site(shown: str, target: str) -> bool:
    return shown == target or target.endswith("." + shown) or _registrable(shown) == _registrable(target)


@lru_cache(maxsize=4096)
def _registrable(host: str) -> str:
    """`www.shop.example.co.uk` → `example.co.uk`."""
    return str(_suffixes.privatesuffix(host.rstrip(".")) or host)


@lru_cache(maxsize=4096)
def _has_known_suffix(host: str) -> bool:
    return _suffixes.publicsuffix(host, accept_unknown=False) is not None
