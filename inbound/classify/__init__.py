"""What a reply means: a review with a rating, an instruction to the agent, or neither.

    classify(subject="Re: …", text=answer.new)   → Review(rating, comment) | Instruction(text) | Unparseable(reason)
    classify(subject=…, text=…, classifier=load("inbound.classify.claude.Claude"))

`classifier` is any object with `classify(*, subject, text)`; deterministic rules by default. What it returns is coerced
(seam.py), so a review always has a rating from 1 to 4. `Unavailable` is raised when a remote classifier is away: retry.
"""

from functools import cache
from importlib import import_module

from . import seam
from .protocol import Classification, Classifier, Instruction, Review, Unavailable, Unparseable
from .rules import Rules

__all__ = [
    "Classification",
    "Classifier",
    "Instruction",
    "Review",
    "Rules",
    "Unavailable",
    "Unparseable",
    "chosen",
    "classify",
    "load",
]


def classify(*, subject: str, text: str, classifier: Classifier | None = None) -> Classification:
    """Classify the new text of a reply. Raises nothing but `Unavailable`."""
    judge = classifier if classifier is not None else Rules()
    try:
        answer = judge.classify(subject=subject, text=text)
    except Unavailable:
        raise
    except Exception as error:
        raise Unavailable(f"{type(judge).__name__} raised {type(error).__name__}: {error}") from error
    return seam.coerce(answer)


@cache
def chosen(path: str) -> Classifier:
    """The classifier that the settings name, made once. Raises ImportError."""
    return load(path)


def load(path: str) -> Classifier:
    """The classifier at the dotted `path` ("inbound.classify.rules.Rules"), made without arguments.

    Raises ImportError.
    """
    module, _, name = path.rpartition(".")
    try:
        made: Classifier = getattr(import_module(module), name)()
    except (ValueError, AttributeError) as error:
        raise ImportError(f"no classifier at {path!r}: {error}") from error
    return made
