"""The ledger's faults, brought back for their proofs. See tests/defects.py."""

import contextlib
import os
import threading
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import django.db
import psycopg

import worker.ledger.complete as completing
import worker.ledger.enqueue as enqueuing
import worker.ledger.settle as settling
from tests.defects import defect, rebind, swap
from worker import (
    backoff,
    batches,
    canonical,
    claimed,
    consumer,
    decision,
    direct,
    ids,
    job_actor,
    lanes,
    prune,
    reaper,
    slots,
    strays,
    sweeps,
)
from worker.broker import LedgerBroker
from worker.claimed import Claimed
from worker.decision import Decision
from worker.heartbeat import Heartbeat
from worker.ledger import operate
from worker.middleware import liveness, retries
from worker.middleware.age_out import AgeOut
from worker.middleware.connections import Connections
from worker.middleware.log_context import LogContext
from worker.middleware.metrics import Metrics
from worker.middleware.retries import Retries
from worker.models import Job
from worker.watch import Watch
from worker.words import WorkerLost

HERE = "tests/worker/"
ROAD = f"{HERE}test_road_of_a_job.py::"
ENQUEUE = f"{HERE}test_enqueue.py::"
BATCHES = f"{HERE}test_batches.py::"
DECISION = f"{HERE}test_decision.py::"
FENCE = f"{HERE}test_fence.py::"
MIDDLEWARE = f"{HERE}test_middleware.py::"
SWEEPS = f"{HERE}test_sweeps.py::"
PRUNE = f"{HERE}test_prune.py::"
IDS = f"{HERE}test_ids.py::"
OPERATE = f"{HERE}test_operate.py::"
KILLED = f"{HERE}test_killed_workers.py::"
OUTAGES = f"{HERE}test_outages.py::"
ENDINGS = f"{HERE}test_endings.py::"
PROCESSES = f"{HERE}test_worker_processes.py::"


@defect("W1", f"{MIDDLEWARE}test_retries_rolls_back_what_an_interrupt_left_open_before_it_writes")
def nothing_is_rolled_back_before_the_failure_path() -> None:
    """A defect of the original system."""
    rebind(retries.leave_broken_transaction, lambda: None)


@defect("W2", f"{MIDDLEWARE}test_the_failure_path_writes_before_it_reads_anything")
def the_failure_path_reads_the_row_again() -> None:
    end_with = Claimed.end_with

    def read_first(self: Claimed, error: BaseException) -> None:
        Job.objects.get(id=self.id)
        end_with(self, error)

    Claimed.end_with = read_first  # type: ignore[method-assign]


@defect("W3", f"{ROAD}test_the_job_of_a_lost_process_runs_again")
def there_is_no_reaper() -> None:
    """A defect of the original system."""
    rebind(reaper.reap, lambda process: 0)


@defect("W3b", f"{FENCE}test_a_row_without_started_at_or_whose_process_row_is_gone_is_reaped_too")
def only_rows_that_have_started_are_reaped() -> None:
    reaper._ORPHANS = swap(reaper._ORPHANS, "state = 'running'", "state = 'running' AND started_at IS NOT NULL")


@defect("W4", f"{FENCE}test_a_job_that_is_long_but_alive_is_not_reaped")
def whatever_runs_for_long_is_reaped_too() -> None:
    reaper._ORPHANS = swap(
        reaper._ORPHANS,
        "AND NOT EXISTS",
        "AND started_at < now() - interval '20 s' OR state = 'running' AND NOT EXISTS",
    )


@defect("W5", f"{FENCE}test_a_job_that_kills_every_worker_ends_failed")
def a_lost_worker_costs_no_attempt() -> None:
    settling.SETTLE = swap(settling.SETTLE, "ELSE attempt - %(refund)s", "ELSE attempt - %(refund)s - %(loss)s")


@defect("W6", f"{FENCE}test_a_late_finisher_cannot_complete_and_its_effect_rolls_back")
def a_job_that_was_taken_away_may_still_be_completed() -> None:
    completing._ONE = swap(completing._ONE, "claim = %s", "(claim = %s OR state = 'pending')")


