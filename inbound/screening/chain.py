"""Runs the detectors one after the other, each with a time limit. None of them can lose a mail (I31).

A detector that raises, answers nonsense or does not answer in time counts as a finding with the configured action
(HOLDFAST_SCREENING_FAILURE: hold, or flag to deliver all the same).
"""

import logging
import queue
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import takewhile
from typing import Any, Final

from django.conf import settings
from django.db import connections
from django.utils.module_loading import import_string

from inbound.policy import ACTIONS, Finding

log = logging.getLogger(__name__)

OURS: Final = "inbound.screening.heuristics."
"""Bounded by what they look at, so they run in the caller's thread: four hand-overs a mail cost more than they do."""
STUCK_ALLOWED: Final = 20
"""So many detectors may hang at once; beyond that none is started any more, for a thread cannot be ended."""

type Detector = Callable[[Any], Iterable[str | Finding]]


class Failure(Exception):
    """A detector did not do its work; the message says which and how."""


def screen(reading: Any, *, action: str) -> list[Finding]:
    """All findings of all detectors. `action` is the agent's for findings that bring none of their own."""
    findings: list[Finding] = []
    for path, outcome in _answers(reading, tuple(settings.SCREENING)):
        try:
            findings += _checked(path, outcome, action)
        except Failure as failure:
            log.warning("screening: %s", failure)
            findings.append(Finding(settings.SCREENING_FAILURE, f"It could not be screened: {failure}."))
    return findings


def _answers(reading: Any, paths: Sequence[str]) -> Iterator[tuple[str, object]]:
    """Each detector's path with what it returned, or the Failure."""
    left = list(paths)
    while left:
        if left[0].startswith(OURS):
            yield left[0], _outcome(left.pop(0), reading)
            continue
        runner = _runner()
        if runner is None:
            yield left.pop(0), Failure(f"{STUCK_ALLOWED} detectors hang already")
            continue
        theirs = tuple(takewhile(lambda path: not path.startswith(OURS), left))
        runner.questions.put((theirs, reading))
        for path in theirs:
            left.pop(0)
            try:
                yield path, runner.answers.get(timeout=settings.SCREENING_SECONDS)
            except queue.Empty:
                _stuck.add(runner.thread)
                del _mine.runner
                yield path, Failure(f"{path} did not answer within {settings.SCREENING_SECONDS:g} s")
                break


class _Runner:
    """A thread that runs detectors for one worker thread, so that none has to be started for each mail.

    It is asked once for all detectors and answers for each. One that is late is not asked again.
    """

    def __init__(self) -> None:
        self.questions: queue.SimpleQueue[tuple[Sequence[str], Any]] = queue.SimpleQueue()
        self.answers: queue.SimpleQueue[object] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self._run, name="screening", daemon=True)
        self.thread.start()

    def _run(self) -> None:
        while self.thread not in _stuck:
            paths, reading = self.questions.get()
            for path in paths:
                self.answers.put(_outcome(path, reading))
            connections.close_all()


def _outcome(path: str, reading: Any) -> object:
    try:
        # A generator does its work here, under the time limit, not in whoever reads it.
        return list(_detector(path)(reading))
    except Exception as error:
        return Failure(f"{path} failed ({error!r:.200})")


_mine = threading.local()
_stuck: set[threading.Thread] = set()


def _runner() -> _Runner | None:
    """This thread's own; None when too many hang already to start another."""
    if not hasattr(_mine, "runner"):
        _stuck.difference_update([thread for thread in _stuck if not thread.is_alive()])
        if len(_stuck) >= STUCK_ALLOWED:
            return None
        _mine.runner = _Runner()
    runner: _Runner = _mine.runner
    return runner


@cache
def _detector(path: str) -> Detector:
    detector: Detector = import_string(path)
    return detector


def _checked(path: str, outcome: object, action: str) -> list[Finding]:
    if isinstance(outcome, Failure):
        raise outcome
    findings = []
    for each in outcome if isinstance(outcome, list) else [None]:
        if isinstance(each, Finding) and each.action in ACTIONS and isinstance(each.sentence, str):
            findings.append(each)
        elif isinstance(each, str) and each.strip():
            findings.append(Finding(action, each))
        else:
            raise Failure(f"{path} answered nonsense ({each!r:.100})")
    return findings
