"""Runs the detectors one after the other, each with a time limit. None of them can lose a mail (I31).

A detector that raises, answers nonsense or does not answer in time counts as a finding with the configured action
(HOLDFAST_SCREENING_FAILURE: hold, or flag to deliver all the same).
"""

import logging
import queue
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Final

from django.conf import settings
from django.db import connections
from django.utils.module_loading import import_string

from inbound.policy import ACTIONS, Finding

log = logging.getLogger(__name__)

STUCK_ALLOWED: Final = 20
"""So many detectors may hang at once; beyond that none is started any more, for a thread cannot be ended."""

type Detector = Callable[[Any], Iterable[str | Finding]]

_stuck: set[threading.Thread] = set()


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
    """Each detector's path with what it returned, or the Failure. One thread serves all, unless one hangs."""
    left = list(paths)
    while left:
        answers: queue.SimpleQueue[object] = queue.SimpleQueue()
        runner = threading.Thread(target=_run_all, args=(reading, tuple(left), answers), daemon=True)
        _stuck.difference_update([thread for thread in _stuck if not thread.is_alive()])
        if len(_stuck) >= STUCK_ALLOWED:
            yield left.pop(0), Failure(f"{STUCK_ALLOWED} detectors hang already")
            continue
        runner.start()
        while left:
            path = left.pop(0)
            try:
                yield path, answers.get(timeout=settings.SCREENING_SECONDS)
            except queue.Empty:
                _stuck.add(runner)
                yield path, Failure(f"{path} did not answer within {settings.SCREENING_SECONDS:g} s")
                break


def _run_all(reading: Any, paths: Sequence[str], answers: "queue.SimpleQueue[object]") -> None:
    try:
        for path in paths:
            try:
                # A generator does its work here, under the time limit, not in whoever reads it.
                answers.put(list(_detector(path)(reading)))
            except Exception as error:
                answers.put(Failure(f"{path} failed ({error!r:.200})"))
    finally:
        connections.close_all()


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
