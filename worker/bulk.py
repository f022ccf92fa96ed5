"""One action on many rows, however many match a filter: a job with progress.

An app declares what it does to a handful of rows, and how that is called:

    @bulk.action("mail.dismiss", label="Dismiss")
    def dismiss(ids: Sequence[int], *, by: str, reason: str) -> Outcome: ...

`act` does it at once, to a selection. `begin` writes down which rows a run is about, and its job takes them `STEP` at
a time: what is done to them, how far the run has come and the next job commit together, so a crash repeats nothing.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F
from django.db.models.functions import Now

from worker.claimed import Claimed
from worker.ledger.enqueue import enqueue
from worker.ledger.operate import Outcome
from worker.models import BulkRun
from worker.words import Cancel

STEP: Final = 200
REMARKS: Final = 20
"""So many rows that were left alone are named, with the reason."""


class Act(Protocol):
    def __call__(self, ids: Sequence[int], *, by: str, reason: str) -> Outcome: ...


@dataclass(frozen=True, slots=True)
class Action:
    label: str
    act: Act


_actions: Final[dict[str, Action]] = {}


def action(name: str, *, label: str) -> Callable[[Act], Act]:
    """Declares an action; in a module that every worker process imports. Raises ValueError for a name that is taken."""

    def register(act: Act) -> Act:
        if name in _actions:
            raise ValueError(f"There is a bulk action {name!r} already.")
        _actions[name] = Action(label, act)
        return act

    return register


def label(name: str) -> str:
    return _actions[name].label if name in _actions else name


def act(name: str, ids: Sequence[int], *, by: str, reason: str = "") -> Outcome:
    """To these rows, now. A row that fails is left alone and named; the others are not held up by it.

    Raises KeyError for an action that nobody declared, and what the database raises when it is away.
    """
    do = _actions[name].act
    try:
        with transaction.atomic():
            return do(ids, by=by, reason=reason)
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:
        if len(ids) == 1:
            return Outcome(refused={ids[0]: f"{type(error).__name__}: {error}"})
    half = len(ids) // 2
    first, second = (act(name, part, by=by, reason=reason) for part in (ids[:half], ids[half:]))
    return Outcome(first.done + second.done, first.refused | second.refused)


@transaction.atomic
def begin(
    name: str, ids: Iterable[int], *, by: str, reason: str = "", filters: Mapping[str, Any] | None = None
) -> BulkRun:
    """A run over `ids`, in their order. `filters` says to people how they were chosen."""
    chosen = list(ids)
    run = BulkRun.objects.create(
        action=name, by=by, reason=reason, filters=dict(filters or {}), ids=chosen, total=len(chosen)
    )
    enqueue("work_through", {"run": run.pk})
    return run


def step(job: Claimed) -> None:
    run = BulkRun.objects.defer("ids").filter(pk=job.payload["run"]).first()
    if run is None or run.ended_at is not None:
        raise Cancel(f"bulk run {job.payload['run']} is {'gone' if run is None else 'over'}")
    with job.transaction():
        outcome = act(run.action, ids, by=run.by, reason=run.reason) if (ids := _next(run)) else Outcome()
        is_over = run.place + len(ids) >= run.total
        remarks = [*run.remarks, *([row, why] for row, why in outcome.refused.items())][:REMARKS]
        BulkRun.objects.filter(pk=run.pk).update(
            done=F("done") + len(outcome.done),
            skipped=F("skipped") + len(ids) - len(outcome.done),
            remarks=remarks,
            **({"ended_at": Now(), "ids": []} if is_over else {}),
        )
        if not is_over:
            enqueue("work_through", {"run": run.pk})
        job.complete()


def give_up(payload: dict[str, Any], reason: str) -> None:
    """The job's last word: the run ends where it is, and says why."""
    BulkRun.objects.filter(pk=payload["run"], ended_at=None).update(ended_at=Now(), trouble=reason)


def _next(run: BulkRun) -> list[int]:
    """Cut out by the database: the whole list may be long."""
    piece = f"ids__{run.place}_{run.place + STEP}"
    return list(BulkRun.objects.filter(pk=run.pk).values_list(piece, flat=True).get())