@defect("W7", f"{FENCE}test_what_a_lost_process_ran_is_pending_at_once_with_the_error_on_its_list")
def the_reaper_leaves_no_error() -> None:
    decide = decision.decide

    def in_silence(error: BaseException, **about: Any) -> Decision:
        decided = decide(error, **about)
        return replace(decided, recorded=False) if isinstance(error, WorkerLost) else decided

    rebind(decide, in_silence)


@defect("W7b", f"{ROAD}test_an_integrity_error_is_recorded_and_the_job_retried_with_backoff")
def completed_at_is_written_on_failure() -> None:
    """A defect of the original system."""
    settling.SETTLE = swap(settling.SETTLE, "losses = losses +", "completed_at = now(), losses = losses +")


@defect("W7c", f"{ROAD}test_a_job_whose_attempts_are_spent_is_failed_and_has_its_last_word")
def attempts_never_run_out() -> None:
    """A defect of the original system: `failed` was never written."""
    decide = decision.decide

    def endless(error: BaseException, **about: Any) -> Decision:
        return decide(error, **about | {"max_attempts": 10_000})

    rebind(decide, endless)


@defect("W8", f"{DECISION}test_backoff_has_jitter_in_its_upper_half")
def what_failed_together_comes_back_together() -> None:
    delay = backoff.delay_before_next

    def without_jitter(**about: Any) -> float:
        return delay(**{"jitter": lambda: 1.0} | about)

    rebind(delay, without_jitter)


@defect("W9", f"{DECISION}test_the_first_step_of_the_backoff_is_used")
def the_first_step_is_skipped() -> None:
    delay = backoff.delay_before_next

    def one_further(*, attempt: int, **about: Any) -> float:
        return delay(attempt=attempt + 1, **about)

    rebind(delay, one_further)


@defect("W10", f"{DECISION}test_default_attempts_outlast_an_outage_of_hours")
def retries_do_not_back_off() -> None:
    """A defect of the original system."""
    assert job_actor.__kwdefaults__
    job_actor.__kwdefaults__["base"] = 0.001


@defect("W11", f"{DECISION}test_a_lost_worker_at_the_last_attempt_fails_the_job")
def a_first_loss_is_forgiven_even_when_attempts_are_spent() -> None:
    decide = decision.decide

    def forgiving(error: BaseException, **about: Any) -> Decision:
        if isinstance(error, WorkerLost) and about["losses"] == 0:
            return Decision("pending", loss=True)
        return decide(error, **about)

    rebind(decide, forgiving)


@defect("W12", f"{ENDINGS}test_sigterm_lets_running_jobs_finish_and_gives_the_rest_back")
def nothing_is_given_back_at_shutdown() -> None:
    def keep_all(
        self: liveness.Liveness, broker: LedgerBroker, jobs: list[Claimed], *, leave: bool = False
    ) -> None: ...

    liveness.Liveness._return = keep_all  # type: ignore[method-assign]


@defect("W13", f"{PROCESSES}test_a_database_that_is_killed_under_load_strands_and_doubles_nothing")
def a_heartbeat_that_lost_its_connection_gets_no_other() -> None:
    def keep_it(self: Heartbeat) -> None:
        self._watch.forget()

    Heartbeat._reset = keep_it  # type: ignore[method-assign]


@defect("W14", f"{ENDINGS}test_a_process_whose_consumer_has_died_ends_itself")
def nobody_looks_at_the_consumers() -> None:
    _look_only_at("WorkerThread")


@defect("W44", f"{ENDINGS}test_a_process_whose_worker_thread_has_died_ends_itself")
def nobody_looks_at_the_worker_threads() -> None:
    _look_only_at("ConsumerThread")


def _look_only_at(sort: str) -> None:
    def dead_threads(self: LedgerBroker) -> list[str]:
        assert self.worker
        threads: list[threading.Thread] = [*self.worker.workers, *self.worker.consumers.values()]
        return [each.name for each in threads if type(each).__name__ == sort and each.ident and not each.is_alive()]

    LedgerBroker.dead_threads = dead_threads  # type: ignore[method-assign]


