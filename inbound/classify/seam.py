"""Whatever a classifier returned, as a Classification: coerced where certain, else unparseable, never an exception."""

import json
import re
import unicodedata
from typing import Any

from inbound.reading.clean import clean

from .protocol import RATINGS, Classification, Instruction, Review, Unparseable

MAX_COMMENT = 20_000
_RATING = re.compile(r"^\s*([0-9])(?:[.,]0+)?\s*(?:/\s*4\s*)?$")
_FENCED = re.compile(r"```(?:json)?\s*(.*?)\s*(?:```|$)", re.DOTALL)


def coerce(answer: Any) -> Classification:
    """Coerce `answer`: ratings are whole numbers from 1 to 4, booleans no numbers, a review without rating none."""
    if isinstance(answer, str | bytes):
        answer = from_json(answer)
    if isinstance(answer, Review):
        answer = {"kind": "review", "rating": answer.rating, "comment": answer.comment}
    elif isinstance(answer, Instruction):
        answer = {"kind": "instruction", "text": answer.text}
    elif isinstance(answer, Unparseable):
        return Unparseable(_text(answer.reason) or "the classifier gave no reason")
    if not isinstance(answer, dict):
        return Unparseable(f"the classifier returned {type(answer).__name__}")
    return _from_dict(answer)


def rating(value: Any) -> int | None:
    """A rating from 1 to 4, or None: 3, 3.0, " 3 ", "3.0" and "3/4" are one; true, 2.5, 7, null and lists are none."""
    if isinstance(value, bool):
        return None
    if isinstance(value, float):
        value = int(value) if value.is_integer() and abs(value) < 100 else None
    elif isinstance(value, str):
        match = _RATING.match(unicodedata.normalize("NFKC", value[:40]))
        value = int(match[1]) if match else None
    return value if isinstance(value, int) and value in RATINGS else None


def from_json(text: str | bytes) -> Any:
    """The JSON value in `text`, which may be fenced, followed by chatter or cut off; None when there is none."""
    text = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    text = text[:100_000]
    if match := _FENCED.search(text):
        text = match[1]
    start = text.find("{")
    if start < 0:
        return None
    try:
        return json.JSONDecoder().raw_decode(text, start)[0]
    except (ValueError, RecursionError):
        return None


def _from_dict(answer: dict[Any, Any]) -> Classification:
    kind = answer.get("kind")
    kind = kind.strip().lower() if isinstance(kind, str) else kind
    if kind == "review":
        number = rating(answer.get("rating"))
        if number is None:
            return Unparseable("the classifier saw a review but no rating from 1 to 4")
        return Review(number, _text(answer.get("comment")))
    if kind == "instruction":
        text = _text(answer.get("text"))
        return Instruction(text) if text else Unparseable("the classifier saw an instruction without words")
    if kind == "unparseable":
        return Unparseable(_text(answer.get("reason")) or "the classifier gave no reason")
    return Unparseable("the classifier named no kind that exists")


def _text(value: Any) -> str:
    return clean(value)[:MAX_COMMENT].strip() if isinstance(value, str) else ""