@defect("W15", f"{ENDINGS}test_a_worker_whose_cli_was_killed_stops_claiming")
def nobody_notices_that_the_parent_is_gone() -> None:
    check = Heartbeat._check_health

    def unaware(self: Heartbeat) -> None:
        self._parent = os.getppid()
        check(self)

    Heartbeat._check_health = unaware  # type: ignore[method-assign]


@defect("W16", f"{OUTAGES}test_an_end_that_could_not_be_written_is_written_when_the_database_is_back")
def an_end_that_could_not_be_written_is_forgotten() -> None:
    LedgerBroker.note_unwritten = lambda self, job, error: None  # type: ignore[method-assign]


@defect("W17", f"{SWEEPS}test_a_second_clock_that_ticks_after_the_first_ones_job_has_ended_does_nothing")
def only_the_key_keeps_a_tick_from_being_made_twice() -> None:
    sweeps._TICK = swap(sweeps._TICK, "last_tick < clock.at", "last_tick <= clock.at")


@defect("W18", f"{ROAD}test_a_silence_of_twelve_periods_makes_one_tick")
def every_missed_tick_is_made_up_for() -> None:
    sweeps._TICK = swap(
        sweeps._TICK, "SET last_tick = clock.at", "SET last_tick = coalesce(last_tick + every, clock.at)"
    )


@defect("W19", f"{PRUNE}test_pruning_goes_in_bounded_batches_while_the_queue_is_busy")
def pruning_waits_for_an_idle_queue() -> None:
    busy = "EXISTS (SELECT FROM worker_job WHERE state = 'running')"
    prune._JOBS = swap(prune._JOBS, "WHERE state = %s AND", f"WHERE state = %s AND NOT {busy} AND")


@defect("W20", f"{PRUNE}test_a_kind_that_a_newer_process_announces_is_left_to_it")
def what_another_process_announces_does_not_count() -> None:
    strays._PENDING_KINDS = swap(strays._PENDING_KINDS, "AND beat_at >", "AND false AND beat_at >")


@defect("W21", f"{ENQUEUE}test_one_key_is_one_job_however_many_ask_for_it_at_once")
def a_key_is_looked_up_before_the_insert() -> None:
    enqueue_many = enqueuing.enqueue_many

    def look_first(kind: Any, payloads: Any, *, keys: Any = None, **about: Any) -> list[int]:
        for key in keys or ():
            known = Job.objects.unfinished().filter(kind=kind, key=key).values_list("id", flat=True)
            if key == "at once" and not known:
                return enqueue_many(kind, payloads, keys=None, **about)
        return enqueue_many(kind, payloads, keys=keys, **about)

    rebind(enqueue_many, look_first)


@defect("W22", f"{ROAD}test_a_job_of_a_transaction_that_rolls_back_never_runs")
def a_job_is_enqueued_past_the_callers_transaction() -> None:
    enqueue_many = enqueuing.enqueue_many

    def elsewhere(*args: Any, **about: Any) -> list[int]:
        ids: list[int] = []

        def run() -> None:
            ids.extend(enqueue_many(*args, **about))
            django.db.connection.close()

        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
        return ids

    rebind(enqueue_many, elsewhere)


@defect("W24", f"{PROCESSES}test_connections_are_bounded_and_none_stays_behind")
def every_beat_leaves_a_connection_behind() -> None:
    kept: list[Any] = []
    beat = Heartbeat._beat

    def leaking(self: Heartbeat, conn: Any) -> None:
        kept.extend(direct.connect() for _ in range(3))
        beat(self, conn)

    Heartbeat._beat = leaking  # type: ignore[method-assign]


@defect("W25", f"{HERE}test_ids_across_processes.py::test_no_id_is_minted_twice_and_none_below_another_of_its_slot")
def every_process_writes_in_the_same_slot() -> None:
    slots._FREE = swap(slots._FREE, "AND (token IS NULL OR", "AND slot = 0 AND (true OR")


@defect("W26", f"{IDS}test_without_a_slot_nothing_is_minted")
def ids_are_minted_without_a_slot() -> None:
    """A defect of the original system."""
    mint = slots.mint

    def somehow(now: int) -> str:
        try:
            return mint(now)
        except psycopg.Error:
            return canonical.canonical(now, 0)

    slots.mint = somehow


@defect("W27", f"{HERE}test_canonical.py::test_ids_of_one_slot_only_go_up_whatever_the_clock_does")
def the_clock_is_believed() -> None:
    def mint(self: canonical.Minter, now: int) -> str:
        if now > self.reserved_until:
            raise canonical.BeyondReservation
        self.last = now
        return canonical.canonical(now, self.slot)

    canonical.Minter.mint = mint  # type: ignore[method-assign]


@defect("W28", f"{IDS}test_an_id_that_is_taken_is_minted_anew_and_both_messages_exist")
def a_message_whose_id_is_taken_is_dropped() -> None:
    def once(insert: Any) -> Any:
        try:
            with django.db.transaction.atomic():
                return insert(ids.mint())
        except django.db.IntegrityError as error:
            if getattr(error.__cause__, "sqlstate", None) != ids.UNIQUE_VIOLATION:
                raise

    ids.with_fresh_id = once


@defect("W29", f"{IDS}test_when_all_slots_are_taken_the_process_refuses_and_names_the_holders")
def a_slot_is_taken_from_a_living_process() -> None:
    slots._FREE = swap(slots._FREE, "AND (token IS NULL OR", "AND (true OR")


@defect("W30", f"{IDS}test_a_successor_starts_above_all_that_its_slot_may_have_minted")
def a_successor_believes_its_own_clock() -> None:
    claim = slots._claim

    def forgetful(now: int, among: Sequence[int]) -> Any:
        slot = claim(now, among)
        slot.minter.last = now - 1
        return slot

    slots._claim = forgetful


@defect("W30b", f"{IDS}test_a_forked_child_has_a_slot_of_its_own")
def a_fork_keeps_its_parents_slot() -> None:
    drop, parent = slots._drop, os.getpid()
    slots._drop = lambda: drop() if os.getpid() == parent else None


@defect("W31", f"{OUTAGES}test_a_claim_whose_answer_was_lost_on_the_wire_is_given_back")
def nobody_compares_the_table_with_what_is_held() -> None:
    Heartbeat._give_back_nobodys = lambda self, conn, worker: None  # type: ignore[method-assign]


@defect("W32", f"{ROAD}test_a_batch_completes_all_but_the_bad_one")
def one_bad_item_spoils_its_batch() -> None:
    def all_or_none(fn: Any, items: Any, with_results: bool, refused: Any) -> None:
        some = [job for job, _ in items]
        with django.db.transaction.atomic():
            fn(some, [result for _, result in items]) if with_results else fn(some)
            completing.complete(some)

    batches._apply = all_or_none


@defect("W33", f"{PROCESSES}test_a_thousand_slow_jobs_in_another_lane_do_not_delay_this_one")
def all_lanes_share_their_processes() -> None:
    parse = lanes.parse

    def together(text: str) -> list[lanes.LaneGroup]:
        groups = parse(text)
        every = tuple(lane for group in groups for lane in group.lanes)
        return [lanes.LaneGroup(every, group.threads) for group in groups]

    lanes.parse = together


@defect("W34", f"{FENCE}test_a_late_failure_cannot_fail_the_run_of_another")
def whoever_runs_a_job_may_be_failed_by_anyone() -> None:
    settling.SETTLE = swap(settling.SETTLE, "claim = %(claim)s\n", "(claim = %(claim)s OR state = 'running')\n")


@defect("W34b", f"{FENCE}test_a_late_finisher_cannot_complete_the_run_of_another")
def whoever_runs_a_job_may_be_completed_by_anyone() -> None:
    completing._ONE = swap(completing._ONE, "claim = %s", "(claim = %s OR state = 'running')")


@defect("W35", f"{HERE}test_watch.py::test_after_an_outage_everybody_gets_the_whole_time_again")
def the_time_of_an_outage_counts_as_silence() -> None:
    Watch.forget = lambda self: None  # type: ignore[method-assign]


@defect("W36", f"{KILLED}test_a_stopped_workers_job_runs_elsewhere_once")
def effects_start_on_any_beat() -> None:
    Claimed.may_act = lambda self: None  # type: ignore[method-assign]


@defect("W37", f"{ROAD}test_a_job_asked_for_again_while_it_runs_runs_once_more")
def a_wish_that_comes_while_the_job_runs_is_forgotten() -> None:
    enqueuing._INSERT = swap(enqueuing._INSERT, "again = worker_job.state = 'running'", "again = false")


@defect("W37b", f"{OPERATE}test_a_set_with_an_unfinished_twin_is_redriven_but_for_that_one_which_is_named")
def one_twin_stops_the_whole_set() -> None:
    redrive_one = operate._redrive_one

    def strict(job_id: int, name: str, by: str) -> bool:
        try:
            return redrive_one(job_id, name, by)
        except django.db.IntegrityError as error:
            raise ValueError("a twin") from error

    operate._redrive_one = strict


@defect("W38", f"{BATCHES}test_a_foreign_key_that_vanished_fails_its_own_item_only")
def the_halves_of_a_batch_are_savepoints() -> None:
    apply, atomic = batches._apply, django.db.transaction.atomic

    def in_one_transaction(fn: Any, items: Any, with_results: bool, refused: Any) -> None:
        with contextlib.nullcontext() if django.db.connection.in_atomic_block else atomic():
            apply(fn, items, with_results, refused)

    batches._apply = in_one_transaction
    vars(batches)["transaction"] = SimpleNamespace(atomic=lambda durable: atomic())


@defect("W39", f"{OPERATE}test_a_cancelled_job_has_its_last_word")
def nobody_has_a_last_word() -> None:
    rebind(settling.last_word, lambda **about: None)


@defect("W40", f"{PRUNE}test_a_claim_stays_quick_beside_300_000_dead_index_entries")
def every_claim_starts_at_the_head_of_the_index() -> None:
    consumer.SLACK = timedelta(days=3650)


@defect("W41", f"{SWEEPS}test_a_failing_sweep_is_given_up_and_comes_again_with_the_next_tick")
def retries_is_off_the_list() -> None:
    _take_off(Retries)


@defect("W41b", f"{ROAD}test_an_expired_job_is_failed_before_its_actor_runs")
def age_out_is_off_the_list() -> None:
    _take_off(AgeOut)


@defect("W41c", f"{MIDDLEWARE}test_log_context_puts_kind_id_and_attempt_on_every_line_of_a_job")
def log_context_is_off_the_list() -> None:
    _take_off(LogContext)


@defect("W41d", f"{MIDDLEWARE}test_connections_replaces_one_that_died_while_the_thread_was_idle")
def connections_is_off_the_list() -> None:
    _take_off(Connections)


@defect("W41e", f"{MIDDLEWARE}test_metrics_count_every_job_and_how_it_ended")
def metrics_is_off_the_list() -> None:
    _take_off(Metrics)


@defect("W41f", f"{MIDDLEWARE}test_liveness_boots_a_heartbeat_or_no_process_at_all")
def liveness_is_off_the_list() -> None:
    _take_off(liveness.Liveness)


def _take_off(middleware: type) -> None:
    for name in list(vars(middleware)):
        if name.startswith(("before_", "after_")):
            setattr(middleware, name, lambda self, *args, **about: None)


@defect("W42", f"{KILLED}test_a_worker_stopped_inside_its_transaction_does_not_hide_its_job")
def a_transaction_may_idle_for_ever() -> None:
    django.db.connections["default"].settings_dict["OPTIONS"]["options"] = ""


@defect("W43", f"{OUTAGES}test_a_job_that_gathers_across_an_outage_keeps_its_work")
def a_dead_connection_is_not_replaced() -> None:
    claimed.CONNECTION_TRUST = 1e9
